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

/** How many postings are written before the next merge begins, so that each is worth it. */
const POSTINGS_OF_A_MERGE = 2_000

/**
 * Merges beside an import, on a connection of its own. PostgreSQL would do it while the import waits: whoever makes the
 * list too long merges it, unless somebody is at it.
 */
export class MergesBeside {
  private postings = 0
  private merging: Promise<void> | undefined
  private failure: { error: unknown } | undefined

  constructor(private readonly queries: Queries) {}

  /** To be told how many more are written. Throws what has stopped a merge. */
  written(postings: number): void {
    this.demandSuccess()
    this.postings += postings
    if (this.postings < POSTINGS_OF_A_MERGE || this.merging !== undefined) return
    this.postings = 0
    this.merging = mergeIndexes(this.queries)
      .catch((error: unknown) => {
        this.failure = { error }
      })
      .finally(() => {
        this.merging = undefined
      })
  }

  /** Waits for the merge that is under way. Throws what has stopped one. */
  async end(): Promise<void> {
    await this.merging
    this.demandSuccess()
  }

  private demandSuccess(): void {
    if (this.failure !== undefined) throw this.failure.error
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
