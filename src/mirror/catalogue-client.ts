import { setTimeout } from 'node:timers/promises'
import Type from 'typebox'
import { Compile } from 'typebox/compile'
import { printableAddress } from '../values/address'
import type { Country } from '../values/country'
import { printable } from '../values/errors'
import { HOUR_MS } from '../values/instant'
import { hasMoreContainers, MAX_CONTAINERS } from '../values/nesting'
import { checkChanges, checkJobs, checkStats, UnexpectedAnswer } from './answers'
import { parseJson } from './checkpoint'
import { type Exchange, exchange } from './exchange'

/** The copy must be filled again, for example because the catalogue refuses its `since` or `cursor`. */
export class RefillNeeded extends Error {}

export interface CatalogueOptions {
  /** Without `/v1`. */
  address: string
  key: string
  /** Of the jobs that are read: `none`, `text`, `html` or `both`. */
  description: string
  signal: AbortSignal
  /** How long to wait for an answer, all repetitions together. */
  limitMs: number
  /** The same while no connection gives a whole answer. */
  unreachableMs: number
  /** The pause after an answer that does not say when to try again, and the shortest; it doubles up to a minute. */
  pauseMs?: number
  report(line: string): void
}

export type CatalogueClient = ReturnType<typeof catalogueClient>

/** The requests that keep a copy in step. Every answer is checked; one that is not as documented is an `UnexpectedAnswer`. */
export function catalogueClient(options: CatalogueOptions) {
  const { address, key, description, signal, limitMs, unreachableMs, report } = options
  const { pauseMs: firstPauseMs = 1000 } = options

  /** Sends a request again while it is not answered, or with a status that passes (429, 5xx). */
  async function get<Page>(
    path: string,
    query: Record<string, string>,
    check: (body: unknown) => Page,
  ): Promise<Page & { generation: string }> {
    const url = `${address}${path}?${new URLSearchParams(query)}`
    const headers = { authorization: `Bearer ${key}` }
    const start = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, 60_000)) {
      let [status, issue, waitMs] = [0, '', pauseMs]
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(120_000)])
        const answer = await exchange(url, { headers, signal: limit })
        status = answer.status
        if (status === 200) {
          if (hasMoreContainers(answer.text)) {
            throw new UnexpectedAnswer(path, `more than ${MAX_CONTAINERS} lists and objects`)
          }
          const page = check(JSON.parse(answer.text))
          const generation = generationOf(path, answer.headers)
          for (const line of noticesOf(path, answer.headers)) report(line)
          return { ...page, generation }
        }
        issue = `the catalogue answered ${status}: ${detailOf(answer)}`
        waitMs = waitOf(answer, firstPauseMs) ?? pauseMs
      } catch (error) {
        if (signal.aborted || error instanceof UnexpectedAnswer) throw error
        status = 0
        const reason = printable(String(error)).replace(/\b\w+Error: |\. Is the .*/g, '')
        issue = `no whole answer from ${printableAddress(address)}: ${reason}`
      }
      if (status === 400 && (query.since ?? query.cursor)) throw new RefillNeeded(issue)
      const isFinal = status >= 400 && status < 500 && status !== 429
      const deadline = start + (status === 0 ? unreachableMs : limitMs)
      if (isFinal || performance.now() + waitMs > deadline) throw new Error(issue)
      report(`${issue}; trying again in ${Math.ceil(waitMs / 1000)} s`)
      await setTimeout(waitMs, undefined, { signal })
    }
  }

  return {
    description,
    /** A page of all active jobs; the first one when the cursor is null. */
    jobs(country: Country, cursor: string | null) {
      const limit = 1000
      const page = { country, description, source_fields: 'true', limit: `${limit}` }
      return get('/v1/jobs', { ...page, ...(cursor !== null && { cursor }) }, (body) =>
        checkJobs(body, { country, limit }),
      )
    },
    changes(country: Country, since: number, limit = 1000) {
      const page = { country, description, since: `${since}`, limit: `${limit}` }
      return get('/v1/changes', page, (body) => checkChanges(body, { country, since, limit }))
    },
    stats: (country: Country) => get('/v1/stats', { country }, (body) => checkStats(body, country)),
  }
}

/** The detail of a problem (RFC 9457), or the beginning of another text. */
export function detailOf({ text }: Pick<Exchange, 'text'>): string {
  const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1]
  return printable(detail?.slice(0, 1000) ?? text.slice(0, 200))
}

/** How long the catalogue asks to wait. */
function waitOf({ headers }: Exchange, leastMs: number): number | undefined {
  const ms = Number(headers.get('retry-after') ?? undefined) * 1000
  return ms > 0 ? Math.min(Math.max(ms, leastMs), HOUR_MS) : undefined
}

/** Empty when a proxy has taken the header out. */
function generationOf(path: string, headers: Headers): string {
  const generation = headers.get('x-catalogue-generation') ?? ''
  if (/^\d{0,16}$/.test(generation)) return generation
  throw new UnexpectedAnswer(path, 'X-Catalogue-Generation: expected a number')
}

const notices = Compile(
  Type.Array(Type.Object({ parameter: Type.String(), detail: Type.String() })),
)

/** `title: no job has 'nruse'; did you mean nurse?`, for each notice of an answer. */
function noticesOf(path: string, headers: Headers): string[] {
  const text = headers.get('x-notices') ?? '[]'
  const list = parseJson(text)
  if (!notices.Check(list))
    throw new UnexpectedAnswer(path, 'X-Notices: expected a list of notices')
  return list.map(({ parameter, detail }) => printable(`${parameter}: ${detail}`.slice(0, 1000)))
}
