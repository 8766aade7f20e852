import type { Queries } from '../database/drizzle'
import type { HourWatermark } from '../database/hour-watermark'
import type { CatalogueStats } from './catalogue-stats'
import type { ExpiredIds } from './expired-ids'
import type { ExploreFigureSource } from './explore-figures'
import type { OrganizationList } from './organization-list'

/** What the routes under `/v1` need. */
export interface Services {
  /** Reads the catalogue for a request; statements that have not begun are dropped when the request is aborted. */
  queriesFor: (request: Request) => Queries
  now: () => Date
  /** Opens a generation if the catalogue was restored or its server replaced. */
  checkGeneration: () => Promise<void>
  /** Waits until no write with a time before an instant, the end of an hour, can happen any more. */
  awaitWatermark: HourWatermark
  expiredIds: ExpiredIds
  organizations: OrganizationList
  stats: CatalogueStats
  exploreFigures: ExploreFigureSource
}
