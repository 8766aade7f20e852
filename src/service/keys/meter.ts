import { LimitReached, Unauthenticated } from '../../values/errors'
import { calendarMonth, formatInstant, nextMonth } from '../../values/instant'
import { Reservation } from './reservation'
import { TokenLease } from './token-lease'
import type { KeyFlush, KeyQuota, UsageDelta } from './usage-store'

/** How long a process uses the quota of a key without reading it again. */
const FRESH_MS = 2_000

/** A request that brings the unflushed jobs to this share of the remaining allowance (one of 64) flushes them. */
const FLUSH_SHARE = 64

/** An authenticated API key: applies its limits to its requests, and counts them. */
export interface Caller {
  /** The name given to the key when it was created; logs may show it. */
  readonly name: string
  /** Whether the key works only for `/feeds`, where it may be a parameter of the address. */
  readonly isFeedOnly: boolean
  /**
   * Takes a token for a request that returns at most `mostJobs` jobs, and reserves these; throws `LimitReached` when the rate
   * or the allowance is used up.
   */
  admit(mostJobs: number): Promise<void>
  /** Counts an admitted request and its jobs, and ends its reservation: near the end of the allowance once they are flushed. */
  finish(jobs: number, mostJobs: number): void
  /** The rate limit and allowance headers, as of now. */
  headers(): Readonly<Record<string, string>>
}

/** The limits and the usage of one key in this process. */
export class KeyMeter implements Caller {
  readonly name: string
  readonly isFeedOnly: boolean
  readonly lease = new TokenLease()
  private readonly usage = new UsageCounter()
  /** Whether a request used the key since the last flush of all keys. */
  wasUsed = true
  isValid = true
  private inFlight = 0
  private readonly reservation = new Reservation()
  /** The month of `quota.jobs`. */
  private month = ''
  private refreshedAt = Number.NEGATIVE_INFINITY

  /** `flush` writes the usage of this key and refreshes its quota. */
  constructor(
    private quota: KeyQuota,
    private readonly flush: () => Promise<void>,
    private readonly now: () => Date,
  ) {
    this.name = quota.name
    this.isFeedOnly = quota.isFeedOnly
  }

  async admit(mostJobs: number): Promise<void> {
    // In a new month, the jobs used by other processes are unknown.
    if (this.quota.jobsPerMonth !== null && this.month !== calendarMonth(this.now()))
      await this.flush()
    await this.reserve(mostJobs)
    try {
      await this.takeToken()
    } catch (error) {
      this.reservation.end(mostJobs)
      throw error
    }
    this.inFlight += 1
  }

  /** Near its end the allowance goes to one request after the other: each may need all that is left. */
  private async reserve(mostJobs: number): Promise<void> {
    this.checkAllowance(this.now())
    if (mostJobs === 0) return
    while (!this.reservation.isEmpty && this.isScarce(this.reservation.jobs + mostJobs)) {
      await this.reservation.ended()
      this.checkAllowance(this.now())
    }
    this.reservation.begin(mostJobs)
    if (this.usage.jobs(calendarMonth(this.now())) === 0) return
    if (!this.isScarce(mostJobs)) return
    try {
      // What this process returned last is not flushed, so it does not know what the others returned since.
      await this.flush().catch(() => undefined)
      this.checkAllowance(this.now())
    } catch (error) {
      this.reservation.end(mostJobs)
      throw error
    }
  }

  /** Whether these jobs and the unflushed ones reach `1 / FLUSH_SHARE` of the remaining allowance. */
  private isScarce(jobs: number): boolean {
    const { jobsPerMonth } = this.quota
    if (jobsPerMonth === null) return false
    const month = calendarMonth(this.now())
    const unflushed = this.usage.jobs(month)
    return (unflushed + jobs) * FLUSH_SHARE >= jobsPerMonth - this.used(month) + unflushed
  }

  private async takeToken(): Promise<void> {
    while (!this.lease.take()) {
      this.checkRate(this.now())
      this.lease.waiting += 1
      await this.flush().finally(() => {
        this.lease.waiting -= 1
      })
      if (!this.isValid) throw new Unauthenticated(true)
    }
  }

  finish(jobs: number, mostJobs: number): void {
    this.inFlight -= 1
    this.usage.add({ month: calendarMonth(this.now()), requests: 1, jobs })
    const end = () => this.reservation.end(mostJobs)
    // Near the end of the allowance, the next request is admitted by what other processes have returned too.
    if (jobs > 0 && this.isScarce(0)) this.flush().then(end, end)
    else end()
  }

  headers(): Record<string, string> {
    if (!this.isValid) return {}
    const now = this.now()
    const { jobsPerMonth } = this.quota
    const rateHeaders = this.lease.headers(now.getTime())
    if (jobsPerMonth === null) return rateHeaders
    return {
      ...rateHeaders,
      'X-Jobs-Limit': String(jobsPerMonth),
      'X-Jobs-Remaining': String(Math.max(0, jobsPerMonth - this.used(calendarMonth(now)))),
      'X-Jobs-Reset': formatInstant(nextMonth(now)),
    }
  }

  /** After the clock was set back, the quota is stale. */
  isFresh(now: Date): boolean {
    return Math.abs(now.getTime() - this.refreshedAt) < FRESH_MS
  }

  /** Whether the key can be evicted: nothing to flush and no request in flight. */
  get isIdle(): boolean {
    const isFlushed = this.usage.pending().length === 0
    return !this.wasUsed && this.inFlight === 0 && isFlushed && this.lease.isIdle
  }

  beginFlush(): KeyFlush {
    return { hash: this.quota.hash, deltas: this.usage.pending(), ...this.lease.beginFlush() }
  }

  /**
   * The answer to a flush that began at `now`. Unless `isWritten`, the database could only be read and usage stays pending.
   * Without a quota, the key is revoked.
   */
  settle(flush: KeyFlush, quota: KeyQuota | undefined, isWritten: boolean, now: Date): void {
    this.isValid = quota !== undefined
    this.refreshedAt = now.getTime()
    if (isWritten) this.usage.remove(flush.deltas)
    else this.lease.restore(flush)
    if (quota === undefined) return
    if (isWritten) this.lease.confirm(flush, quota, now.getTime())
    else this.lease.borrow(flush, quota, now.getTime())
    this.quota = quota
    this.month = calendarMonth(now)
  }

  /** Requests whose usage is not written. */
  get unwrittenRequests(): number {
    return this.usage.pending().reduce((sum, { requests }) => sum + requests, 0)
  }

  /** The flush failed. `mayHaveRun`: the database may have carried it out. */
  fail(flush: KeyFlush, mayHaveRun: boolean): void {
    if (mayHaveRun) this.usage.remove(flush.deltas)
    else this.lease.restore(flush)
  }

  /** Jobs used in a month: stored, and counted by this process since. */
  private used(month: string): number {
    return (this.month === month ? this.quota.jobs : 0) + this.usage.jobs(month)
  }

  private checkAllowance(now: Date): void {
    const { jobsPerMonth } = this.quota
    if (jobsPerMonth === null || this.used(calendarMonth(now)) < jobsPerMonth) return
    const reset = nextMonth(now)
    const detail = `the allowance of ${jobsPerMonth} jobs for ${calendarMonth(now)} is used up; the next begins at ${formatInstant(reset)}`
    throw new LimitReached('allowance', detail, Math.ceil((reset.getTime() - now.getTime()) / 1000))
  }

  private checkRate(now: Date): void {
    const deniedMs = this.lease.deniedFor(now.getTime())
    if (deniedMs === 0) return
    const seconds = Math.ceil(deniedMs / 1000)
    const detail = `the limit of ${this.lease.requestsPerMinute} requests a minute is reached; try again in ${seconds} s`
    throw new LimitReached('rate', detail, seconds)
  }
}

/** The usage of one key that this process has not flushed yet. */
export class UsageCounter {
  /** By month, also if the clock goes back: an upsert cannot change a row twice. */
  private readonly months = new Map<string, Omit<UsageDelta, 'month'>>()

  add({ month, requests, jobs }: UsageDelta): void {
    const sum = this.months.get(month) ?? { requests: 0, jobs: 0 }
    this.months.set(month, { requests: sum.requests + requests, jobs: sum.jobs + jobs })
  }

  /** Returns a copy to write. */
  pending(): UsageDelta[] {
    return Array.from(this.months, ([month, usage]) => ({ month, ...usage }))
  }

  /** Removes usage that was written or may have been written, so that it is never written twice. */
  remove(written: readonly UsageDelta[]): void {
    for (const { month, requests, jobs } of written) {
      this.add({ month, requests: -requests, jobs: -jobs })
      if (this.months.get(month)?.requests === 0) this.months.delete(month)
    }
  }

  jobs(month: string): number {
    return this.months.get(month)?.jobs ?? 0
  }
}
