import { sql } from 'drizzle-orm'
import type { Queries } from '../database/drizzle'

/**
 * Merges the words that were written last into the search indexes. PostgreSQL collects them in a list that every
 * search reads through until it is long enough to be worth the merge; then whoever makes it too long would merge it, and an
 * import would wait, unless somebody is at it.
 */
export async function mergeIndexes(queries: Queries): Promise<void> {
  for (const index of INDEXES) {
    await queries.run(sql`select gin_clean_pending_list(${index}::regclass)`)
  }
}

const INDEXES = [
  'active_jobs_title_words',
  'active_jobs_organization_words',
  'active_jobs_text_words',
  'active_jobs_places',
  'removed_jobs_title_words',
  'removed_jobs_organization_words',
  'removed_jobs_text_words',
  'removed_jobs_places',
] as const
