import { Elysia } from 'elysia'
import type { Static, TObject } from 'typebox'
import type { Queries } from '../../catalogue/database/client/drizzle'
import type { EqualPostings } from '../../catalogue/resources/explore-life'
import { type JsonBytes, jsonArray } from '../../values/json-text'
import {
  type ExploreFilter,
  exploreFeedFilter,
  exploreFeedFilters,
  exploreFilter,
  exploreFilters,
} from '../filters/explore-filter'
import {
  readCursor,
  type SearchCursor,
  type SearchFilters,
  writeCursor,
} from '../filters/search-cursor'
import { reply } from '../http/reply'
import type { RequestContext } from '../http/request-context'
import type { AskedParameters } from '../notices/asked-values'
import { noticeHeaders } from '../notices/notice'
import { boolean } from '../parameters/parameter-types'
import { sort } from '../parameters/pay-and-arrangement'
import { searchParameters } from '../parameters/search-parameters'
import { mostJobs, parameters } from '../plugins/operation'
import { context } from '../plugins/request-context'
import { groupJobs, keyJobs } from './equal-postings'
import { type FoundJob, findPage } from './search-page'
import { openEnd, queriesFor, type Services } from './services'

const HIDDEN = { detail: { hide: true } }

const { limit, cursor } = searchParameters
const page = {
  limit,
  cursor,
  group: boolean({
    default: false,
    description:
      'Equal postings of an employer as one: `groups` has the others, and `limit` counts groups.',
  }),
}
/** Jobs that are read for each group of a page, and at most in all. */
const READ_PER_GROUP = 5
const MAX_READ = 1_000

/** A cursor is valid only with these of its first page. */
const ordered = { ...exploreFilters, sort }
const feedOrdered = { ...exploreFeedFilters, sort }

/**
 * The jobs that the page `/explore` lists; not a part of the interface. `/explore/jobs` takes the filters of `/v1/jobs`,
 * `/explore/feed-jobs` those of `/v1/active-ats-count` and `employment_type`; both take pay, arrangement and `sort` beside
 * them. They answer as `/v1/jobs` does, without descriptions, and each job object is billed. With `group=true` equal
 * postings of an employer are one of `jobs`, and `groups` has the others of each.
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
  const search = { cursor, begun, filter, sort, parts: { description: 'none' as const } }
  const { jobs, groups, next } = parameters.group
    ? await findGroups(database, { ...search, limit })
    : await findJobs(database, { ...search, limit })
  const nextCursor = next === undefined ? 'null' : `"${writeCursor(next, parameters, names)}"`
  const grouped = groups === undefined ? '' : `,"groups":${JSON.stringify(groups)}`
  const asked = {
    queries: database,
    parameters: { pay_at_least: undefined, employment_type: undefined, ...parameters },
    filter,
    found: jobs.length,
    limit,
  }
  return reply(context, {
    body: ['{"jobs":', ...jsonArray(jobs), `${grouped},"next_cursor":${nextCursor}}`],
    jobs: jobs.length,
    ...(filter.created && { window: filter.created }),
    ...(cursor === undefined && { headers: noticeHeaders(await services.notices(asked)) }),
  })
}

type Search = Omit<Parameters<typeof findPage>[1], 'toRows'>

interface Found {
  jobs: readonly JsonBytes[]
  /** Of each job. */
  groups?: readonly EqualPostings[]
  next: SearchCursor | undefined
}

async function findJobs(database: Queries, search: Search): Promise<Found> {
  const toRows = (found: readonly FoundJob[]) => found.map(({ document }) => document)
  const { rows, next } = await findPage(database, { ...search, toRows })
  return { jobs: rows, next }
}

/** A page of groups. A bounded number of jobs is read, so a group may go on in a later page, where it has the same key. */
async function findGroups(database: Queries, search: Search): Promise<Found> {
  const { rows, next } = await findPage(database, {
    ...search,
    limit: Math.min(search.limit * READ_PER_GROUP, MAX_READ),
    toRows: (found) => keyJobs(database, found, search.limit),
  })
  const groups = groupJobs(rows)
  return {
    jobs: groups.map(({ shown }) => shown.document),
    groups: groups.map(({ group }) => group),
    next,
  }
}
