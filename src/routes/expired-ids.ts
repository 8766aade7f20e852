import type { Queries } from '../database/drizzle'
import type { HourWatermark } from '../database/hour-watermark'
import { listExpiredIds } from '../database/queries/list-expired-ids'
import { type ExpiredFrame, expiredWindow } from '../filters/time-window'
import { type Compressor, compressOnce } from '../plugins/compression'
import { COUNTRIES, type Country } from '../values/country'
import { floorToHour } from '../values/instant'
import { freshSingleFlight } from '../values/single-flight'
import type { Window } from '../values/window'

/** A list of ids, ready to be sent. */
export interface ExpiredIdList {
  body: Blob
  window: Window
  compress: Compressor
}

/** Returns the ids of the jobs that left in a frame. */
export type ExpiredIds = (
  frame: ExpiredFrame,
  countries: readonly Country[],
) => Promise<ExpiredIdList>

/**
 * A list may have millions of ids, so all requests that ask for it at once share one. Its window ends when its query
 * begins, after the last of these requests came: no request gets an older list than one of its own.
 */
export function createExpiredIds(options: {
  database: Queries
  now: () => Date
  awaitWatermark: HourWatermark
}): ExpiredIds {
  const { database, now, awaitWatermark } = options
  const lists = new Map<string, () => Promise<ExpiredIdList>>()
  return (frame, countries) => {
    const some = COUNTRIES.filter((country) => countries.includes(country))
    const key = `${frame} ${some}`
    const list = lists.getOrInsertComputed(key, () =>
      freshSingleFlight(async () => {
        const time = now()
        const window = expiredWindow(frame, time)
        await awaitWatermark(floorToHour(time))
        const body = new Blob([await listExpiredIds(database, some, window)])
        return { body, window, compress: compressOnce(body) }
      }),
    )
    return list()
  }
}
