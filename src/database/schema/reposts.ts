import { bigint, index, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns'

/**
 * What `date_posted` each job had before it changed, so that a search can be walked in the order that it had when
 * the walk began. The writer fills it within its turn: the order of `id` is commit order.
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
