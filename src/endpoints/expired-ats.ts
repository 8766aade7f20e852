import Type from 'typebox'
import { listExpiredIds } from '../database/queries/list-expired-ids'
import { expiredWindow } from '../filters/time-window'
import { countries } from '../parameters/common-filters'
import { expiredFrame } from '../parameters/time-frames'
import { floorToHour } from '../values/instant'
import { endpoint } from './services'

export const expiredAts = endpoint({
  path: '/v1/expired-ats',
  summary: 'Expired jobs',
  description:
    'Ids of jobs that left the feed in the window, removed by the employer or found not to be in the country, ascending. Clients delete them from their copy.',
  tag: 'Feeds',
  parameters: { time_frame: expiredFrame, country: countries },
  responses: {
    200: Type.Array(Type.Unsafe<bigint>({ type: 'integer', format: 'int64' }), {
      description: 'Job ids.',
    }),
  },
  timeoutStatus: 504,
  hasWindow: true,
  async handle({ parameters, services }) {
    const now = services.now()
    const window = expiredWindow(parameters.time_frame, now)
    await services.sealHours(floorToHour(now))
    const ids = await listExpiredIds(services.database, parameters.country, window)
    return { body: `[${ids}]`, window }
  },
})
