import { bigint, index, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * The previous `date_posted` of jobs whose date changed, so that a search is walked in the order of its first page. Written
 * under the writer lock, so the order of `id` is commit order.
 */
export const reposts = pgTable(
  'reposts',
  {
    id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
    jobId: bigint({ mode: 'bigint' }).notNull(),
    datePosted: instant(),
  },
  (repost) => [index('reposts_job').on(repost.jobId, repost.id)],
)
