import { createQueries, type Queries } from '../../catalogue/database/client/drizzle'
import type { CompleteInstant } from '../../catalogue/database/history/complete-instant'
import type { HourWatermark } from '../../catalogue/database/history/hour-watermark'
import type { Stats } from '../../catalogue/resources/stats'
import type { Country } from '../../values/country'
import { floorToHour, MINUTE_MS } from '../../values/instant'
import { staleWhileRevalidate } from '../../values/single-flight'
import type { Window } from '../../values/window'
import { type AskedWindow, narrow } from '../filters/time-window'
import type { RequestContext } from '../http/request-context'
import type { createNotices } from '../notices/notices'
import type { Vocabulary } from '../notices/vocabulary'
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
  /** Waits until no write with a time before an instant of the past can happen. */
  awaitWatermark: HourWatermark
  completeInstant: CompleteInstant
  organizations: OrganizationList
  /** The figures of a country, some minutes old at most. */
  statistics: (country: Country) => Promise<Stats>
  /** What an answer says of its filters: how they were read, and values that no active job has. */
  notices: ReturnType<typeof createNotices>
  /** The names in active jobs; undefined until they are counted. */
  vocabulary: () => Vocabulary | undefined
}

/** Reads the catalogue for a request; statements that have not begun are dropped when the request is aborted. */
export function queriesFor({ abortController }: RequestContext, { send }: Queries): Queries {
  return createQueries(send, abortController.signal)
}

/** At this age figures are counted again in the background. */
export const FIGURES_RENEWAL_MS = MINUTE_MS

/** Maximum age of figures; after it requests wait for new ones. */
export const FIGURES_AGE_MS = 5 * MINUTE_MS

/** Returns the figures of a country, at most `FIGURES_AGE_MS` old. One count at a time, over both countries. */
export function countedFigures<Figures>(
  { now, onFailure }: Pick<Services, 'now' | 'onFailure'>,
  name: string,
  count: (at: Date) => Promise<(country: Country) => Figures>,
): (country: Country) => Promise<Figures> {
  const { get } = staleWhileRevalidate({
    name,
    now,
    onFailure,
    renewAfterMs: FIGURES_RENEWAL_MS,
    discardAfterMs: FIGURES_AGE_MS,
    async make() {
      const at = now()
      return { at, value: await count(at) }
    },
  })
  return async (country) => (await get())(country)
}

type Watermarks = Pick<Services, 'awaitWatermark' | 'completeInstant'>

/**
 * The complete part of a window. A closed window waits for the writers that began before its end; an open one ends where no
 * write can appear any longer.
 */
export async function completeWindow(
  services: Watermarks,
  { isOpen, ...window }: AskedWindow,
  now: Date,
): Promise<Window> {
  if (isOpen) return narrow(window, { to: await openEnd(services, now) })
  const hour = floorToHour(now)
  // An empty window may lie in the future.
  const isEmpty = window.to <= window.from
  await services.awaitWatermark(isEmpty || window.to < hour ? hour : window.to)
  return window
}

/** The end of an open window: in this hour, whose past ones are waited for. */
export async function openEnd(
  { awaitWatermark, completeInstant }: Watermarks,
  now: Date,
): Promise<Date> {
  await awaitWatermark(floorToHour(now))
  return await completeInstant(now)
}
