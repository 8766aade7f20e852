import { sql } from 'drizzle-orm'
import type { Queries } from '../../src/catalogue/database/client/drizzle'

/** Sends a GET and returns an answer of 200. */
export type Ask = (target: string) => Promise<Response>

/** When a job came, changed and left, in milliseconds. */
interface Lived {
  id: number
  country: string
  status: string
  created: number
  modified: number | null
  removed: number | null
}

/** A whole list, and the window that the answer said. */
interface Listed {
  from: number
  to: number
  /** By id, the time for which the job was listed. */
  times: Map<number, number>
}

type Instants = 'date_created' | 'date_modified'

const PATHS = {
  date_created: '/v1/active-ats?time_frame=6m',
  date_modified: '/v1/modified-ats?',
}

/**
 * Clients that ask window after window while others write. Afterwards every job must have been in exactly the windows that its times
 * lie in.
 */
export class WindowChains {
  readonly issues: string[] = []
  /** Numbers of windows that were read, and of jobs in them. */
  readonly read = { windows: 0, jobs: 0 }
  private readonly chains = new Map<string, Listed[]>()
  private readonly expired: Listed[] = []
  private readonly searched: Listed[] = []
  /** The clients that are waiting for answers. */
  private readonly busy = new Set<number>()
  private counted = 0
  private countedTo: number

  /** `random` returns numbers from 0 up to 1. */
  constructor(
    private readonly start: number,
    private readonly random: () => number,
  ) {
    this.countedTo = start
  }

  /** Follows one of the feeds by one window, as one of the clients does. */
  async step(ask: Ask, now: () => number): Promise<void> {
    const turns = [
      () => this.list('date_created', 'open', ask, undefined),
      () => this.list('date_modified', 'open', ask, undefined),
      () => this.list('date_created', 'closed', ask, now()),
      () => this.list('date_modified', 'closed', ask, now()),
      () => this.list('date_modified', 'ahead', ask, now() + 60_000),
      () => this.listExpired(ask),
      () => this.search(ask),
      () => this.count(ask),
    ]
    const turn = Math.floor(this.random() * turns.length)
    if (this.busy.has(turn)) return
    this.busy.add(turn)
    await turns[turn]?.().finally(() => this.busy.delete(turn))
  }

  /** The time up to which every chain has come. */
  reached(): number {
    const ends = [...this.chains.values(), this.expired, this.searched].map(
      (lists) => lists.at(-1)?.to ?? this.start,
    )
    return Math.min(this.countedTo, ...ends)
  }

  /** The next window of a chain. Its later pages name the end that the first page said. */
  private async list(field: Instants, kind: string, ask: Ask, until: number | undefined) {
    const chain = this.chains.getOrInsertComputed(`${field} ${kind}`, () => [])
    const from = chain.at(-1)?.to ?? this.start
    const until_ = until && Math.max(from, Math.floor(until))
    const limit = 1 + Math.floor(this.random() ** 3 * 200)
    const listed: Listed = { from, to: from, times: new Map() }
    for (let cursor = 0, end = until_; ; ) {
      const range = `&${field}_gte=${text(from)}${end === undefined ? '' : `&${field}_lt=${text(end)}`}`
      const response = await ask(`${PATHS[field]}${range}&limit=${limit}&cursor=${cursor}`)
      const jobs = (await response.json()) as Record<string, string & number>[]
      const [start, to] = windowOf(response)
      if (start !== from) this.issues.push(`${field} ${kind}: asked from ${from}, got ${start}`)
      if (cursor > 0 && to !== listed.to) this.issues.push(`${field} ${kind}: the end moved`)
      if (kind === 'closed' && to !== until_) this.issues.push(`${field}: not up to its end`)
      listed.to = to
      for (const job of jobs) listed.times.set(Number(job.id), Date.parse(job[field] ?? ''))
      this.read.jobs += jobs.length
      cursor = Number(jobs.at(-1)?.id ?? cursor)
      // A window that ends ahead of now is read again from where it was complete.
      end = to
      if (jobs.length < limit) break
    }
    this.read.windows += 1
    chain.push(listed)
  }

  private async listExpired(ask: Ask): Promise<void> {
    const response = await ask('/v1/expired-ats?time_frame=1h')
    const ids = (await response.json()) as number[]
    const [from, to] = windowOf(response)
    this.expired.push({ from, to, times: new Map(ids.map((id) => [id, from])) })
    this.read.windows += 1
  }

  private async search(ask: Ask): Promise<void> {
    const target = `/v1/jobs?country=CA&window=1h&limit=${100 + Math.floor(this.random() * 400)}`
    const listed: Listed = { from: 0, to: 0, times: new Map() }
    for (let cursor: string | null = ''; cursor !== null; ) {
      const response = await ask(cursor === '' ? target : `${target}&cursor=${cursor}`)
      const page = (await response.json()) as {
        jobs: { id: number; date_created: string }[]
        next_cursor: string | null
      }
      const [from, to] = windowOf(response)
      if (cursor !== '' && to !== listed.to) this.issues.push('search: the end moved')
      Object.assign(listed, { from, to })
      for (const job of page.jobs) listed.times.set(job.id, Date.parse(job.date_created))
      cursor = page.next_cursor
    }
    this.read.windows += 1
    this.searched.push(listed)
  }

  /** The jobs that came in the next window, also those that have expired since. */
  private async count(ask: Ask): Promise<void> {
    const response = await ask(
      `/v1/active-ats-count?time_frame=1m&date_created_gte=${text(this.countedTo)}`,
    )
    const { count } = (await response.json()) as { count: number }
    this.counted += count
    this.countedTo = windowOf(response)[1]
    this.read.windows += 1
  }

  /** What the windows lacked, or had and should not; call it after the last write. */
  async check(database: Queries): Promise<string[]> {
    const jobs = await readLives(database)
    const active = jobs.filter(({ status }) => status === 'active')
    const issues = [...this.issues]
    for (const [name, chain] of this.chains) {
      const field = name.startsWith('date_created') ? 'created' : 'modified'
      const seen = new Set<string>()
      for (const { from, to, times } of chain) {
        for (const [id, time] of times) {
          if (time < from || time >= to) issues.push(`${name}: ${id} is outside of its window`)
          if (seen.has(`${id} ${time}`)) issues.push(`${name}: ${id} came twice at ${time}`)
          seen.add(`${id} ${time}`)
        }
      }
      const end = chain.at(-1)?.to ?? 0
      for (const job of active) {
        const time = job[field]
        if (time === null || time < this.start || time >= end) continue
        if (!seen.has(`${job.id} ${time}`))
          issues.push(`${name}: ${job.id} at ${text(time)} is missing`)
      }
    }
    for (const listed of this.expired) {
      const left = jobs.filter(({ removed }) => isIn(listed, removed)).map(({ id }) => id)
      const missing = left.filter((id) => !listed.times.has(id))
      if (missing.length > 0) issues.push(`expired until ${text(listed.to)} lacks ${missing}`)
      if (listed.times.size > left.length) issues.push('expired: too many ids')
    }
    for (const listed of this.searched) {
      const stayed = active.filter(
        ({ country, created }) => country === 'CA' && isIn(listed, created),
      )
      const missing = stayed.filter(({ id }) => !listed.times.has(id)).map(({ id }) => id)
      if (missing.length > 0) issues.push(`search until ${text(listed.to)} lacks ${missing}`)
    }
    const created = jobs.filter(({ created: at }) => at >= this.start && at < this.countedTo)
    const stayed = created.filter(({ status }) => status !== 'excluded')
    if (this.counted < stayed.length || this.counted > created.length) {
      issues.push(`counts: ${this.counted}, not ${stayed.length} to ${created.length}`)
    }
    return issues
  }
}

const text = (time: number): string => new Date(time).toISOString()

const isIn = ({ from, to }: Listed, time: number | null): boolean =>
  time !== null && time >= from && time < to

function windowOf({ headers }: Response): [number, number] {
  const [from, to] = ['x-window-from', 'x-window-to'].map((name) =>
    Date.parse(headers.get(name) ?? ''),
  )
  return [from ?? Number.NaN, to ?? Number.NaN]
}

async function readLives({ run }: Queries): Promise<Lived[]> {
  const ms = (column: string) =>
    sql.raw(`(extract(epoch from date_${column}) * 1000)::float8 as ${column}`)
  return await run<Lived>(sql`select id::float8 as id, country, status,
    ${ms('created')}, ${ms('modified')}, ${ms('removed')} from jobs`)
}
