import type { Database } from '../../catalogue/database/client/connection'
import { calendarDay, MINUTE_MS } from '../../values/instant'
import { singleFlight } from '../../values/single-flight'
import type { Outages } from '../pace/outages'
import { addRequests, type RequestCounts } from './request-counts'
import { countSystems } from './system-days'

/** How often a collector counts the boards of all systems, and writes its requests. */
const COUNT_EVERY_MS = MINUTE_MS

interface HealthOptions {
  database: Database
  outages: Outages
  now: () => Date
  requests: RequestCounts
}

/** Knows which systems are suspect, and writes the counts of a collector. */
export class HealthWatch {
  private suspects: ReadonlySet<string> = new Set()
  private countedAt = Number.NEGATIVE_INFINITY
  private readonly count: () => Promise<void>

  constructor(private readonly options: HealthOptions) {
    this.count = singleFlight(() => this.countNow())
  }

  /** By a count that is at most a minute old. */
  async isSuspect(source: string): Promise<boolean> {
    await this.keepCurrent()
    return this.suspects.has(source)
  }

  /** Counts if the last count is a minute old. A collector without a due board calls it too, and so counts each day. */
  async keepCurrent(): Promise<void> {
    const isOld = this.options.now().getTime() - this.countedAt >= COUNT_EVERY_MS
    if (isOld) await this.count()
  }

  /** Writes the last counts. */
  async end(): Promise<void> {
    await this.count()
  }

  private async countNow(): Promise<void> {
    const { database, outages, now, requests } = this.options
    const counts = requests.take()
    const at = now()
    await outages.retryDuringOutage(() => addRequests(database, calendarDay(at), counts))
    this.suspects = await outages.retryDuringOutage(() => countSystems(database, at))
    this.countedAt = at.getTime()
  }
}
