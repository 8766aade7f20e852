import { bigint, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * The JSON text of a job as clients receive it. It is joined from these parts and never parsed. `head` is the Job object from
 * `{"id":` to `domain_derived`; `tail` continues with `,"cities_derived":` and lacks the closing brace. The descriptions, which
 * come between the two, and the source fields are JSON values.
 */
export const jobDocuments = pgTable('job_documents', {
  jobId: bigint({ mode: 'bigint' }).primaryKey(),
  head: text().notNull(),
  tail: text().notNull(),
  descriptionText: text().notNull(),
  descriptionHtml: text().notNull(),
  sourceFields: text().notNull(),
})
