import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { postings } from '../database/schema/postings'

/** Notes the line that a job was last held against, so that the same line is known at a glance. */
export async function rememberLines(
  queries: Queries,
  entries: readonly { jobId: bigint; hash: string }[],
): Promise<void> {
  if (entries.length === 0) return
  await queries.run(sql`
    update ${postings} set line_hash = entry.hash
    from unnest(
      ${arrayLiteral(entries.map(({ jobId }) => jobId))}::bigint[],
      ${arrayLiteral(entries.map(({ hash }) => hash))}::text[]
    ) as entry (job_id, hash)
    where ${postings.jobId} = entry.job_id`)
}
