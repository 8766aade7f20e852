import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { ACTIVE_JOBS, jobs } from '../database/schema/jobs'
import { reposts } from '../database/schema/reposts'
import type { WrittenJob } from './job-rows'

/**
 * Notes the `date_posted` that jobs have before they are rewritten with another, so that a search in progress keeps
 * the order that it began with. Within the writer's turn: the order of the notes is commit order.
 */
export async function noteReposts(queries: Queries, entries: readonly WrittenJob[]): Promise<void> {
  if (entries.length === 0) return
  await queries.run(sql`
    insert into ${reposts} (job_id, date_posted)
    select ${jobs.id}, ${jobs.datePosted} from ${ACTIVE_JOBS}
    join unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ view }) => view.datePosted))}::timestamptz[]
    ) as entry (id, date_posted) on entry.id = ${jobs.id}
    where ${jobs.datePosted} is distinct from entry.date_posted`)
}
