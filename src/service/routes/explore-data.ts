import { Elysia } from 'elysia'
import { countJobs } from '../../catalogue/database/queries/count-jobs'
import { findNewestId } from '../../catalogue/database/queries/find-job'
import { countDays, type DayCount } from '../../catalogue/database/queries/statistics'
import type { JobFilter } from '../../catalogue/job-filter'
import type { ExploreFigures } from '../../catalogue/resources/explore-figures'
import { countBoards } from '../../collect/board/count-boards'
import { inAdvancedSyntax } from '../../text/search/reading/parse-plain'
import type { Country } from '../../values/country'
import { calendarDay, DAY_MS, floorToDay, formatInstant, HOUR_MS } from '../../values/instant'
import {
  exploreFeedFilter,
  exploreFeedFilters,
  exploreFilter,
  exploreFilters,
} from '../filters/explore-filter'
import { textFilters } from '../filters/text-filters'
import { reply, versioned } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import { searchFilterParameters } from '../parameters/search-parameters'
import { parameters } from '../plugins/operation'
import { countedFigures, queriesFor, type Services } from './services'

const HIDDEN = { detail: { hide: true } }
const { country, q, title } = searchFilterParameters

/**
 * What the page `/explore` needs and the interface lacks; not a part of the interface, and not in its document.
 * `/explore/data`: the figures of a country. `/explore/example`: the id of a job, which `/swagger` fills in. `/explore/count`
 * and `/explore/feed-count`: the number of jobs that `/explore/jobs` and `/explore/feed-jobs` find with the same filters. `/explore/advanced`: plain texts as they are read, in the
 * advanced syntax.
 */
export const exploreData = (services: Services) => {
  const { reads, now } = services
  const figures = createExploreFigures(services)
  const sendCount = async (context: RequestContext, filter: JobFilter) => {
    const count = await countJobs(queriesFor(context, reads), filter, { withExpired: false })
    return reply(context, { body: `{"count":${count}}` })
  }
  return new Elysia(HIDDEN)
    .use(
      new Elysia(HIDDEN)
        .use(parameters({ country }))
        .get('/explore/data', async ({ context, parameters: { country } }) => {
          const text = JSON.stringify(await figures(country))
          return reply(context, versioned(text))
        }),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters(exploreFilters))
        .get('/explore/count', ({ context, parameters }) =>
          sendCount(context, exploreFilter(parameters, now())),
        ),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters(exploreFeedFilters))
        .get('/explore/feed-count', ({ context, parameters }) =>
          sendCount(context, exploreFeedFilter(parameters, now())),
        ),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters({ q, title }))
        .get('/explore/advanced', ({ context, parameters }) => {
          textFilters(parameters)
          const { q, title } = parameters
          const texts = { q: q && inAdvancedSyntax(q), title: title && inAdvancedSyntax(title) }
          return reply(context, { body: JSON.stringify(texts) })
        }),
    )
    .use(
      new Elysia(HIDDEN).use(parameters({})).get('/explore/example', async ({ context }) => {
        const id = await findNewestId(queriesFor(context, reads))
        return reply(context, { body: `{"id":${id ?? null}}` })
      }),
    )
}

/** Days of the figures, today included. */
export const FIGURE_DAYS = 31

/** The days of the figures from the first one on. */
export function figureDays(since: Date): string[] {
  return Array.from({ length: FIGURE_DAYS }, (_, index) =>
    calendarDay(new Date(since.getTime() + index * DAY_MS)),
  )
}

/** A board that waits longer than this after it is due is overdue. */
const OVERDUE_MS = HOUR_MS

export function createExploreFigures(services: Pick<Services, 'reads' | 'now' | 'onFailure'>) {
  return countedFigures(services, 'the figures of /explore', async (at) => {
    const since = new Date(floorToDay(at).getTime() - (FIGURE_DAYS - 1) * DAY_MS)
    const counts = await countDays(services.reads, since)
    const counted = await countBoards(services.reads, new Date(at.getTime() - OVERDUE_MS))
    const boards = counted.map(({ lastSuccessAt, ...board }) => ({
      ...board,
      last_success_at: lastSuccessAt && formatInstant(lastSuccessAt),
    }))
    return (country): ExploreFigures => {
      const days = daysOf(counts, country, since)
      return { country, days, boards, generated_at: formatInstant(at) }
    }
  })
}

/** Every day, also days without jobs. */
function daysOf(
  counts: readonly DayCount[],
  country: Country,
  since: Date,
): ExploreFigures['days'] {
  return figureDays(since).map((day) => {
    const found = counts.filter((row) => row.country === country && row.day === day)
    const sumOf = (event: DayCount['event']) =>
      found.filter((row) => row.event === event).reduce((sum, { jobs }) => sum + jobs, 0)
    return { day, new: sumOf('new'), removed: sumOf('removed') }
  })
}
