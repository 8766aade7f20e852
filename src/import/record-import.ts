import { sql } from 'drizzle-orm'
import type { Queries } from '../database/drizzle'
import { imports } from '../database/schema/imports'
import type { Counts } from './import-postings'

/** Notes that an import came to its end and what it did, for those who watch the catalogue. */
export async function recordImport(queries: Queries, counts: Counts): Promise<void> {
  const { created, updated, unchanged, expired, excluded, rejected } = counts
  await queries.run(sql`
    insert into ${imports} (finished_at, created, updated, unchanged, expired, excluded, rejected)
    values (clock_timestamp(), ${created}, ${updated}, ${unchanged}, ${expired}, ${excluded}, ${rejected})`)
}
