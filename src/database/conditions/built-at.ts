import { type SQL, sql } from 'drizzle-orm'
import { MINUTE_MS } from '../../values/instant'
import { samples } from '../schema/single-rows'

/**
 * The instant of a list that is built at `now` and renewed at the age of `maxAgeMs`. While a sample is being written, the list is
 * dated back, so that it is renewed every minute.
 */
export function builtAt(now: Date, maxAgeMs: number): SQL {
  const earlier = new Date(now.getTime() - maxAgeMs + MINUTE_MS)
  return sql`case when exists (select from ${samples} where ${samples.finishedAt} is null)
      then ${earlier.toISOString()}::timestamptz else ${now.toISOString()}::timestamptz end`
}
