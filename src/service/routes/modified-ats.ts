import Type from 'typebox'
import { ModifiedJob } from '../../catalogue/resources/job'
import { commonFilter } from '../filters/job-filter'
import { modifiedWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { jobListing } from '../parameters/job-listing'
import { modificationWindow } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { jobFeed } from './job-feed'
import { completeWindow, type Services } from './services'

export const modifiedAts = (services: Services) =>
  operation({
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
  }).get('/v1/modified-ats', async (request) => {
    const { parameters } = request
    const time = services.now()
    const modified = await completeWindow(services, modifiedWindow(parameters, time), time)
    const filter = { ...commonFilter(parameters), modified }
    return await jobFeed(services, request, { filter, window: modified, isModified: true })
  })
