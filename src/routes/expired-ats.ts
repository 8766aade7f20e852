import { Elysia } from 'elysia'
import Type from 'typebox'
import { listExpiredIds } from '../database/queries/list-expired-ids'
import { expiredWindow } from '../filters/time-window'
import { commonFilters } from '../parameters/common-filters'
import { expiredFrame } from '../parameters/time-frames'
import { compressOnce } from '../plugins/compression'
import { operation, parameters } from '../plugins/operation'
import { type Reply, reply } from '../plugins/reply'
import { floorToHour } from '../values/instant'
import { freshSingleFlight } from '../values/single-flight'
import type { Services } from './services'

const query = { time_frame: expiredFrame, country: commonFilters.country }

/**
 * A list may have millions of ids, so all requests that ask for it at once share one. Its window ends when its query
 * begins, after the last of these requests came: no request gets an older list than one of its own.
 */
export const expiredAts = ({ reads, now, awaitWatermark }: Services) => {
  const lists = new Map<string, () => Promise<Reply>>()
  return new Elysia().use(parameters(query)).get(
    '/v1/expired-ats',
    async ({ request, parameters: { time_frame, country } }) => {
      const list = lists.getOrInsertComputed(`${time_frame} ${country.toSorted()}`, () =>
        freshSingleFlight(async () => {
          const time = now()
          const window = expiredWindow(time_frame, time)
          await awaitWatermark(floorToHour(time))
          const body = new Blob([await listExpiredIds(reads, country, window)])
          return { body, window, compress: compressOnce(body) }
        }),
      )
      return reply(request, await list())
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
      timeout: { status: 504, narrowBy: 'country or a shorter time_frame' },
      hasWindow: true,
    }),
  )
}
