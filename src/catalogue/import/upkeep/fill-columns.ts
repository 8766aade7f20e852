import { and, eq, gt, isNull, or } from 'drizzle-orm'
import { rowsOf } from '../../database/client/rows'
import { activeJobs, jobDocuments } from '../../database/schema/jobs'
import type { JobContent } from '../../resources/job'
import { searchColumns } from '../job/search-columns'
import { BACKFILL_BATCH, type Backfill } from './backfill'

const { id, hasSalary, payKind, workArrangement } = activeJobs

/** Fills the columns of pay and arrangement of active jobs that a version without these columns wrote. */
export const fillColumns: Backfill<{ id: bigint; head: string; tail: string }> = {
  count: ({ db }) => db.$count(activeJobs, isUnfilled()),
  read: ({ db }, after) =>
    db
      .select({ id, head: jobDocuments.head, tail: jobDocuments.tail })
      .from(activeJobs)
      .innerJoin(jobDocuments, eq(jobDocuments.jobId, id))
      .where(and(gt(id, after), isUnfilled()))
      .orderBy(id)
      .limit(BACKFILL_BATCH),
  async write({ db }, jobs) {
    const filled = jobs.map((job) => {
      const content: JobContent = JSON.parse(`${job.head}${job.tail}}`)
      const { payKind, payTop, workArrangement } = searchColumns(content)
      return { id: job.id, payKind, payTop, workArrangement }
    })
    const { from, row } = rowsOf(activeJobs, ['id', 'payKind', 'payTop', 'workArrangement'], filled)
    const { id: rowId, ...set } = row
    await db.update(activeJobs).set(set).from(from).where(eq(id, rowId))
  },
}

function isUnfilled() {
  return or(isNull(workArrangement), and(hasSalary, isNull(payKind)))
}
