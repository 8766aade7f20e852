import Type from 'typebox'
import { findJobs } from '../database/queries/find-jobs'
import { commonFilter } from '../filters/job-filter'
import { modifiedWindow } from '../filters/time-window'
import { reply } from '../http/reply'
import { noticeHeaders } from '../notices/notice'
import { commonFilters } from '../parameters/common-filters'
import { isFirstPage, jobListing } from '../parameters/job-listing'
import { modificationWindow } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { ModifiedJob } from '../resources/job'
import { jsonArray } from '../values/json-text'
import { completeWindow, queriesFor, type Services } from './services'

export const modifiedAts = (services: Services) => {
  const { reads, notices, now } = services
  return operation({
    operationId: 'getModifiedAts',
    summary: 'Modified jobs',
    description:
      'Active jobs whose published content changed in the 24 hours up to the last full UTC hour, or in the window of `date_modified_gte` and `date_modified_lt`, at most 31 days. Ordered by `date_modified` descending, or by `id` ascending with `cursor`.',
    tag: 'Feeds',
    parameters: { ...commonFilters, ...jobListing, ...modificationWindow },
    response: Type.Array(ModifiedJob),
    timeout: { status: 504, narrowBy: 'country, location or a later date_modified_gte' },
    hasWindow: true,
    hasNotices: true,
  }).get('/v1/modified-ats', async ({ context, parameters }) => {
    const { description_format: description, include_source_fields: sourceFields } = parameters
    const time = now()
    const modified = await completeWindow(services, modifiedWindow(parameters, time), time)
    const filter = { ...commonFilter(parameters), modified }
    const queries = queriesFor(context, reads)
    const documents = await findJobs(queries, {
      filter,
      page: parameters,
      parts: { description, sourceFields },
      isModified: true,
    })
    return reply(context, {
      body: jsonArray(documents),
      jobs: documents.length,
      window: modified,
      ...(isFirstPage(parameters) && {
        headers: noticeHeaders(
          await notices({
            queries,
            parameters,
            filter,
            found: documents.length,
            limit: parameters.limit,
          }),
        ),
      }),
    })
  })
}
