import { sql } from 'drizzle-orm'
import type { TestApp } from './test-app'

/** Takes every job and change out of an app, and sets its clock: ids and numbers count from 1 again. */
export async function emptyCatalogue(app: TestApp, instant: string): Promise<void> {
  await app.database.run(
    sql`truncate jobs, job_documents, postings, changes, reposts restart identity cascade`,
  )
  await app.database.run(sql`update change_counters set last_seq = 0`)
  app.clock.set(instant)
}
