import { LimitReached } from '../values/errors'
import { formatInstant, monthOf, nextMonth } from '../values/instant'
import type { Claim, Standing } from './settle'
import { TokenLease } from './token-lease'
import { UsageCount } from './usage-count'

/** How long what the database said of a key is taken to hold without asking again. */
export const FRESH_MS = 2_000

/**
 * The share of what remains of an allowance that a process returns before it settles: one eighth. It makes the
 * settlements denser as the allowance runs out.
 */
const SHARE = 8

/** One key as this process knows it. All times are milliseconds of one clock. */
export class Account {
  readonly lease = new TokenLease()
  readonly usage = new UsageCount()
  /** Requests that were let in and have not ended. */
  inFlight = 0
  /** Whether anybody asked for the key since the last settlement of all. */
  wasSought = true
  isValid = true
  private seenAt = Number.NEGATIVE_INFINITY
  private jobsPerMonth: number | null = null

  constructor(
    readonly hash: string,
    readonly id: number,
    readonly name: string,
  ) {}

  /** A clock that was set back makes nothing fresh for long. */
  isFresh(now: Date): boolean {
    return Math.abs(now.getTime() - this.seenAt) < FRESH_MS
  }

  /** Whether it can be forgotten: nothing is to be settled, and nobody works with it. */
  get isIdle(): boolean {
    return !this.wasSought && this.inFlight === 0 && this.usage.isSettled && this.lease.isIdle
  }

  claim(): Claim {
    return { hash: this.hash, tallies: this.usage.claim(), lease: this.lease.claim() }
  }

  /** The database's answer to a claim made at `now`. */
  learn(claim: Claim, standing: Standing, now: Date): void {
    this.usage.confirm(monthOf(now), standing.jobs)
    this.lease.grant(claim.lease, standing, now.getTime())
    this.jobsPerMonth = standing.jobsPerMonth
    this.isValid = true
    this.seenAt = now.getTime()
  }

  /** The claim was not answered. `isLost`: nobody knows whether it was carried out. */
  miss(claim: Claim, isLost: boolean): void {
    if (isLost) this.usage.forget()
    else {
      this.usage.restore()
      this.lease.restore(claim.lease)
    }
  }

  /** The key was revoked. What it used is settled all the same. */
  revoke(now: Date): void {
    this.usage.forget()
    this.isValid = false
    this.seenAt = now.getTime()
  }

  /** Whether the database must say first what was used in the month that has begun. */
  mustLearn(now: Date): boolean {
    return this.jobsPerMonth !== null && !this.usage.knows(monthOf(now))
  }

  /** Throws `LimitReached` when nothing remains of the allowance. */
  demandAllowance(now: Date): void {
    const { jobsPerMonth } = this
    if (jobsPerMonth === null || this.usage.used(monthOf(now)) < jobsPerMonth) return
    const renewal = nextMonth(now)
    throw new LimitReached({
      limit: 'allowance',
      detail: `the allowance of ${jobsPerMonth} jobs for ${monthOf(now)} is used up; the next begins at ${formatInstant(renewal)}`,
      retryAfterSeconds: seconds(renewal.getTime() - now.getTime()),
    })
  }

  /** Throws `LimitReached` when the bucket is known to be empty. */
  demandRate(now: Date): void {
    const denialMs = this.lease.denial(now.getTime())
    if (denialMs === 0) return
    const retryAfterSeconds = seconds(denialMs)
    throw new LimitReached({
      limit: 'rate',
      detail: `the limit of ${this.lease.requestsPerMinute} requests a minute is reached; try again in ${retryAfterSeconds} s`,
      retryAfterSeconds,
    })
  }

  /** Counts a request that was let in; true when it is time to settle. */
  count(jobs: number, now: Date): boolean {
    const month = monthOf(now)
    this.inFlight -= 1
    this.usage.add(month, jobs)
    if (this.jobsPerMonth === null || jobs === 0) return false
    const here = this.usage.here(month)
    const remained = this.jobsPerMonth - this.usage.used(month) + here
    return here * SHARE >= remained
  }

  /** A key that was revoked has no limits to tell of. */
  headers(now: Date): Record<string, string> {
    if (!this.isValid) return {}
    const headers = this.lease.headers(now.getTime())
    if (this.jobsPerMonth === null) return headers
    const remaining = Math.max(0, this.jobsPerMonth - this.usage.used(monthOf(now)))
    headers['X-Jobs-Limit'] = String(this.jobsPerMonth)
    headers['X-Jobs-Remaining'] = String(remaining)
    headers['X-Jobs-Reset'] = formatInstant(nextMonth(now))
    return headers
  }
}

/** `Retry-After` has whole seconds; never too few, and never none. */
function seconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
