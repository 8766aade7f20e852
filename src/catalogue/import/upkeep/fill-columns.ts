import { and, eq, gt, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { rowsOf } from '../../database/client/rows'
import { jobDocuments, jobs } from '../../database/schema/jobs'
import type { JobContent } from '../../resources/job'
import { type SearchColumns, searchColumns } from '../job/search-columns'
import { BACKFILL_BATCH, type Backfill } from './backfill'

const { id, hasSalary, organization, payKind, roleHash, workArrangement } = jobs

/** The columns that every released version writes. */
type ReleasedColumn =
  | 'country'
  | 'datePosted'
  | 'employmentTypes'
  | 'hasLocation'
  | 'hasSalary'
  | 'isRemote'
  | 'organization'
  | 'source'
  | 'sourceSlug'

/**
 * The columns to fill, each with the condition that finds its unfilled rows; undefined if the condition of another column finds
 * them. TypeScript asks for each new column of `searchColumns`.
 */
const UNFILLED: Readonly<Record<Exclude<keyof SearchColumns, ReleasedColumn>, SQL | undefined>> = {
  workArrangement: isNull(workArrangement),
  payKind: and(hasSalary, isNull(payKind)),
  payTop: undefined,
  roleHash: and(isNotNull(organization), isNull(roleHash)),
}

const COLUMNS = Object.keys(UNFILLED) as (keyof typeof UNFILLED)[]

/** Fills the columns of all jobs, also of removed ones, that a version without these columns wrote. */
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
      return { id: job.id, ...searchColumns(content) }
    })
    const { from, row } = rowsOf(jobs, ['id', ...COLUMNS], filled)
    const { id: rowId, ...set } = row
    await db.update(jobs).set(set).from(from).where(eq(id, rowId))
  },
}

function isUnfilled() {
  return or(...Object.values(UNFILLED))
}
