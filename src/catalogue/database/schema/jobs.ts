import { isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  type PgColumn,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { JOB_STATUSES, type JobStatus } from '../../../values/change-events'
import { COUNTRIES, type Country } from '../../../values/country'
import type { WorkArrangement } from '../../../values/work-arrangement'
import type { COLUMN_FILTERS } from '../../job-filter'
import { isTrue } from '../client/operators'
import { checkValues, instant, literally, tsvector } from './columns'
import { hasWords } from './dropped-words'

/** The ids of jobs, ascending in the order of creation. */
export const jobIds = pgSequence('jobs_id_seq')

/** The columns of `jobs` and of its two partitions. */
export const jobColumns = {
  id: bigint({ mode: 'bigint' }).notNull(),
  dateCreated: instant().notNull(),
  datePosted: instant(),
  dateModified: instant(),
  dateRemoved: instant(),
  employmentTypes: smallint().notNull(),
  isRemote: boolean().notNull(),
  hasSalary: boolean().notNull(),
  /** As `searchColumns` decides it; null until an import or `fill` has written it. */
  workArrangement: text().$type<WorkArrangement | 'unknown'>(),
  /** A hash of employer and title, by which earlier postings are found; null without an employer. */
  roleHash: integer(),
  /** Currency and unit of the pay, as `payKind` writes them. */
  payKind: text(),
  /** The highest published amount, in that currency and unit. */
  payTop: doublePrecision(),
  hasLocation: boolean().notNull(),
  country: text().$type<Country>().notNull(),
  status: text().$type<JobStatus>().notNull(),
  source: text().notNull(),
  sourceSlug: text(),
  organization: text(),
  places: integer().array().notNull(),
  titleWords: tsvector().notNull(),
  organizationWords: tsvector().notNull(),
  textWords: tsvector().notNull(),
}

/**
 * One narrow row per job: the columns that filters, orders and windows read. `job_documents` has what clients receive.
 * `employment_types` has bit i set for element i of `EMPLOYMENT_TYPES`; `places` holds the ids of the terms of
 * `places` that the job's locations answer to.
 *
 * Partitioned by status, so that most requests read only active jobs. PostgreSQL moves the row of a job whose status
 * changes.
 *
 * No table has a foreign key to this one: the single writer adds and rewrites the rows of a job in all tables in one
 * transaction, and the checks would cost a tenth of every import.
 */
export const jobs = pgTable('jobs', jobColumns, (job) => [
  checkValues('jobs_country', job.country, COUNTRIES),
  checkValues('jobs_status', job.status, JOB_STATUSES),
  check('jobs_removed', sql`(${job.status} = 'active') = (${job.dateRemoved} is null)`),
])

/**
 * The words of a text, stored out of line. PostgreSQL's cost model ignores where a value is stored. The function has the cost
 * of fetching one, so the planner prefers the index even for frequent words.
 */
export function fetched(words: SQLWrapper): SQL {
  return sql`fetched(${words})`
}

type JobColumns = Record<keyof typeof jobColumns, PgColumn>

/** The columns of `COLUMN_FILTERS` that the indexes of counts end with. They begin with `dateCreated`; the others are left out. */
type CountedColumn = Exclude<
  (typeof COLUMN_FILTERS)[keyof typeof COLUMN_FILTERS]['column'],
  'dateCreated' | 'dateModified' | 'organization' | 'workArrangement'
>

/** The columns that the indexes of counts have, in their order there: TypeScript asks for that of each new filter. */
function countedColumns(job: JobColumns): [PgColumn, ...PgColumn[]] {
  const { hasSalary, isRemote, hasLocation, employmentTypes, source, datePosted } = job
  const columns: Record<CountedColumn, PgColumn> = {
    ...{ hasSalary, isRemote, hasLocation, employmentTypes, source, datePosted },
  }
  return Object.values(columns) as [PgColumn, ...PgColumn[]]
}

function searchIndexes(partition: string, job: JobColumns) {
  return [
    index(`${partition}_places`).using('gin', job.places),
    index(`${partition}_title_words`).using('gin', job.titleWords),
    index(`${partition}_organization_words`).using('gin', job.organizationWords),
    index(`${partition}_text_words`).using('gin', fetched(job.textWords)),
  ]
}

/** The partition of the active jobs. Queries name it directly; a condition on the status would be evaluated for each row. */
export const activeJobs = pgTable('active_jobs', jobColumns, (job) => [
  primaryKey({ columns: [job.id] }),
  // The columns after the order are there for windows, so that pages and offsets need only the index.
  index('active_jobs_newest').on(
    job.datePosted.desc(),
    job.id.desc().nullsFirst(),
    job.dateCreated,
    job.country,
  ),
  // Counts by plain filters read this index alone.
  index('active_jobs_plain').on(job.dateCreated, job.country, ...countedColumns(job)),
  index('active_jobs_modified')
    .on(job.dateModified.desc().nullsFirst(), job.id.desc().nullsFirst())
    .where(isNotNull(job.dateModified)),
  // Few jobs are remote, and many clients ask for them.
  index('active_jobs_remote').on(job.dateCreated).where(isTrue(job.isRemote)),
  index('active_jobs_pay')
    .on(job.payKind, job.payTop.desc().nullsFirst(), job.id.desc().nullsFirst())
    .where(isNotNull(job.payKind)),
  // Counts by arrangement read this index alone.
  index('active_jobs_arrangement').on(job.workArrangement, job.dateCreated, job.country),
  index('active_jobs_organization').on(job.organization),
  ...searchIndexes('active_jobs', job),
])

/** The partition of the jobs that left. Counts of `1m` search it too; older jobs in it have no words and no places. */
export const removedJobs = pgTable('removed_jobs', jobColumns, (job) => [
  primaryKey({ columns: [job.id] }),
  index('removed_jobs_plain').on(job.dateCreated, job.country, job.status, ...countedColumns(job)),
  // The jobs whose words may have to be dropped.
  index('removed_jobs_words')
    .on(job.dateCreated)
    .where(literally(hasWords(job))),
  index('removed_jobs_role')
    .on(job.roleHash, job.id.desc().nullsFirst())
    .where(isNotNull(job.roleHash)),
  index('removed_jobs_removed').on(job.dateRemoved, job.country, job.id),
  ...searchIndexes('removed_jobs', job),
])

/** The partitions, under the alias that conditions and columns use. */
const asJobs = (table: SQLWrapper) => sql`${table} as jobs`
export const ACTIVE_JOBS = asJobs(activeJobs)
export const REMOVED_JOBS = asJobs(removedJobs)

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

/**
 * The posting of each job; read only by the writer. A posting has one active job in a country view; a posting that left and
 * is seen again gets a new job. `key` is a hash of source, source slug and external id, `board` is `source/source_slug`,
 * `line_hash` is the hash of the last imported line.
 */
export const postings = pgTable(
  'postings',
  {
    jobId: bigint({ mode: 'bigint' }).primaryKey(),
    key: uuid().notNull(),
    country: text().$type<Country>().notNull(),
    board: text().notNull(),
    lineHash: text().notNull(),
    isActive: boolean().notNull(),
  },
  (posting) => [
    uniqueIndex('postings_active').on(posting.key, posting.country).where(isTrue(posting.isActive)),
    index('postings_key').on(posting.key),
    index('postings_board').on(posting.board).where(isTrue(posting.isActive)),
  ],
)

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
