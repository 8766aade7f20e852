import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/** Politeness towards each applicant tracking system as a whole, and towards each host of career pages; shared by all collectors. */
export const collectorVendors = pgTable('collector_vendors', {
  /** `greenhouse`, or `careerpage/HOST`. */
  source: text().primaryKey(),
  /** The next request may be sent from then on. */
  nextAt: instant().notNull(),
  /** No request is sent before: `Retry-After`, or the open circuit breaker. Null: not blocked. */
  blockedUntil: instant(),
  blockedReason: text(),
  /** How many times in a row the breaker opened without a success between. */
  openings: integer().notNull().default(0),
  /** The robots.txt of a host; empty when there is none, null when it was never read. To be read again after `robotsUntil`. */
  robots: text(),
  robotsUntil: instant(),
})
