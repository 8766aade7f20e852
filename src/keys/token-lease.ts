/** What a process asks of the bucket of a key, or gives back to it. */
export interface LeaseClaim {
  /** Tokens that requests are waiting for. */
  needed: number
  /** Tokens that would be of use, the needed ones among them; more than is needed is granted only while there is plenty. */
  wanted: number
  returned: number
}

/** What the database answers. */
export interface LeaseGrant {
  /** Null: no rate applies. */
  requestsPerMinute: number | null
  granted: number
  /** What is left in the bucket; null when the claim did not touch it. */
  tokens: number | null
}

const MINUTE_MS = 60_000

/**
 * The tokens of one key that this process holds: only they are spent, one a request, so that all processes together
 * never spend more than the bucket gives. A process holds at most twice what it spent in the last second, so that a
 * steady client's requests find a token here, and what is not used goes back within two seconds.
 */
export class TokenLease {
  /** Requests that wait for a token. */
  waiting = 0
  private rate: number | null = null
  private held = 0
  private spent = 0
  private spentBefore = 0
  private isClosed = false
  private deniedAt = 0
  private deniedUntil = 0
  private left = 0
  private leftAt = 0

  /** Spends a token; false when there is none here. */
  take(): boolean {
    if (this.rate === null) return true
    if (this.held < 1) return false
    this.held -= 1
    this.spent += 1
    return true
  }

  /** Milliseconds until the bucket has a token again; 0 when it may have one now. */
  denial(now: number): number {
    // A clock that was set back does not say how long ago the bucket was empty.
    if (now < this.deniedAt) return 0
    return Math.max(0, this.deniedUntil - now)
  }

  /** Called about once a second: the measure of how much is spent starts anew. */
  beginPeriod(): void {
    this.spentBefore = this.spent
    this.spent = 0
  }

  /** From now on nothing is held for later. */
  close(): void {
    this.isClosed = true
  }

  get isIdle(): boolean {
    return this.held === 0 && this.waiting === 0
  }

  claim(): LeaseClaim {
    const recent = Math.max(this.spent, this.spentBefore)
    const target = this.isClosed || recent < 2 ? 0 : 2 * recent
    const needed = Math.max(0, this.waiting - this.held)
    const wanted = Math.max(needed, target - this.held)
    const returned = this.waiting > 0 ? 0 : Math.max(0, this.held - target)
    this.held -= returned
    return { needed, wanted: Math.max(0, wanted), returned }
  }

  grant(claim: LeaseClaim, answer: LeaseGrant, now: number): void {
    this.rate = answer.requestsPerMinute
    this.held += answer.granted
    if (this.rate === null || answer.tokens === null) return
    this.left = answer.tokens
    this.leftAt = now
    this.deniedAt = now
    const isDenied = answer.granted < claim.needed
    this.deniedUntil = isDenied ? now + Math.max(this.untilToken(now), 1) : 0
  }

  /** The claim was not carried out. */
  restore(claim: LeaseClaim): void {
    this.held += claim.returned
  }

  /** The header fields of draft-ietf-httpapi-ratelimit-headers; none when no rate applies. */
  headers(now: number): Record<string, string> {
    const { rate } = this
    if (rate === null) return {}
    const available = Math.min(rate, Math.max(0, Math.floor(this.inBucket(now) + this.held + 1e-6)))
    const missing = rate - this.inBucket(now) - this.held
    const resetMs =
      available === 0
        ? Math.max(this.untilToken(now), this.denial(now), 1)
        : (missing * MINUTE_MS) / rate
    const t = Math.max(0, Math.ceil(resetMs / 1000))
    return {
      'RateLimit-Policy': `"requests";q=${rate};w=60`,
      RateLimit: `"requests";r=${available};t=${t}`,
    }
  }

  get requestsPerMinute(): number | null {
    return this.rate
  }

  /** Tokens in the bucket as far as this process knows. */
  private inBucket(now: number): number {
    if (this.rate === null) return 0
    const since = Math.max(0, now - this.leftAt)
    return Math.min(this.rate, this.left + (since * this.rate) / MINUTE_MS)
  }

  private untilToken(now: number): number {
    if (this.rate === null) return 0
    return Math.max(0, Math.ceil(((1 - this.inBucket(now)) * MINUTE_MS) / this.rate))
  }
}
