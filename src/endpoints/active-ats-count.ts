import { countJobs } from '../database/queries/count-jobs'
import { commonFilter } from '../filters/job-filter'
import { narrow, newJobsWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { countFrame } from '../parameters/time-frames'
import { JobCount } from '../resources/job'
import { floorToHour } from '../values/instant'
import { endpoint } from './services'

export const activeAtsCount = endpoint({
  path: '/v1/active-ats-count',
  summary: 'Count new jobs',
  description:
    'How many jobs match the filters in the window. To count what `/v1/active-ats` lists, send both the same `time_frame`; their defaults differ. `1m` also counts jobs that have expired since; the other windows count active jobs only.',
  tag: 'Feeds',
  parameters: { ...commonFilters, time_frame: countFrame },
  responses: { 200: JobCount },
  timeoutStatus: 504,
  hasWindow: true,
  async handle({ parameters, services }) {
    const now = services.now()
    const filter = commonFilter(parameters)
    const created = narrow(newJobsWindow(parameters.time_frame, now), filter.created)
    const withExpired = parameters.time_frame === '1m'
    await services.sealHours(floorToHour(now))
    const count = await countJobs(services.database, { ...filter, created }, { withExpired })
    return { body: `{"count":${count}}`, window: created }
  },
})
