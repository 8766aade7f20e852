import { Elysia } from 'elysia'
import Type from 'typebox'
import { countries } from '../parameters/common-filters'
import { expiredFrame } from '../parameters/time-frames'
import { operation } from '../plugins/open-api-operation'
import { parameters } from '../plugins/parameters'
import { reply } from '../plugins/reply'
import type { Services } from './services'

const query = { time_frame: expiredFrame, country: countries }

export const expiredAts = ({ expiredIds }: Services) =>
  new Elysia().use(parameters(query)).get(
    '/v1/expired-ats',
    async ({ request, parameters: { time_frame, country } }) =>
      reply(request, await expiredIds(time_frame, country)),
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
