import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What clients receive of a job, as finished JSON text that is joined and never parsed on the way out.
 * `head` is the Job object from `{"id":` to `domain_derived`, `tail` goes on from `,"cities_derived":` and is
 * not closed; the descriptions, which stand between the two, and the source fields are JSON values.
 */
export const jobDocuments = pgTable('job_documents', {
  jobId: bigint({ mode: 'bigint' }).primaryKey(),
  head: text().notNull(),
  tail: text().notNull(),
  descriptionText: text().notNull(),
  descriptionHtml: text().notNull(),
  sourceFields: text().notNull(),
})
