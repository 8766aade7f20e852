import type { SQL } from 'drizzle-orm'
import { mayHaveRun } from '../../catalogue/database/client/database-error'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { CLOCK } from '../../catalogue/database/client/operators'
import { Overloaded } from '../../values/errors'
import { calendarMonth } from '../../values/instant'
import { BackgroundFailure } from '../../values/waiting/backoff'
import type { KeyLimits } from './api-keys'
import { Batcher } from './batcher'
import { type Caller, KeyMeter } from './meter'
import { type KeyFlush, UsageStore } from './usage-store'

/** Interval of the flushes of a process. */
const FLUSH_MS = 1_000

/** Keys that may wait for the same lookup; the next one gets `Overloaded`. */
const MAX_WAITING = 10_000

/** Keys whose usage is kept while it cannot be written; another key gets `Overloaded`. */
const MAX_UNWRITTEN_KEYS = 100_000

/** Delay of the next batch after a batch with an unknown key, so that unknown keys cost few statements. */
const UNKNOWN_KEY_DELAY_MS = 10

interface AccountsOptions {
  queries: Queries
  now: () => Date
  /** Limits of keys that have none of their own. */
  defaults: KeyLimits
  /** The clock of the token buckets, the same for all processes; the database's clock when absent. */
  databaseNow?: (() => SQL) | undefined
  /** 0 disables the interval. */
  flushEveryMs?: number | undefined
  /** Receives the first of consecutive flush errors. Usage that was not written stays pending. */
  onFailure: (error: unknown) => void
  /** Receives a message when usage cannot be written, and when it can again. */
  report?: (message: string) => void
}

/**
 * The meters of the API keys in use. Limits hold across all processes on one database.
 *
 * A request normally runs no statement: it spends a leased token and counts in memory. One statement a second flushes
 * the usage of all keys in use, renews their leases and reads their quotas. A request waits for a flush only if its
 * key was not read for two seconds, if no leased token is left, or if it brings the unflushed jobs of this process to
 * 1/64 of the remaining allowance.
 *
 * Rate of n requests a minute: in t seconds all processes together admit at most n + n * (t + 3) / 60 requests, the
 * extra three seconds for leased tokens. A process that is killed loses its tokens.
 *
 * Allowance: requests in flight reserve the jobs that they may return. A request that would bring the reserved and the
 * unflushed jobs to 1/64 of what remains waits until it is alone, and its jobs are flushed before the next one is admitted.
 * So a process exceeds the allowance by at most one page, or by 1/64 of what remained at its last flush if that is more and
 * other processes used it up meanwhile. Responses do not wait for flushes.
 *
 * While the database answers reads but cannot be written, usage stays in memory and each process applies the limits by
 * itself, from what was stored; the tokens spent are taken from the buckets when they can be written again.
 */
export class Accounts {
  private readonly meters = new Map<string, KeyMeter>()
  private readonly store: UsageStore
  private readonly unknownKeys = new NegativeCache()
  private readonly batcher = new Batcher((hashes) => this.flushBatch(hashes))
  private readonly interval: Timer | undefined
  private isFlushing = false
  private isFailing = false

  constructor(private readonly options: AccountsOptions) {
    const { queries, report = console.error, flushEveryMs = FLUSH_MS } = options
    this.store = new UsageStore(queries, report)
    if (flushEveryMs === 0) return
    this.interval = setInterval(() => void this.flushInBackground(), flushEveryMs)
    this.interval.unref()
  }

  /**
   * Finds the valid key with this hash. If the key was not read for two seconds, this flushes it, which also leases
   * tokens from its bucket.
   */
  async findAndLease(hash: string): Promise<Caller | undefined> {
    const now = this.options.now()
    const known = this.meters.get(hash)
    if (known === undefined) {
      if (this.unknownKeys.has(hash, now)) return undefined
      if (this.batcher.waiting >= MAX_WAITING) {
        throw new Overloaded('too many keys are waiting to be looked up')
      }
      if (this.store.unwritableSince !== undefined && this.meters.size >= MAX_UNWRITTEN_KEYS) {
        throw new Overloaded('the usage of too many keys cannot be written')
      }
    }
    if (!known?.isFresh(now)) await this.batcher.add(hash)
    const meter = this.meters.get(hash)
    if (!meter?.isValid) return undefined
    meter.wasUsed = true
    return meter
  }

  /** Writes all usage, renews the leases and reads the quotas. Evicts idle keys. */
  async flush(): Promise<void> {
    const flushes: Promise<void>[] = []
    for (const [hash, meter] of this.meters) {
      meter.lease.nextPeriod()
      if (meter.isIdle) this.meters.delete(hash)
      else flushes.push(this.batcher.add(hash))
      meter.wasUsed = false
    }
    await Promise.all(flushes)
  }

  /** Writes all usage and returns all tokens. New requests must not arrive. */
  async close(): Promise<void> {
    clearInterval(this.interval)
    for (const { lease } of this.meters.values()) lease.close()
    this.store.retryNow()
    // The work for a client that has gone may end during a flush.
    do await this.flush()
    while (this.hasUnwritten && this.store.unwritableSince === undefined)
    if (this.hasUnwritten) throw new Error('the database cannot be written')
  }

  private get hasUnwritten(): boolean {
    return this.figures().unwrittenRequests > 0
  }

  /** Requests whose usage is not written yet, and for how long it cannot be written. */
  figures(): UsageFigures {
    const since = this.store.unwritableSince?.getTime()
    return {
      unwrittenRequests: this.meters
        .values()
        .reduce((sum, { unwrittenRequests }) => sum + unwrittenRequests, 0),
      unwritableSeconds:
        since === undefined ? 0 : Math.max(0, (this.options.now().getTime() - since) / 1000),
    }
  }

  private async flushInBackground(): Promise<void> {
    if (this.isFlushing) return
    this.isFlushing = true
    try {
      await this.flush()
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) {
        const failure = new BackgroundFailure('usage could not be written', { cause: error })
        this.options.onFailure(failure)
      }
      this.isFailing = true
    }
    this.isFlushing = false
  }

  /** Returns the delay of the next batch in milliseconds. */
  private async flushBatch(hashes: readonly string[]): Promise<number> {
    const { now: readNow, defaults, databaseNow = () => CLOCK } = this.options
    const now = readNow()
    const flushes = hashes.map((hash) => this.meters.get(hash)?.beginFlush() ?? firstFlush(hash))
    const options = { month: calendarMonth(now), defaults, databaseNow: databaseNow() }
    const { quotas, isWritten } = await this.store
      .flush(flushes, options, now)
      .catch((error: unknown) => {
        for (const flush of flushes) this.meters.get(flush.hash)?.fail(flush, mayHaveRun(error))
        throw error
      })
    for (const flush of flushes) {
      const { hash } = flush
      const quota = quotas.get(hash)
      if (quota !== undefined && !this.meters.has(hash)) {
        this.meters.set(hash, new KeyMeter(quota, () => this.batcher.add(hash), readNow))
      }
      const meter = this.meters.get(hash)
      if (meter === undefined) this.unknownKeys.add(hash, now)
      else meter.settle(flush, quota, isWritten, now)
    }
    return quotas.size < flushes.length ? UNKNOWN_KEY_DELAY_MS : 0
  }
}

export interface UsageFigures {
  unwrittenRequests: number
  unwritableSeconds: number
}

/** The first flush of a key leases one token for the request that waits for the lookup. */
function firstFlush(hash: string): KeyFlush {
  return { hash, deltas: [], needed: 1, wanted: 1, returned: 0, owed: 0 }
}

/** How long a hash stays in the negative cache, and how many it holds; the oldest is evicted first. */
export const UNKNOWN_KEY_TTL_MS = 2_000
export const MAX_UNKNOWN_KEYS = 1_000

/** The hashes of unknown keys, so that a wrong key that is sent repeatedly costs no statements. */
export class NegativeCache {
  private readonly addedAt = new Map<string, number>()

  has(hash: string, now: Date): boolean {
    const addedAt = this.addedAt.get(hash)
    return addedAt !== undefined && Math.abs(now.getTime() - addedAt) < UNKNOWN_KEY_TTL_MS
  }

  add(hash: string, now: Date): void {
    this.addedAt.delete(hash)
    this.addedAt.set(hash, now.getTime())
    if (this.addedAt.size <= MAX_UNKNOWN_KEYS) return
    const [oldest] = this.addedAt.keys()
    if (oldest !== undefined) this.addedAt.delete(oldest)
  }
}
