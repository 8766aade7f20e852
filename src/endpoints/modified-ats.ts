import Type from 'typebox'
import { findJobs } from '../database/queries/find-jobs'
import { commonFilter } from '../filters/job-filter'
import { modifiedWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { jobListing } from '../parameters/job-listing'
import { modificationWindow } from '../parameters/time-frames'
import { ModifiedJob } from '../resources/job'
import { floorToHour } from '../values/instant'
import { documentParts, feedPage, jobList } from './job-list'
import { endpoint } from './services'

export const modifiedAts = endpoint({
  path: '/v1/modified-ats',
  summary: 'Modified jobs',
  description:
    'Active jobs whose published content changed in the 24 hours up to the last full UTC hour, or in the window of `date_modified_gte` and `date_modified_lt`, at most 31 days. Ordered by `date_modified` descending, or by `id` ascending with `cursor`.',
  tag: 'Feeds',
  parameters: { ...commonFilters, ...jobListing, ...modificationWindow },
  responses: { 200: Type.Array(ModifiedJob) },
  timeoutStatus: 504,
  hasWindow: true,
  async handle({ parameters, services }) {
    const now = services.now()
    const modified = modifiedWindow(parameters, now)
    const filter = { ...commonFilter(parameters), modified }
    await services.sealHours(floorToHour(now))
    const documents = await findJobs(services.database, {
      filter,
      page: feedPage(parameters, 'modified'),
      parts: documentParts(parameters),
      isModified: true,
    })
    return { ...jobList(documents), window: modified }
  },
})
