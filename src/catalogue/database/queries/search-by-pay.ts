import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { JsonBytes } from '../../../values/json-text'
import type { JobFilter, PayKey } from '../../job-filter'
import type { Queries } from '../client/drizzle'
import { conditionContext, filterCondition } from '../conditions/filter-conditions'
import { type DocumentParts, documentText, STATUS } from '../conditions/job-document-column'
import { orderedJobs } from '../conditions/ordered-jobs'
import { jobDocuments, jobs } from '../schema/jobs'

export interface PayQuery {
  /** With one kind of pay: amounts of several cannot be compared. */
  filter: JobFilter
  /** The last job of the page before. */
  after: PayKey | undefined
  limit: number
  parts: DocumentParts
}

export interface FoundByPay extends PayKey {
  document: JsonBytes
}

/**
 * A page of the jobs of one kind of pay, the highest published amount first. A job whose pay changes while the pages are read
 * may be missed, or come twice.
 */
export async function searchByPay(
  queries: Queries,
  { filter: { pay, ...others }, after, limit, parts }: PayQuery,
): Promise<FoundByPay[]> {
  const [kind, other] = pay?.kinds ?? []
  if (kind === undefined || other !== undefined) throw new TypeError('expected one kind of pay')
  const order = sql`pay_top desc, id desc`
  const page = {
    columns: [jobs.id, jobs.payTop, jobs.status, jobs.dateModified, jobs.dateRemoved],
    more: and(
      eq(jobs.payKind, kind),
      pay?.atLeast === undefined ? undefined : gte(jobs.payTop, pay.atLeast),
      after && isAfter(after),
    ),
    order,
    limit,
  }
  const condition = filterCondition(others, await conditionContext(queries, others))
  // Not the builder: the page is a subquery under the name of the table `jobs`.
  return await queries.run<FoundByPay>(sql`
    select ${jobs.id}, ${jobs.payTop} as "payTop", ${documentText(parts, STATUS)} as document
    from (${orderedJobs(page, condition)}) as jobs
    join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
    order by ${jobs.payTop} desc, ${jobs.id} desc`)
}

function isAfter({ payTop, id }: PayKey): SQL {
  return sql`(${jobs.payTop}, ${jobs.id}) < (${sql.param(payTop, jobs.payTop)}, ${sql.param(id, jobs.id)})`
}
