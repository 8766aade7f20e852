import type { Database } from '../../database/client/connection'
import { MINUTE_MS } from '../../values/instant'
import type { Outages } from './outages'
import { extendLeases, type LeaseHolder, releaseLeases, releaseOtherLeases } from './schedule'

const HEARTBEAT_MS = MINUTE_MS

interface LeasesOptions {
  database: Database
  outages: Outages
  now: () => Date
  /** The boards that the collector has. */
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

  /** Boards of a claim whose answer was lost are given back before the next one. */
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

  /** While PostgreSQL is unreachable, one waits. */
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
