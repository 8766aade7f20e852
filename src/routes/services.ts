import type { Queries } from '../database/drizzle'
import type { HourWatermark } from '../database/hour-watermark'
import type { CatalogueStats } from './catalogue-stats'
import type { ExploreFigureSource } from './explore-figures'
import type { OrganizationList } from './organization-list'

/** What the routes under `/v1` need. */
export interface Services {
  /** Reads the catalogue for a request; statements that have not begun are dropped when the request is aborted. */
  queriesFor: (request: Request) => Queries
  now: () => Date
  /** Waits until no write with a time before an instant, the end of an hour, can happen any more. */
  awaitWatermark: HourWatermark
  organizations: OrganizationList
  stats: CatalogueStats
  exploreFigures: ExploreFigureSource
}
