import Type from 'typebox'
import { listExpiredIds } from '../../catalogue/database/queries/list-expired-ids'
import { freshSingleFlight } from '../../values/single-flight'
import { expiredWindow } from '../filters/time-window'
import { compressOnce } from '../http/compression'
import { type Reply, reply } from '../http/reply'
import { commonFilters } from '../parameters/common-filters'
import { expiredFrame } from '../parameters/time-frames'
import { operation } from '../plugins/operation'
import { completeWindow, type Services } from './services'

/**
 * A list may have millions of ids, so all requests that ask for it at once share one. Its window ends when its query
 * begins, after the last of these requests came: no request gets an older list than one of its own.
 */
export const expiredAts = (services: Services) => {
  const { reads, now } = services
  const lists = new Map<string, () => Promise<Reply>>()
  return operation({
    operationId: 'getExpiredAts',
    summary: 'Expired jobs',
    description:
      'Ids of jobs that left the feed in the window, removed by the employer or found not to be in the country, ascending. Clients delete them from their copy.',
    tag: 'Feeds',
    parameters: { time_frame: expiredFrame, country: commonFilters.country },
    response: Type.Array(Type.Unsafe<bigint>({ type: 'integer', format: 'int64' }), {
      description: 'Job ids.',
    }),
    timeout: { status: 504, narrowBy: 'country or a shorter time_frame' },
    hasWindow: true,
  }).get('/v1/expired-ats', async ({ context, parameters: { time_frame, country } }) => {
    const list = lists.getOrInsertComputed(`${time_frame} ${country.toSorted()}`, () =>
      freshSingleFlight(async () => {
        const time = now()
        const window = await completeWindow(services, expiredWindow(time_frame, time), time)
        const body = new Blob([await listExpiredIds(reads, country, window)])
        return { body, window, compress: compressOnce(body) }
      }),
    )
    return reply(context, await list())
  })
}
