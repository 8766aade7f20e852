import { setTimeout } from 'node:timers/promises'
import type { Country } from '../values/country'
import { HOUR_MS } from '../values/instant'

/** A job as clients receive it. */
export type Job = { id: number } & Record<string, unknown>

/** An event of the change log; `job` is null when the job left. */
export type ChangeEvent = { seq: number; job_id: number; job: Job | null }

/** The catalogue refuses a `since` or a `cursor`: the copy must be filled again. */
export class Refused extends Error {}

/** The catalogue answers with an error that does not pass, or not at all. */
export class CatalogueError extends Error {}

export interface CatalogueOptions {
  /** Without `/v1`. */
  address: string
  key: string
  description: string
  signal: AbortSignal
  /** How long to wait for an answer, all repetitions together. */
  limitMs: number
  /** The pause after an answer that does not say when to try again; it doubles up to a minute. */
  pauseMs?: number
  say(line: string): void
}

/** An answer, and the generation of the catalogue that gave it. */
type Answer<Body> = Promise<Body & { generation: string }>

interface ChangesPage {
  events: ChangeEvent[]
  next_since: number
  latest_seq: number
  more: boolean
}

/** The requests that keep a copy in step. */
export class CatalogueClient {
  /** Of the jobs that are read: `none`, `text`, `html` or `both`. */
  readonly description: string

  constructor(private readonly options: CatalogueOptions) {
    this.description = options.description
  }

  /** A page of all active jobs. */
  jobs(
    country: Country,
    cursor: string | null,
  ): Answer<{ jobs: Job[]; next_cursor: string | null }> {
    const { description } = this
    const page = { country, description, source_fields: 'true', limit: '1000' }
    return this.get('/v1/jobs', cursor === null ? page : { ...page, cursor })
  }

  changes(country: Country, since: number, limit = 1000): Answer<ChangesPage> {
    const { description } = this
    return this.get('/v1/changes', { country, since: `${since}`, limit: `${limit}`, description })
  }

  stats(country: Country): Answer<{ active_jobs: number }> {
    return this.get('/v1/stats', { country })
  }

  /** Sends a request again while it is not answered, or with a status that passes (429, 5xx). */
  private async get<Body extends object>(
    path: string,
    query: Record<string, string>,
  ): Answer<Body> {
    const { address, key, signal, limitMs, pauseMs: firstPauseMs = 1000, say } = this.options
    const headers = { authorization: `Bearer ${key}` }
    const deadline = performance.now() + limitMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, 60_000)) {
      let issue: string
      let waitMs = pauseMs
      try {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(120_000)])
        const url = `${address}${path}?${new URLSearchParams(query)}`
        const response = await fetch(url, { headers, signal: limit })
        const { status, headers: fields } = response
        if (status === 200) {
          const body: Body = JSON.parse(await response.text())
          return { ...body, generation: fields.get('x-catalogue-generation') ?? '' }
        }
        issue = `the catalogue answered ${status}: ${detailOf(await response.text())}`
        if (status === 400 && (query.since ?? query.cursor)) throw new Refused(issue)
        if (status >= 400 && status < 500 && status !== 429) throw new CatalogueError(issue)
        waitMs = Math.min(Number(fields.get('retry-after')) * 1000, HOUR_MS) || pauseMs
      } catch (error) {
        if (signal.aborted || error instanceof Refused || error instanceof CatalogueError)
          throw error
        issue = `no whole answer from ${address}: ${error}`
      }
      if (performance.now() + waitMs > deadline) throw new CatalogueError(issue)
      say(`${issue}; trying again in ${Math.ceil(waitMs / 1000)} s`)
      await setTimeout(waitMs, undefined, { signal })
    }
  }
}

/** What a problem (RFC 9457) says. */
function detailOf(body: string): string {
  return /"detail":"((?:[^"\\]|\\.)*)"/.exec(body)?.[1] ?? body.slice(0, 200)
}
