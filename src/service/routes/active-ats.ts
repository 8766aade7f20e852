import Type from 'typebox'
import { Job } from '../../catalogue/resources/job'
import { commonFilter } from '../filters/job-filter'
import { newJobsWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { jobListing } from '../parameters/job-listing'
import { newJobsFrame } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { jobFeed } from './job-feed'
import { completeWindow, type Services } from './services'

export const activeAts = (services: Services) =>
  operation({
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
  }).get('/v1/active-ats', async (request) => {
    const { parameters } = request
    const time = services.now()
    const common = commonFilter(parameters)
    const frame = newJobsWindow(parameters.time_frame, time, common.created)
    const created = await completeWindow(services, frame, time)
    const filter = { ...common, created }
    return await jobFeed(services, request, { filter, window: created, isModified: false })
  })
