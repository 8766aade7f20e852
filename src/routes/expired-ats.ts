import { Elysia } from 'elysia'
import Type from 'typebox'
import { listExpiredIds } from '../database/queries/list-expired-ids'
import { expiredWindow } from '../filters/time-window'
import { countries } from '../parameters/common-filters'
import { expiredFrame } from '../parameters/time-frames'
import { operation } from '../plugins/open-api-operation'
import { parameters } from '../plugins/parameters'
import { reply } from '../plugins/reply'
import { floorToHour } from '../values/instant'
import type { Services } from './services'

const query = { time_frame: expiredFrame, country: countries }

export const expiredAts = ({ queriesFor, awaitWatermark, now }: Services) =>
  new Elysia().use(parameters(query)).get(
    '/v1/expired-ats',
    async ({ request, parameters }) => {
      const time = now()
      const window = expiredWindow(parameters.time_frame, time)
      await awaitWatermark(floorToHour(time))
      const ids = await listExpiredIds(queriesFor(request), parameters.country, window)
      return reply(request, { body: `[${ids}]`, window })
    },
    operation({
      operationId: 'getExpiredAts',
      summary: 'Expired jobs',
      description:
        'Ids of jobs that left the feed in the window, removed by the employer or found not to be in the country, ascending. Clients delete them from their copy.',
      tag: 'Feeds',
      parameters: query,
      response: Type.Array(Type.Unsafe<bigint>({ type: 'integer', format: 'int64' }), {
        description: 'Job ids.',
      }),
      timeoutStatus: 504,
      hasWindow: true,
    }),
  )
