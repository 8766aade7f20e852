import { and, eq, gt, isNull } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { rowsOf } from '../../../../src/catalogue/database/client/rows'
import { BACKFILL_BATCH, type Backfill } from '../../../../src/catalogue/import/upkeep/backfill'

/** The table after a migration that added `text_length`. */
export const jobDocuments = pgTable('job_documents', {
  jobId: bigint({ mode: 'bigint' }).primaryKey(),
  descriptionText: text().notNull(),
  // With its name, because Drizzle keeps those of the columns that the table has in the schema.
  textLength: integer('text_length'),
})

const { jobId, descriptionText, textLength } = jobDocuments

// The example of drizzle/README.md:
export const fillTextLength: Backfill<{ id: bigint; text: string }> = {
  count: ({ db }) => db.$count(jobDocuments, isNull(textLength)),
  read: ({ db }, after) =>
    db
      .select({ id: jobId, text: descriptionText })
      .from(jobDocuments)
      .where(and(gt(jobId, after), isNull(textLength)))
      .orderBy(jobId)
      .limit(BACKFILL_BATCH),
  async write({ db }, rows) {
    const filled = rows.map(({ id, text }) => ({ jobId: id, textLength: text.length }))
    const { from, row } = rowsOf(jobDocuments, ['jobId', 'textLength'], filled)
    await db
      .update(jobDocuments)
      .set({ textLength: row.textLength })
      .from(from)
      .where(eq(jobId, row.jobId))
  },
}
