import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../../src/search/analyzer'
import type { TestApp } from './test-app'

/** Removes every job and change from an app and sets its clock; ids and numbers count from 1 again. */
export async function emptyCatalogue(app: TestApp, instant: string): Promise<void> {
  await app.database.run(
    sql`truncate jobs, job_documents, postings, changes, reposts restart identity cascade`,
  )
  await app.database.run(sql`update change_counters set last_seq = 0`)
  await app.database.run(sql`update text_index set version = ${ANALYZER_VERSION}::integer,
    next_version = null, done_to = 0`)
  app.clock.set(instant)
}
