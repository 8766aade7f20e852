import { MINUTE_MS } from '../../values/instant'
import { RequestsSpent } from '../failures'

export interface RequestLimits {
  /** Those for robots.txt and redirects among them. */
  requests: number
  ms?: number
}

/** What requests may cost in number and time. What a part spends counts for the whole. */
export class RequestBudget {
  private left: number
  private readonly endsAt: number

  constructor(
    private readonly limits: RequestLimits,
    private readonly now: () => Date,
    private readonly whole?: RequestBudget,
  ) {
    this.left = limits.requests
    this.endsAt = now().getTime() + (limits.ms ?? Number.POSITIVE_INFINITY)
  }

  part(limits: RequestLimits): RequestBudget {
    return new RequestBudget(limits, this.now, this)
  }

  /** The requests that may still be sent. */
  get requests(): number {
    return Math.min(this.left, this.whole?.requests ?? this.left)
  }

  /** The time until its end. */
  get leftMs(): number {
    const leftMs = this.endsAt - this.now().getTime()
    return Math.min(leftMs, this.whole?.leftMs ?? leftMs)
  }

  get isSpent(): boolean {
    return this.requests === 0 || this.leftMs <= 0
  }

  /** Counts a request before it is sent. Throws `RequestsSpent`. */
  spend(): void {
    this.requireTime()
    if (this.left === 0) throw new RequestsSpent(`more than ${this.limits.requests} requests`)
    this.whole?.spend()
    this.left -= 1
  }

  /** Throws `RequestsSpent` when the time is over. */
  requireTime(): void {
    this.whole?.requireTime()
    if (this.endsAt <= this.now().getTime()) throw this.timeIsOver()
  }

  /** What a request fails with that the end of the time cuts. */
  timeIsOver(): RequestsSpent {
    if (this.whole !== undefined && this.whole.endsAt < this.endsAt) return this.whole.timeIsOver()
    const { ms = 0 } = this.limits
    const limit = ms < MINUTE_MS ? `${ms / 1000} s` : `${ms / MINUTE_MS} minutes`
    return new RequestsSpent(`more than ${limit}`)
  }
}
