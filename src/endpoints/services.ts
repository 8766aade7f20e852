import type { Queries } from '../database/drizzle'
import type { HourWatermark } from '../database/hour-watermark'
import { endpointFor } from '../http/endpoint'
import type { CatalogueStats } from './catalogue-stats'
import type { OrganizationList } from './organization-list'

/** What endpoints work with. */
export interface Services {
  /** Where the catalogue is read. */
  database: Queries
  now: () => Date
  /** Waits until nothing can be written any more into the hours before an instant. */
  sealHours: HourWatermark
  organizations: OrganizationList
  stats: CatalogueStats
}

export const endpoint = endpointFor<Services>()
