import type { Database } from '../database/connection'
import type { HourSeal } from '../database/hour-seal'
import { endpointFor } from '../http/endpoint'

/** What endpoints work with. */
export interface Services {
  database: Database
  now: () => Date
  /** Waits until nothing can be written any more into the hours before an instant. */
  sealHours: HourSeal
}

export const endpoint = endpointFor<Services>()
