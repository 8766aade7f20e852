import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queries } from '../../src/catalogue/database/client/drizzle'
import { list } from '../../src/catalogue/database/client/operators'
import { changeCounters, changes } from '../../src/catalogue/database/schema/changes'
import {
  collectorBoards,
  collectorPostings,
  collectorVendors,
} from '../../src/catalogue/database/schema/collector'
import {
  collectorDays,
  collectorRequests,
} from '../../src/catalogue/database/schema/collector-days'
import { changeGaps, generations } from '../../src/catalogue/database/schema/generations'
import { jobDocuments, jobs, postings, reposts } from '../../src/catalogue/database/schema/jobs'
import { retention, samples } from '../../src/catalogue/database/schema/single-rows'
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
  await deleteRows(queries, {
    tables: [
      reposts,
      changes,
      retention,
      postings,
      jobDocuments,
      jobs,
      changeGaps,
      generations,
      samples,
    ],
    sequences: ['jobs_id_seq', 'reposts_id_seq'],
  })
}

/** Removes every job, change and board, and what the collector knows of them; ids count from 1 again. */
export async function deleteBoards(queries: Queries): Promise<void> {
  await deleteJobs(queries)
  await deleteRows(queries, {
    tables: [
      changeCounters,
      collectorPostings,
      collectorBoards,
      collectorVendors,
      collectorDays,
      collectorRequests,
    ],
    sequences: ['collector_boards_id_seq'],
  })
}

/** Tests write few rows: deleting them takes a hundredth of the time that truncating the tables and their indexes takes. */
async function deleteRows(
  queries: Queries,
  { tables, sequences }: { tables: readonly PgTable[]; sequences: readonly string[] },
): Promise<void> {
  const deletions = tables.map(
    (table, number) => sql`${sql.identifier(`deleted_${number}`)} as (delete from ${table})`,
  )
  const restarts = sequences.map((name) => sql`setval(${name}::regclass, 1, false)`)
  await queries.run(sql`with ${list(deletions)} select ${list(restarts)}`)
}
