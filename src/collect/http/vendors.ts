import { eq, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { greatest } from '../../catalogue/database/client/operators'
import { collectorVendors } from '../../catalogue/database/schema/collector'
import { HOUR_MS, MINUTE_MS } from '../../values/instant'
import { VendorBlocked } from '../failures'
import { hostKey } from '../pace/limit-key'
import type { RetryDuringOutage } from '../pace/outages'
import type { Time } from '../pace/time'
import type { Limits, RequestPolicy } from '../system'

/** Whose limits hold for a request. */
export interface LimitScope {
  /** A system, or `SYSTEM/HOST` for a host of an employer. */
  key: string
  limits: Limits
  /** The limits apply to the vendor as a whole, which has other boards. */
  isVendor: boolean
}

/** The limits for a host: the vendor's, or limits of its own for a host of an employer. */
export function limitScope({ source, limits, isHost }: RequestPolicy, host: string): LimitScope {
  const isOwn = limits.isPerHost && !isHost(host)
  return isOwn
    ? { key: hostKey(source, host), limits, isVendor: false }
    : { key: source, limits, isVendor: true }
}

/** Failures in a row after which the circuit breaker of a vendor opens. */
const FAILURES_TO_OPEN = 5
const FIRST_OPENING_MS = 15 * MINUTE_MS
const LONGEST_OPENING_MS = 6 * HOUR_MS

/**
 * Vendors and hosts of employers that are kept in memory. One that was not asked for longest is forgotten: its block, its
 * interval and the openings of its breaker are in the database, and its failures are counted from 0.
 */
export const MAX_HOSTS = 20_000

/** How long a block is remembered before it is read from the database again. */
const REREAD_MS = MINUTE_MS

/** The time span for which request starts are reserved at once; also the longest burst. */
const RESERVATION_MS = 250
const MAX_RESERVED = 50

export interface StoredRobots {
  text: string
  until: Date
}

interface Vendor {
  starts: number[]
  reserving: Promise<void> | undefined
  inUse: number
  waiting: (() => void)[]
  /** After `readUntil` it is read from the database again: an operator may have lifted it. */
  blocked: { until: Date; reason: string; readUntil: Date } | undefined
  failures: number
  openings: number
}

/**
 * Politeness: the intervals between requests, `Retry-After` and the circuit breaker hold for all collectors on the
 * database, the number of requests at a time for this process.
 */
export class Vendors {
  private readonly vendors = new LRUCache<string, Vendor>({ max: MAX_HOSTS })

  /** Without `isPaced` the minimal intervals are not kept: for a replay server. */
  constructor(
    private readonly queries: Queries,
    private readonly time: Time,
    private readonly isPaced = true,
    private readonly retryDuringOutage: RetryDuringOutage = (work) => work(),
  ) {}

  /** Waits until a request may be sent; returns what ends it. Throws `VendorBlocked`. */
  async enter(scope: LimitScope): Promise<() => void> {
    const vendor = this.vendorOf(scope)
    this.refuseBlocked(vendor)
    if (vendor.inUse < scope.limits.maxParallel) vendor.inUse += 1
    else await new Promise<void>((resolve) => vendor.waiting.push(resolve))
    try {
      this.refuseBlocked(vendor)
      const start = await this.nextStart(scope, vendor)
      this.refuseBlocked(vendor)
      const waitMs = start - this.time.now().getTime()
      if (waitMs > 0) await this.time.wait(waitMs)
      this.refuseBlocked(vendor)
    } catch (error) {
      leave(vendor)
      throw error
    }
    return () => leave(vendor)
  }

  /** Sends nothing to the vendor until then. */
  async block(scope: LimitScope, until: Date, reason: string): Promise<void> {
    this.remember(this.vendorOf(scope), until, reason)
    await this.store(scope, { blockedUntil: until, blockedReason: reason })
  }

  /** An answer that says nothing against the vendor as a whole. */
  async succeeded(scope: LimitScope): Promise<void> {
    const vendor = this.vendorOf(scope)
    vendor.failures = 0
    if (vendor.openings === 0) return
    vendor.openings = 0
    await this.store(scope, { openings: 0 })
  }

  /** A refusal: of the host, if it is an employer's own, else of one tenant, which says nothing of the vendor. */
  async refused(scope: LimitScope, reason: string): Promise<void> {
    if (!scope.isVendor) await this.failed(scope, reason)
  }

  /** A server error or no answer at all. Many in a row open the breaker. */
  async failed(scope: LimitScope, reason: string): Promise<void> {
    const vendor = this.vendorOf(scope)
    vendor.failures += 1
    if (vendor.failures < FAILURES_TO_OPEN) return
    vendor.failures = 0
    const openMs = Math.min(FIRST_OPENING_MS * 2 ** vendor.openings, LONGEST_OPENING_MS)
    vendor.openings += 1
    const until = new Date(this.time.now().getTime() + openMs)
    // First, so that no other request begins while the database is waited for.
    await this.block(scope, until, `${FAILURES_TO_OPEN} failures in a row, the last: ${reason}`)
    await this.store(scope, { openings: vendor.openings })
  }

  /** The robots.txt that was last kept for a host. */
  async storedRobots({ key }: LimitScope): Promise<StoredRobots | undefined> {
    const { db } = this.queries
    const [row] = await this.retryDuringOutage(async () =>
      db
        .select({ text: collectorVendors.robots, until: collectorVendors.robotsUntil })
        .from(collectorVendors)
        .where(eq(collectorVendors.source, key)),
    )
    return row?.text == null || row.until === null
      ? undefined
      : { text: row.text, until: row.until }
  }

  async storeRobots(scope: LimitScope, { text, until }: StoredRobots): Promise<void> {
    await this.store(scope, { robots: text.replaceAll('\0', ''), robotsUntil: until })
  }

  private vendorOf({ key }: LimitScope): Vendor {
    let vendor = this.vendors.get(key)
    if (vendor === undefined) {
      vendor = {
        starts: [],
        reserving: undefined,
        inUse: 0,
        waiting: [],
        blocked: undefined,
        failures: 0,
        openings: 0,
      }
      this.vendors.set(key, vendor)
    }
    return vendor
  }

  private refuseBlocked(vendor: Vendor): void {
    const { blocked } = vendor
    if (blocked === undefined) return
    const now = this.time.now()
    if (blocked.until > now && blocked.readUntil > now) {
      throw new VendorBlocked(blocked.until, blocked.reason)
    }
    vendor.blocked = undefined
  }

  private remember(vendor: Vendor, until: Date, reason: string): void {
    const readUntil = new Date(this.time.now().getTime() + REREAD_MS)
    vendor.blocked = { until, reason, readUntil }
    // So that the next request reserves a start, which reads the block again.
    vendor.starts.length = 0
  }

  private async nextStart(scope: LimitScope, vendor: Vendor): Promise<number> {
    for (;;) {
      const start = vendor.starts.shift()
      if (start !== undefined) return start
      vendor.reserving ??= this.retryDuringOutage(() => this.reserve(scope, vendor)).finally(() => {
        vendor.reserving = undefined
      })
      await vendor.reserving
    }
  }

  private async reserve(scope: LimitScope, vendor: Vendor): Promise<void> {
    const intervalMs = this.isPaced ? scope.limits.minIntervalMs : 0
    const count = Math.max(
      1,
      Math.min(MAX_RESERVED, Math.floor(RESERVATION_MS / Math.max(1, intervalMs))),
    )
    const now = this.time.now()
    const { source, nextAt } = collectorVendors
    const spanMs = intervalMs * count
    const span = `${spanMs} milliseconds`
    const [row] = await this.queries.db
      .insert(collectorVendors)
      .values({ source: scope.key, nextAt: new Date(now.getTime() + spanMs) })
      .onConflictDoUpdate({
        target: source,
        set: {
          nextAt: sql`${greatest(nextAt, sql.param(now, nextAt))} + ${span}::interval`,
        },
      })
      .returning()
    if (row === undefined) throw new Error('the reservation returned nothing')
    vendor.openings = row.openings
    if (row.blockedUntil !== null && row.blockedUntil > now) {
      this.remember(vendor, row.blockedUntil, row.blockedReason ?? 'blocked')
    }
    const first = row.nextAt.getTime() - spanMs
    for (let index = 0; index < count; index += 1) vendor.starts.push(first + index * intervalMs)
  }

  private async store(
    { key }: LimitScope,
    values: Partial<typeof collectorVendors.$inferInsert>,
  ): Promise<void> {
    const { db } = this.queries
    await this.retryDuringOutage(async () =>
      db.update(collectorVendors).set(values).where(eq(collectorVendors.source, key)),
    )
  }
}

function leave(vendor: Vendor): void {
  const next = vendor.waiting.shift()
  // The place passes to the next in the queue.
  if (next === undefined) vendor.inUse -= 1
  else next()
}
