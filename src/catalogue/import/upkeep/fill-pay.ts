import { and, eq, gt, isNull } from 'drizzle-orm'
import { rowsOf } from '../../database/client/rows'
import { activeJobs, jobDocuments } from '../../database/schema/jobs'
import type { JobContent } from '../../resources/job'
import { searchColumns } from '../job/search-columns'
import { BACKFILL_BATCH, type Backfill } from './backfill'

const { id, hasSalary, payKind } = activeJobs

/** Fills `pay_kind` and `pay_top` of active jobs that a version without these columns wrote. */
export const fillPay: Backfill<{ id: bigint; head: string; tail: string }> = {
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
      const { payKind, payTop } = searchColumns(content)
      return { id: job.id, payKind, payTop }
    })
    const { from, row } = rowsOf(activeJobs, ['id', 'payKind', 'payTop'], filled)
    await db
      .update(activeJobs)
      .set({ payKind: row.payKind, payTop: row.payTop })
      .from(from)
      .where(eq(id, row.id))
  },
}

function isUnfilled() {
  return and(hasSalary, isNull(payKind))
}
