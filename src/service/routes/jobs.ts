import { SearchPage } from '../../catalogue/resources/job'
import { jsonArray } from '../../values/json-text'
import { searchFilter } from '../filters/job-filter'
import { readCursor, writeCursor } from '../filters/search-cursor'
import { reply } from '../http/reply'
import { noticeHeaders } from '../notices/notice'
import { searchParameters } from '../parameters/search-parameters'
import { operation } from '../plugins/operation'
import { findPage } from './search-page'
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
    const { q, title, province, state, city, source, remote, employment_type } = parameters
    const database = queriesFor(context, reads)
    const cursor =
      parameters.cursor === undefined ? undefined : readCursor(parameters.cursor, parameters)
    const begun = cursor?.begun ?? (parameters.window ? await openEnd(services, now()) : now())
    const filter = searchFilter(parameters, begun)
    const { created: window } = filter
    const { rows, next } = await findPage(database, {
      cursor,
      begun,
      filter,
      limit: parameters.limit,
      parts: { description: parameters.description, sourceFields: parameters.source_fields },
      toRows: (found) => found.map(({ document }) => document),
    })
    const nextCursor = next === undefined ? 'null' : `"${writeCursor(next, parameters)}"`
    return reply(context, {
      body: ['{"jobs":', ...jsonArray(rows), `,"next_cursor":${nextCursor}}`],
      jobs: rows.length,
      ...(window && { window }),
      ...(cursor === undefined && {
        headers: noticeHeaders(
          await notices({
            queries: database,
            parameters: { q, title, province, state, city, source, remote, employment_type },
            filter,
            found: rows.length,
            limit: parameters.limit,
          }),
        ),
      }),
    })
  })
}
