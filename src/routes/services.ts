import { createQueries, type Queries } from '../database/client/drizzle'
import type { CompleteInstant } from '../database/history/complete-instant'
import type { HourWatermark } from '../database/history/hour-watermark'
import { narrow } from '../filters/time-window'
import type { RequestContext } from '../http/request-context'
import type { createNotices } from '../notices/notices'
import type { Stats } from '../resources/stats'
import type { Country } from '../values/country'
import { floorToHour } from '../values/instant'
import type { Window } from '../values/window'
import type { OrganizationList } from './organization-list'

/** What the routes under `/v1` need. */
export interface Services {
  /** Reads the catalogue as it is at the request or later. */
  reads: Queries
  now: () => Date
  /** Receives errors of background work. */
  onFailure: (error: unknown) => void
  /** Opens a generation if the catalogue was restored or its server replaced. */
  checkGeneration: () => Promise<void>
  /** Waits until no write with a time before an instant, the end of an hour, can happen any more. */
  awaitWatermark: HourWatermark
  completeInstant: CompleteInstant
  organizations: OrganizationList
  /** The figures of a country, some minutes old at most. */
  statistics: (country: Country) => Promise<Stats>
  /** The headers of an answer with few jobs: what no active job has. */
  notices: ReturnType<typeof createNotices>
}

/** Reads the catalogue for a request; statements that have not begun are dropped when the request is aborted. */
export function queriesFor({ abortController }: RequestContext, { send }: Queries): Queries {
  return createQueries(send, abortController.signal)
}

/**
 * The window as far as it is complete: waits for the writers of past hours, and ends a window that reaches into this hour
 * at the last instant before which no write can still appear.
 */
export async function completeWindow(
  { awaitWatermark, completeInstant }: Pick<Services, 'awaitWatermark' | 'completeInstant'>,
  window: Window,
  now: Date,
): Promise<Window> {
  const hour = floorToHour(now)
  await awaitWatermark(hour)
  return window.to <= hour ? window : narrow(window, { to: await completeInstant(now) })
}
