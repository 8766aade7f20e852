import { type SQL, sql } from 'drizzle-orm'
import { mayHaveRun } from '../database/database-error'
import type { Queries } from '../database/drizzle'
import type { Caller } from '../values/api-key'
import { Overloaded } from '../values/errors'
import { monthOf } from '../values/instant'
import { Account } from './account'
import type { KeyLimits } from './api-keys'
import { createBatches } from './batches'
import { createMeter, type Meter } from './meter'
import { createRepetition, type Repetition } from './repetition'
import { type Claim, type Standing, settle } from './settle'
import { Strangers } from './strangers'

/** How often a process tells the database what was used. */
export const SETTLE_MS = 1_000

/** Keys not known here that may wait for the database at once; the next gets `Overloaded`. */
export const MAX_WAITING = 10_000

/** After a batch with a wrong key the next comes this much later, so that strangers cost few statements. */
const STRANGER_PAUSE_MS = 10

export interface AccountsOptions {
  queries: Queries
  now: () => Date
  /** For keys without limits of their own. */
  defaults: KeyLimits
  /** The clock that fills the buckets, the same for all processes; the database's own when absent. */
  databaseNow?: () => SQL
  /** 0: only when `settle` is called. */
  settleEveryMs?: number
  /** Told of the first of several settlements in a row that fail. What they were to write is kept for the next. */
  onFailure: (error: unknown) => void
}

/** A caller whose requests are counted. */
export interface MeteredCaller extends Caller {
  readonly meter: Meter
}

/**
 * The keys that this process was asked for of late, and their limits, which hold over all processes on one database.
 *
 * A request costs no statement as a rule: it spends a token that is leased here and counts in memory. About once a
 * second one statement settles for all keys in use: it adds what was used, renews the leases, and learns of
 * revocations. A request waits for such a statement only when its key was not used here for two seconds, when no
 * token is left here, or when it brings what this process returned since it settled to an eighth of the allowance
 * that remained then.
 *
 * Rate: in any span of t seconds all processes together, however many, let in at most n + n * (t + 3) / 60 requests of
 * a key that has n a minute: what the bucket gives, and what they took from it in the seconds before and hold. None
 * spends a token that the bucket did not give, so from a full bucket on it is n + n * t / 60 exactly. A process that is
 * killed forfeits its tokens.
 *
 * Allowance: the sum over all processes of R / 8 + F, where R is what remained when the process last settled, at
 * most two seconds ago, and F are the jobs of its pages in flight. For the process that crosses the allowance adds
 * no more than this when it settles, and neither does any other until it settles next, sees it crossed and
 * refuses. One process alone, asked page after page, overshoots by the page that crosses and no more.
 */
export class Accounts {
  private readonly known = new Map<string, Known>()
  private readonly strangers = new Strangers()
  private readonly batches = createBatches((hashes) => this.settleSome(hashes))
  private readonly repetition: Repetition
  private isFailing = false

  constructor(private readonly options: AccountsOptions) {
    const { settleEveryMs = SETTLE_MS } = options
    this.repetition = createRepetition(settleEveryMs, () => this.settleUnasked())
  }

  /** Finds the key stored under this hash; `undefined` when it is unknown or revoked. */
  async find(hash: string): Promise<MeteredCaller | undefined> {
    const time = this.options.now()
    let known = this.known.get(hash)
    if (known === undefined || !known.account.isFresh(time)) {
      if (known === undefined && this.strangers.has(hash, time)) return undefined
      if (known === undefined && this.batches.waiting >= MAX_WAITING) {
        throw new Overloaded('too many keys are waiting to be looked up')
      }
      await this.batches.request(hash)
      known = this.known.get(hash)
    }
    if (!known?.account.isValid) return undefined
    known.account.wasSought = true
    return known.caller
  }

  /** Tells the database what was used since the last time, and learns how the keys stand. */
  async settle(): Promise<void> {
    const requests: Promise<void>[] = []
    for (const [hash, { account }] of this.known) {
      account.lease.beginPeriod()
      if (account.isIdle) this.known.delete(hash)
      else requests.push(this.batches.request(hash))
      account.wasSought = false
    }
    await Promise.all(requests)
  }

  /** Settles everything, and gives back what is held. Requests must have ended. */
  async close(): Promise<void> {
    this.repetition.stop()
    for (const { account } of this.known.values()) account.lease.close()
    await this.settle()
  }

  private async settleUnasked(): Promise<boolean> {
    try {
      await this.settle()
      this.isFailing = false
    } catch (error) {
      if (!this.isFailing) this.options.onFailure(error)
      this.isFailing = true
    }
    return this.known.size > 0
  }

  /** Returns how many milliseconds the next batch is put off. */
  private async settleSome(hashes: readonly string[]): Promise<number> {
    const time = this.options.now()
    const claims = hashes.map((hash) => this.known.get(hash)?.account.claim() ?? firstClaim(hash))
    const standings = await this.ask(claims, time)
    let wereStrange = false
    for (const claim of claims) {
      const standing = standings.get(claim.hash)
      if (standing === undefined) this.refuse(claim.hash, time)
      else (this.known.get(claim.hash) ?? this.open(standing)).account.learn(claim, standing, time)
      wereStrange ||= standing === undefined
    }
    return wereStrange ? STRANGER_PAUSE_MS : 0
  }

  private async ask(claims: readonly Claim[], time: Date): Promise<Map<string, Standing>> {
    const { queries, defaults, databaseNow = () => sql`clock_timestamp()` } = this.options
    const options = { month: monthOf(time), defaults, databaseNow: databaseNow() }
    try {
      const standings = await settle(queries, claims, options)
      return new Map(standings.map((standing) => [standing.hash, standing]))
    } catch (error) {
      const isLost = mayHaveRun(error)
      for (const claim of claims) this.known.get(claim.hash)?.account.miss(claim, isLost)
      throw error
    }
  }

  private refuse(hash: string, time: Date): void {
    const known = this.known.get(hash)
    if (known === undefined) this.strangers.add(hash, time)
    else known.account.revoke(time)
  }

  private open(standing: Standing): Known {
    const account = new Account(standing.hash, standing.id, standing.name)
    const settleAccount = () => this.batches.request(account.hash)
    const meter = createMeter(account, settleAccount, this.options.now)
    const known = { account, caller: { id: account.id, name: account.name, meter } }
    this.known.set(account.hash, known)
    this.repetition.arm()
    return known
  }
}

interface Known {
  account: Account
  caller: MeteredCaller
}

/** A key not known here is asked for by a request, which will need a token. */
function firstClaim(hash: string): Claim {
  return { hash, tallies: [], lease: { needed: 1, wanted: 1, returned: 0 } }
}
