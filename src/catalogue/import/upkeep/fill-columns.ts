import { and, eq, gt, isNotNull, isNull, or } from 'drizzle-orm'
import { rowsOf } from '../../database/client/rows'
import { jobDocuments, jobs } from '../../database/schema/jobs'
import type { JobContent } from '../../resources/job'
import { searchColumns } from '../job/search-columns'
import { BACKFILL_BATCH, type Backfill } from './backfill'

const { id, hasSalary, organization, payKind, roleHash, workArrangement } = jobs

/** Fills the columns of pay, arrangement and role of all jobs that a version without these columns wrote. */
export const fillColumns: Backfill<{ id: bigint; head: string; tail: string }> = {
  count: ({ db }) => db.$count(jobs, isUnfilled()),
  read: ({ db }, after) =>
    db
      .select({ id, head: jobDocuments.head, tail: jobDocuments.tail })
      .from(jobs)
      .innerJoin(jobDocuments, eq(jobDocuments.jobId, id))
      .where(and(gt(id, after), isUnfilled()))
      .orderBy(id)
      .limit(BACKFILL_BATCH),
  async write({ db }, unfilled) {
    const filled = unfilled.map((job) => {
      const content: JobContent = JSON.parse(`${job.head}${job.tail}}`)
      const { payKind, payTop, roleHash, workArrangement } = searchColumns(content)
      return { id: job.id, payKind, payTop, roleHash, workArrangement }
    })
    const { from, row } = rowsOf(
      jobs,
      ['id', 'payKind', 'payTop', 'roleHash', 'workArrangement'],
      filled,
    )
    const { id: rowId, ...set } = row
    await db.update(jobs).set(set).from(from).where(eq(id, rowId))
  },
}

function isUnfilled() {
  return or(
    isNull(workArrangement),
    and(hasSalary, isNull(payKind)),
    and(isNotNull(organization), isNull(roleHash)),
  )
}
