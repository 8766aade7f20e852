import type { Database } from '../../catalogue/database/client/connection'
import { MINUTE_MS } from '../../values/instant'
import type { LeaseHolder } from '../board/lease'
import type { Outages } from '../pace/outages'
import { extendLeases, releaseLeases, releaseOtherLeases } from './schedule'

const HEARTBEAT_MS = MINUTE_MS

interface LeasesOptions {
  database: Database
  outages: Outages
  now: () => Date
  /** The boards that the collector holds. */
  ids: () => number[]
  onFailure: (error: unknown) => void
}

/** The leases of a collector's boards, which it extends until it gives them back. */
export class Leases {
  readonly leaseHolder: LeaseHolder
  private readonly heartbeat: ReturnType<typeof setInterval>
  private beating: Promise<void> | undefined

  constructor(private readonly options: LeasesOptions) {
    this.leaseHolder = { owner: crypto.randomUUID(), now: options.now }
    this.heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS)
  }

  /** When the answer of a claim was lost, its boards are given back before the next claim. */
  async claim<Claimed>(
    claim: (leaseHolder: LeaseHolder, leased: readonly number[]) => Promise<Claimed>,
  ): Promise<Claimed> {
    const { database, outages, ids } = this.options
    let isRepeated = false
    return await outages.retryDuringOutage(async () => {
      if (isRepeated) await releaseOtherLeases(database, this.leaseHolder, ids())
      isRepeated = true
      return await claim(this.leaseHolder, ids())
    })
  }

  /** Stops extending the leases. */
  end(): void {
    clearInterval(this.heartbeat)
  }

  async giveBack(): Promise<void> {
    const { database, outages, ids } = this.options
    await outages.retryDuringOutage(() => releaseLeases(database, this.leaseHolder, ids()))
  }

  /** One heartbeat at a time: while PostgreSQL is unreachable, it waits. */
  private beat(): void {
    const { database, outages, ids, onFailure } = this.options
    this.beating ??= outages
      .retryDuringOutage(() => extendLeases(database, this.leaseHolder, ids()))
      .then(() => undefined, onFailure)
      .finally(() => {
        this.beating = undefined
      })
  }
}
