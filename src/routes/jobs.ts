import { findLastRepost, searchJobs } from '../database/queries/search-jobs'
import { searchFilter } from '../filters/job-filter'
import { readCursor, writeCursor } from '../filters/search-cursor'
import { windowBefore } from '../filters/time-window'
import { reply } from '../http/reply'
import { searchParameters } from '../parameters/search-parameters'
import { operation } from '../plugins/operation'
import { SearchPage } from '../resources/job'
import { jsonArray } from '../values/json-text'
import { openEnd, queriesFor, type Services } from './services'

export const jobs = (services: Services) => {
  const { reads, notices, now } = services
  return operation({
    operationId: 'getJobs',
    summary: 'Search jobs',
    description:
      'Active jobs in one country, the latest `date_posted` first, jobs without one last. Send `next_cursor` as `cursor`, with the same filters, until it is null: each job that matches throughout comes once, also while the catalogue changes. A `window` stays where it was on the first page.',
    tag: 'Search',
    parameters: searchParameters,
    response: SearchPage,
    timeout: { status: 503, narrowBy: 'province, state, city or a shorter window' },
    hasWindow: true,
    hasNotices: true,
  }).get('/v1/jobs', async ({ context, parameters }) => {
    const { q, title, province, state, city, source } = parameters
    const database = queriesFor(context, reads)
    const cursor =
      parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, parameters)
    const begun = cursor?.begun ?? (parameters.window ? await openEnd(services, now()) : now())
    const window = parameters.window && windowBefore(begun, parameters.window)
    const filter = { ...searchFilter(parameters), created: window }
    // Read before the first page, so that changes made in between count as later.
    const lastRepost = cursor?.lastRepost ?? (await findLastRepost(database))
    // One job more than the page has shows whether another page follows.
    const found = await searchJobs(database, {
      filter,
      lastRepost,
      after: cursor?.after,
      limit: parameters.limit + 1,
      parts: { description: parameters.description, sourceFields: parameters.source_fields },
    })
    const page = found.slice(0, parameters.limit)
    const after = found.length > page.length ? page.at(-1) : undefined
    const next = after ? `"${writeCursor({ begun, lastRepost, after }, parameters)}"` : 'null'
    const documents = jsonArray(page.map(({ document }) => document))
    return reply(context, {
      body: ['{"jobs":', ...documents, `,"next_cursor":${next}}`],
      jobs: page.length,
      ...(window && { window }),
      ...(cursor === undefined && {
        headers: await notices({
          queries: database,
          parameters: { q, title, province, state, city, source },
          filter,
          found: page.length,
          limit: parameters.limit,
        }),
      }),
    })
  })
}
