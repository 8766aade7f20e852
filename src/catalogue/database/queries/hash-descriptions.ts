import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../client/drizzle'
import { anyOf } from '../client/operators'
import { jobDocuments } from '../schema/jobs'

/** A hash of the text of each job's description. */
export async function hashDescriptions(
  { db }: Queries,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  const { jobId, descriptionText } = jobDocuments
  const hash: SQL<string> = sql`md5(${descriptionText})`
  const rows = await db.select({ id: jobId, hash }).from(jobDocuments).where(anyOf(jobId, ids))
  return new Map(rows.map((row) => [row.id, row.hash]))
}
