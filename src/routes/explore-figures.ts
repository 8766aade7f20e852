import type { Queries } from '../database/drizzle'
import { countBoards } from '../database/queries/count-boards'
import { countDays, type DayCount } from '../database/queries/count-days'
import type { ExploreFigures } from '../resources/explore-figures'
import type { Country } from '../values/country'
import { DAY_MS, floorToDay, formatInstant, HOUR_MS, MINUTE_MS } from '../values/instant'
import { staleWhileRevalidate } from '../values/stale-while-revalidate'

/** Days of the figures, today included. */
export const FIGURE_DAYS = 31

/** A board that waits longer than this after it is due is overdue. */
const OVERDUE_MS = HOUR_MS

/** At this age the figures are counted again in the background. */
export const FIGURES_RENEWAL_MS = MINUTE_MS

/** Maximum age of the figures; after it requests wait for new ones. */
const FIGURES_AGE_MS = 5 * MINUTE_MS

/** Returns the figures of a country, at most `FIGURES_AGE_MS` old. */
export type ExploreFigureSource = (country: Country) => Promise<ExploreFigures>

/** One count at a time, over both countries. */
export function createExploreFigures(options: {
  database: Queries
  now: () => Date
  onFailure: (error: unknown) => void
}): ExploreFigureSource {
  const { database, now, onFailure } = options
  const figures = staleWhileRevalidate({
    now,
    onFailure,
    renewAfterMs: FIGURES_RENEWAL_MS,
    discardAfterMs: FIGURES_AGE_MS,
    async make() {
      const at = now()
      const since = new Date(floorToDay(at).getTime() - (FIGURE_DAYS - 1) * DAY_MS)
      const counts = await countDays(database, since)
      const boards = await countBoards(database, new Date(at.getTime() - OVERDUE_MS))
      return {
        at,
        value: (country: Country): ExploreFigures => ({
          country,
          days: daysOf(counts, country, since),
          boards,
          generated_at: formatInstant(at),
        }),
      }
    },
  })
  return async (country) => (await figures())(country)
}

/** Every day, those without jobs too. */
function daysOf(
  counts: readonly DayCount[],
  country: Country,
  since: Date,
): ExploreFigures['days'] {
  return Array.from({ length: FIGURE_DAYS }, (_, index) => {
    const day = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10)
    const found = counts.filter((row) => row.country === country && row.day === day)
    const sumOf = (event: DayCount['event']) =>
      found.filter((row) => row.event === event).reduce((sum, { jobs }) => sum + jobs, 0)
    return { day, new: sumOf('new'), removed: sumOf('removed') }
  })
}
