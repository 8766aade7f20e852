import { sql } from 'drizzle-orm'
import type { Queries } from '../../database/client/drizzle'

const GIN_INDEXES = [
  'active_jobs_title_words',
  'active_jobs_organization_words',
  'active_jobs_text_words',
  'active_jobs_places',
  'removed_jobs_title_words',
  'removed_jobs_organization_words',
  'removed_jobs_text_words',
  'removed_jobs_places',
] as const

/**
 * Flushes the pending lists of the search indexes. A GIN index collects new entries in such a list, which every search
 * reads through. PostgreSQL flushes a list only when it is full, and then inside the import's transaction.
 */
export async function flushPendingLists(queries: Queries): Promise<void> {
  for (const index of GIN_INDEXES) {
    // A function call without a table, which the builder cannot write. Null, for an index that is deferred, does nothing.
    await queries.run(sql`select gin_clean_pending_list(to_regclass(${index}))`)
  }
}

/** Postings between two runs; fewer are not worth a run. */
const POSTINGS_PER_RUN = 2_000

/** After this many postings the import waits for the run in progress: pending entries make searches slow and the index large. */
const MAX_WAITING = 2 * POSTINGS_PER_RUN

/** A task that runs again and again beside an import, on a connection of its own, one run at a time. */
export class BackgroundTask {
  private postings = 0
  private running: Promise<void> | undefined
  private failure: { error: unknown } | undefined

  constructor(private readonly task: () => Promise<void>) {}

  /**
   * Counts written postings, and starts a run when enough are written; waits for the run in progress when too many are. Throws
   * when a run has failed.
   */
  async written(postings: number): Promise<void> {
    this.throwFailure()
    this.postings += postings
    if (this.postings >= MAX_WAITING) await this.end()
    if (this.postings < POSTINGS_PER_RUN || this.running !== undefined) return
    this.postings = 0
    this.running = this.task()
      .catch((error: unknown) => {
        this.failure = { error }
      })
      .finally(() => {
        this.running = undefined
      })
  }

  /** Waits for the run in progress. Throws when a run has failed. */
  async end(): Promise<void> {
    await this.running
    this.throwFailure()
  }

  private throwFailure(): void {
    if (this.failure !== undefined) throw this.failure.error
  }
}
