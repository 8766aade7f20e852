import Type from 'typebox'
import { findJobs } from '../database/queries/find-jobs'
import { commonFilter } from '../filters/job-filter'
import { newJobsWindow } from '../filters/time-window'
import { reply } from '../http/reply'
import { noticeHeaders } from '../notices/notice'
import { commonFilters } from '../parameters/common-filters'
import { isFirstPage, jobListing } from '../parameters/job-listing'
import { newJobsFrame } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { Job } from '../resources/job'
import { jsonArray } from '../values/json-text'
import { completeWindow, queriesFor, type Services } from './services'

export const activeAts = (services: Services) => {
  const { reads, notices, now } = services
  return operation({
    operationId: 'getActiveAts',
    summary: 'New jobs',
    description:
      'Active jobs first collected within `time_frame`: the latest `date_posted` first, jobs without one last, or by `id` ascending with `cursor`.',
    tag: 'Feeds',
    parameters: { ...commonFilters, ...jobListing, time_frame: newJobsFrame },
    response: Type.Array(Job),
    timeout: { status: 504, narrowBy: 'country, location or a shorter time_frame' },
    hasWindow: true,
    hasNotices: true,
  }).get('/v1/active-ats', async ({ context, parameters }) => {
    const { description_format: description, include_source_fields: sourceFields } = parameters
    const time = now()
    const common = commonFilter(parameters)
    const asked = newJobsWindow(parameters.time_frame, time, common.created)
    const created = await completeWindow(services, asked, time)
    const filter = { ...common, created }
    const queries = queriesFor(context, reads)
    const documents = await findJobs(queries, {
      filter,
      page: parameters,
      parts: { description, sourceFields },
      isModified: false,
    })
    return reply(context, {
      body: jsonArray(documents),
      jobs: documents.length,
      window: created,
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
