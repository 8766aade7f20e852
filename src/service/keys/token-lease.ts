/** The token part of a flush: the tokens that this process takes from a key's bucket, or returns to it. */
export interface LeaseRequest {
  /** Tokens for waiting requests. */
  needed: number
  /** Tokens for the next second, including `needed`. More than `needed` is granted only from a well-filled bucket. */
  wanted: number
  returned: number
  /** Tokens that were spent while the bucket could not be written. */
  owed: number
}

export interface LeaseGrant {
  /** Null: no rate limit. */
  requestsPerMinute: number | null
  granted: number
  /** Tokens left in the bucket; null when the flush did not update the bucket. */
  tokens: number | null
}

const MINUTE_MS = 60_000

/**
 * The tokens that this process has leased from a key's token bucket. Requests spend leased tokens only, so all
 * processes together never spend more than the bucket provides. A process holds at most twice the tokens that it
 * spent in the last second; unused tokens return to the bucket within two seconds. Times are epoch milliseconds.
 */
export class TokenLease {
  /** Requests that wait for a token. */
  waiting = 0
  requestsPerMinute: number | null = null
  private held = 0
  private spent = 0
  private spentBefore = 0
  private isClosed = false
  private owed = 0
  /** The bucket as of `updatedAt`. */
  private bucketTokens = 0
  private updatedAt = 0
  private deniedUntil = 0

  /** Spends a leased token; false when none is left. */
  take(): boolean {
    if (this.requestsPerMinute === null) return true
    if (this.held < 1) return false
    this.held -= 1
    this.spent += 1
    return true
  }

  /** Milliseconds until the empty bucket has a token again; 0 when it may have one now. */
  deniedFor(now: number): number {
    // After the clock was set back, the time since the denial is unknown.
    if (now < this.updatedAt) return 0
    return Math.max(0, this.deniedUntil - now)
  }

  /** Starts the next second of the demand measurement. */
  nextPeriod(): void {
    this.spentBefore = this.spent
    this.spent = 0
  }

  /** Makes the next flush return all tokens that no request waits for. */
  close(): void {
    this.isClosed = true
  }

  get isIdle(): boolean {
    return this.held === 0 && this.waiting === 0
  }

  beginFlush(): LeaseRequest {
    const recent = Math.max(this.spent, this.spentBefore)
    const target = this.isClosed || recent < 2 ? 0 : 2 * recent
    const needed = Math.max(0, this.waiting - this.held)
    const wanted = Math.max(needed, target - this.held)
    const returned = this.waiting > 0 ? 0 : Math.max(0, this.held - target)
    this.held -= returned
    const { owed } = this
    this.owed = 0
    return { needed, wanted, returned, owed }
  }

  confirm({ needed }: Pick<LeaseRequest, 'needed'>, grant: LeaseGrant, now: number): void {
    this.requestsPerMinute = grant.requestsPerMinute
    this.held += grant.granted
    if (grant.requestsPerMinute === null || grant.tokens === null) return
    this.bucketTokens = grant.tokens
    this.updatedAt = now
    const isDenied = grant.granted < needed
    this.deniedUntil = isDenied ? now + this.untilToken(grant.requestsPerMinute, now) : 0
  }

  /** The flush was not carried out. */
  restore({ returned, owed }: LeaseRequest): void {
    this.held += returned
    this.owed += owed
  }

  /** The bucket cannot be written: grants needed tokens from this process's copy of it, or from `stored` at first. */
  borrow({ needed }: LeaseRequest, stored: LeaseGrant, now: number): void {
    const { requestsPerMinute: rate } = stored
    const isKnown = this.updatedAt > 0 && this.requestsPerMinute === rate
    const tokens = rate !== null && isKnown ? this.tokensAt(rate, now) : (stored.tokens ?? 0)
    const granted = rate === null ? 0 : Math.min(needed, Math.max(0, Math.floor(tokens + 1e-6)))
    this.owed += granted
    this.confirm({ needed }, { requestsPerMinute: rate, granted, tokens: tokens - granted }, now)
  }

  /** The header fields of draft-ietf-httpapi-ratelimit-headers; none without a rate limit. */
  headers(now: number): Record<string, string> {
    const rate = this.requestsPerMinute
    if (rate === null) return {}
    const tokens = this.tokensAt(rate, now) + this.held
    const available = Math.min(rate, Math.max(0, Math.floor(tokens + 1e-6)))
    const resetMs =
      available === 0
        ? Math.max(this.untilToken(rate, now), this.deniedFor(now))
        : ((rate - tokens) * MINUTE_MS) / rate
    return {
      'RateLimit-Policy': `"requests";q=${rate};w=60`,
      RateLimit: `"requests";r=${available};t=${Math.max(0, Math.ceil(resetMs / 1000))}`,
    }
  }

  /** Tokens in the bucket, calculated from its last known state. */
  private tokensAt(rate: number, now: number): number {
    const elapsed = Math.max(0, now - this.updatedAt)
    return Math.min(rate, this.bucketTokens + (elapsed * rate) / MINUTE_MS)
  }

  /** Milliseconds until the bucket has a whole token, at least 1. */
  private untilToken(rate: number, now: number): number {
    return Math.max(1, Math.ceil(((1 - this.tokensAt(rate, now)) * MINUTE_MS) / rate))
  }
}
