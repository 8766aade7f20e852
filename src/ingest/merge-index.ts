import { sql } from 'drizzle-orm'
import type { Queries } from '../database/connection'

/**
 * Merges the words that were written last into the search indexes. PostgreSQL collects them in a list that every
 * search reads through until it is long enough to be worth the merge.
 */
export async function mergeIndexes(queries: Queries): Promise<void> {
  for (const index of INDEXES) {
    await queries.run(sql`select gin_clean_pending_list(${index}::regclass)`)
  }
}

const INDEXES = [
  'jobs_title_words',
  'jobs_organization_words',
  'jobs_text_words',
  'jobs_places',
] as const
