import { countJobs } from '../../catalogue/database/queries/count-jobs'
import { JobCount } from '../../catalogue/resources/job'
import { commonFilter } from '../filters/job-filter'
import { newJobsWindow } from '../filters/time-window'
import { reply } from '../http/reply'
import { noticeHeaders } from '../notices/notice'
import { commonFilters } from '../parameters/common-filters'
import { countFrame } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { completeWindow, queriesFor, type Services } from './services'

export const activeAtsCount = (services: Services) => {
  const { reads, notices, now } = services
  return operation({
    operationId: 'getActiveAtsCount',
    summary: 'Count new jobs',
    description:
      'How many jobs match the filters in the window. To count what `/v1/active-ats` lists, send both the same `time_frame`; their defaults differ. `1m` also counts jobs that have expired since; the other windows count active jobs only.',
    tag: 'Feeds',
    parameters: { ...commonFilters, time_frame: countFrame },
    response: JobCount,
    timeout: { status: 504, narrowBy: 'country, location or a shorter time_frame' },
    hasWindow: true,
    hasNotices: true,
  }).get('/v1/active-ats-count', async ({ context, parameters }) => {
    const time = now()
    const common = commonFilter(parameters)
    const frame = newJobsWindow(parameters.time_frame, time, common.created)
    const created = await completeWindow(services, frame, time)
    const filter = { ...common, created }
    const withExpired = parameters.time_frame === '1m'
    const queries = queriesFor(context, reads)
    const count = await countJobs(queries, filter, { withExpired })
    return reply(context, {
      body: `{"count":${count}}`,
      window: created,
      headers: noticeHeaders(await notices({ queries, parameters, filter, found: Number(count) })),
    })
  })
}
