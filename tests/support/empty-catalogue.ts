import { sql } from 'drizzle-orm'
import type { Queries } from '../../src/catalogue/database/client/drizzle'
import { ANALYZER_VERSION } from '../../src/text/search/index/analyzer'
import type { TestApp } from './test-app'

/** Removes every job and change from an app and sets its clock; ids and numbers count from 1 again. */
export async function emptyCatalogue(app: TestApp, instant: string): Promise<void> {
  await deleteJobs(app.database)
  await app.database.run(sql`update change_counters set last_seq = 0, pruned_to = 0`)
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION}::integer,
    next_version = null, done_to = 0`)
  app.clock.set(instant)
}

/** Removes every job and change; ids count from 1 again, the numbers of changes do not. */
export async function deleteJobs(queries: Queries): Promise<void> {
  // Tests write few rows: deleting them takes a hundredth of the time that truncating the tables and their indexes takes.
  await queries.run(sql`
    with deleted_reposts as (delete from reposts),
      deleted_changes as (delete from changes),
      deleted_retention as (delete from retention),
      deleted_postings as (delete from postings),
      deleted_documents as (delete from job_documents),
      deleted_jobs as (delete from jobs),
      deleted_gaps as (delete from change_gaps),
      deleted_generations as (delete from generations),
      deleted_samples as (delete from samples)
    select setval('jobs_id_seq', 1, false), setval('reposts_id_seq', 1, false)`)
}

/** Removes every job, change and board, and what the collector knows of them; ids count from 1 again. */
export async function deleteBoards(queries: Queries): Promise<void> {
  await deleteJobs(queries)
  await queries.run(sql`
    with deleted_counters as (delete from change_counters),
      deleted_collected as (delete from collector_postings),
      deleted_boards as (delete from collector_boards),
      deleted_vendors as (delete from collector_vendors),
      deleted_days as (delete from collector_days),
      deleted_requests as (delete from collector_requests)
    select setval('collector_boards_id_seq', 1, false)`)
}
