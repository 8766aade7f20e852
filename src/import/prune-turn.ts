import { isNull, lte, sql } from 'drizzle-orm'
import { retention } from '../database/schema/single-rows'
import { HOUR_MS } from '../values/instant'
import type { Writer } from './writer'

/** Takes the turn of importers and collectors to prune, on any machine; false when one took it within the hour. */
export async function takePruneTurn({ database, clock }: Writer): Promise<boolean> {
  const now = await clock(database)
  const { isOnly, turnAt } = retention
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  const taken = await database.db
    .insert(retention)
    .values({ turnAt: now })
    .onConflictDoUpdate({
      target: isOnly,
      set: { turnAt: now },
      setWhere: sql`${isNull(turnAt)} or ${lte(turnAt, hourAgo)}`,
    })
    .returning({ turnAt })
  return taken.length > 0
}
