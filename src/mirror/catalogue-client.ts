import { setTimeout } from 'node:timers/promises'
import type { Country } from '../values/country'
import { HOUR_MS } from '../values/instant'

/** A job as clients receive it. */
export type Job = { id: number } & Record<string, unknown>

/** An event of the change log; `job` is null when the job left. */
export type ChangeEvent = {
  job_id: number
  job: Job | null
  event?: 'created' | 'updated' | 'expired' | 'excluded'
  occurred_at?: string
}

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
  /** The pause after an answer that does not say when to try again; it doubles up to a minute. */
  pauseMs?: number
  report(line: string): void
}

/** An answer, and the generation of the catalogue that gave it. */
type Answer<Body> = Promise<Body & { generation: string }>

type JobsPage = { jobs: Job[]; next_cursor: string | null }
type ChangesPage = { events: ChangeEvent[]; next_since: number; latest_seq: number; more: boolean }

/** `title: no job has 'nruse'; did you mean nurse?`, for each notice of an answer. */
function noticesOf(header: string | null): string[] {
  const notices: { parameter: string; detail: string }[] = JSON.parse(header ?? '[]')
  return notices.map(({ parameter, detail }) => `${parameter}: ${detail}`)
}

export type CatalogueClient = ReturnType<typeof catalogueClient>

/** The requests that keep a copy in step. */
export function catalogueClient(options: CatalogueOptions) {
  const { address, key, description, signal, limitMs, unreachableMs, report } = options
  const { pauseMs: firstPauseMs = 1000 } = options

  /** Sends a request again while it is not answered, or with a status that passes (429, 5xx). */
  async function get<Body>(path: string, query: Record<string, string>): Answer<Body> {
    const url = `${address}${path}?${new URLSearchParams(query)}`
    const headers = { authorization: `Bearer ${key}` }
    const start = performance.now()
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, 60_000)) {
      let [status, issue, waitMs] = [0, '', pauseMs]
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(120_000)])
        const response = await fetch(url, { headers, signal: limit })
        const [text, fields] = [await response.text(), response.headers]
        status = response.status
        if (status === 200) {
          for (const line of noticesOf(fields.get('x-notices'))) report(line)
          return { ...JSON.parse(text), generation: fields.get('x-catalogue-generation') ?? '' }
        }
        // The detail of a problem (RFC 9457).
        const detail = /"detail":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200)
        issue = `the catalogue answered ${status}: ${detail}`
        waitMs = Math.min(Number(fields.get('retry-after')) * 1000, HOUR_MS) || pauseMs
      } catch (error) {
        if (signal.aborted) throw error
        issue = `no whole answer from ${address}: ${error}`.replace(
          /\b\w+Error: |\. Is the .*/g,
          '',
        )
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
      const page = { country, description, source_fields: 'true', limit: '1000' }
      return get<JobsPage>('/v1/jobs', { ...page, ...(cursor !== null && { cursor }) })
    },
    changes(country: Country, since: number, limit = 1000) {
      const page = { country, description, since: `${since}`, limit: `${limit}` }
      return get<ChangesPage>('/v1/changes', page)
    },
    stats: (country: Country) => get<{ active_jobs: number }>('/v1/stats', { country }),
  }
}
