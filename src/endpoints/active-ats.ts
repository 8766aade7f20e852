import Type from 'typebox'
import { findJobs } from '../database/queries/find-jobs'
import { commonFilter } from '../filters/job-filter'
import { narrow, newJobsWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { jobListing } from '../parameters/job-listing'
import { newJobsFrame } from '../parameters/time-frames'
import { Job } from '../resources/job'
import { floorToHour } from '../values/instant'
import { documentParts, feedPage, jobList } from './job-list'
import { endpoint } from './services'

export const activeAts = endpoint({
  path: '/v1/active-ats',
  summary: 'New jobs',
  description:
    'Active jobs first collected within `time_frame`: the latest `date_posted` first, jobs without one last, or by `id` ascending with `cursor`.',
  tag: 'Feeds',
  parameters: { ...commonFilters, ...jobListing, time_frame: newJobsFrame },
  responses: { 200: Type.Array(Job) },
  timeoutStatus: 504,
  hasWindow: true,
  async handle({ parameters, services }) {
    const now = services.now()
    const filter = commonFilter(parameters)
    const created = narrow(newJobsWindow(parameters.time_frame, now), filter.created)
    await services.sealHours(floorToHour(now))
    const documents = await findJobs(services.database, {
      filter: { ...filter, created },
      page: feedPage(parameters, 'newest'),
      parts: documentParts(parameters),
      isModified: false,
    })
    return { ...jobList(documents), window: created }
  },
})
