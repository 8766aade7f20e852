import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import { jsonArray } from '../../values/json-text'
import {
  type ExploreFilter,
  exploreFeedFilter,
  exploreFeedFilters,
  exploreFilter,
  exploreFilters,
} from '../filters/explore-filter'
import { readCursor, type SearchFilters, writeCursor } from '../filters/search-cursor'
import { reply } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import type { AskedParameters } from '../notices/asked-values'
import { noticeHeaders } from '../notices/notice'
import { sort } from '../parameters/pay-and-arrangement'
import { searchParameters } from '../parameters/search-parameters'
import { mostJobs, parameters } from '../plugins/operation'
import { context } from '../plugins/request-context'
import { findPage } from './search-page'
import { openEnd, queriesFor, type Services } from './services'

const HIDDEN = { detail: { hide: true } }

const { limit, cursor } = searchParameters
const page = { limit, cursor }
/** A cursor is valid only with these of its first page. */
const ordered = { ...exploreFilters, sort }
const feedOrdered = { ...exploreFeedFilters, sort }

/**
 * The jobs that the page `/explore` lists; not a part of the interface. `/explore/jobs` takes the filters of `/v1/jobs`,
 * `/explore/feed-jobs` those of `/v1/active-ats-count` and `employment_type`; both take pay, arrangement and `sort` beside
 * them. They answer as `/v1/jobs` does, without descriptions, and are billed as it is.
 */
export const exploreJobs = (services: Services) =>
  new Elysia(HIDDEN)
    .use(context)
    .onTransform(({ context }) => {
      context.mostJobs = mostJobs({ parameters: page }, context.query)
    })
    .use(
      new Elysia(HIDDEN)
        .use(parameters({ ...ordered, ...page }))
        .get('/explore/jobs', ({ context, parameters }) =>
          sendPage(services, context, {
            parameters,
            names: ordered,
            filterAt: (end) => exploreFilter(parameters, end),
          }),
        ),
    )
    .use(
      new Elysia(HIDDEN)
        .use(parameters({ ...feedOrdered, ...page }))
        .get('/explore/feed-jobs', ({ context, parameters }) =>
          sendPage(services, context, {
            parameters,
            names: feedOrdered,
            filterAt: (end) => exploreFeedFilter(parameters, end),
          }),
        ),
    )

interface Asked {
  parameters: Static<TObject<typeof page & { sort: typeof sort }>> & AskedParameters & SearchFilters
  names: Readonly<Record<string, unknown>>
  filterAt: (end: Date) => ExploreFilter
}

async function sendPage(
  services: Services,
  context: RequestContext,
  { parameters, names, filterAt }: Asked,
): Promise<Response> {
  const { limit, sort } = parameters
  const database = queriesFor(context, services.reads)
  const cursor =
    parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, parameters, names)
  const begun = cursor?.begun ?? (await openEnd(services, services.now()))
  const filter = filterAt(begun)
  const { rows, next } = await findPage(database, {
    cursor,
    begun,
    filter,
    limit,
    sort,
    parts: { description: 'none', sourceFields: false },
    toRows: (found) => found.map(({ document }) => document),
  })
  const nextCursor = next === undefined ? 'null' : `"${writeCursor(next, parameters, names)}"`
  const asked = { queries: database, parameters, filter, found: rows.length, limit }
  return reply(context, {
    body: ['{"jobs":', ...jsonArray(rows), `,"next_cursor":${nextCursor}}`],
    jobs: rows.length,
    ...(filter.created && { window: filter.created }),
    ...(cursor === undefined && { headers: noticeHeaders(await services.notices(asked)) }),
  })
}
