import type { Queries } from '../database/drizzle'
import type { HourWatermark } from '../database/hour-watermark'
import type { CatalogueStats } from './catalogue-stats'
import type { OrganizationList } from './organization-list'

/** What the routes under `/v1` need. */
export interface Services {
  /** Reads the catalogue for a request; statements not yet begun are dropped when nobody waits for the response. */
  queriesFor: (request: Request) => Queries
  now: () => Date
  /** Waits until no more writes can happen in the hours before an instant. */
  awaitWatermark: HourWatermark
  organizations: OrganizationList
  stats: CatalogueStats
}
