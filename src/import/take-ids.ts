import { sql } from 'drizzle-orm'
import type { Queries } from '../database/drizzle'
import type { jobIds } from '../database/schema/jobs'

/** Takes that many ids, ascending. */
export async function takeIds(
  queries: Queries,
  { seqName }: typeof jobIds,
  count: number,
): Promise<bigint[]> {
  if (count === 0) return []
  const rows = await queries.run<{ id: bigint }>(
    sql`select nextval(${seqName}) as id from generate_series(1, ${count}::integer)`,
  )
  return rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1))
}
