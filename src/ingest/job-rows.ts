import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/connection'
import { jobDocuments } from '../database/schema/job-documents'
import { jobs } from '../database/schema/jobs'
import { postings } from '../database/schema/postings'
import { documentHead, documentTail } from '../resources/job-document'
import type { BatchLine } from './batch'
import type { PlaceDictionary } from './place-dictionary'
import type { PreparedView } from './prepare-posting'

/** A job that is written whole, with the line and the view that it is written from. */
interface WrittenJob {
  id: bigint
  line: BatchLine
  view: PreparedView
  dateCreated: Date
}

export interface RewrittenJob extends WrittenJob {
  dateModified: Date
}

export interface NewJob extends WrittenJob {
  dateModified: Date | null
  /** False for one that an archive restores and that has left: it never stands for its posting. */
  isActive: boolean
}

/** Takes that many ids from the identity of `jobs`, ascending. */
export async function takeIds(queries: Queries, count: number): Promise<bigint[]> {
  const rows = await queries.run<{ id: bigint }>(
    sql`select nextval(pg_get_serial_sequence('jobs', 'id')) as id from generate_series(1, ${count}::integer)`,
  )
  return rows.map((row) => row.id).sort((a, b) => (a < b ? -1 : 1))
}

/** Writes new jobs with their documents. */
export async function insertJobs(
  queries: Queries,
  entries: readonly NewJob[],
  dictionary: PlaceDictionary,
): Promise<void> {
  if (entries.length === 0) return
  const writtenJobs = queries.run(sql`
    insert into ${jobs} (id, date_created, date_modified, country, status, ${JOB_COLUMNS})
    select id, date_created, date_modified, country, 'active', ${JOB_VALUES} from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ dateCreated }) => dateCreated))}::timestamptz[],
      ${arrayLiteral(entries.map(({ dateModified }) => dateModified))}::timestamptz[],
      ${arrayLiteral(entries.map(({ view }) => view.country))}::text[],
      ${jobArrays(entries, dictionary)}
    ) as entry (id, date_created, date_modified, country, ${JOB_COLUMNS})`)
  const writtenDocuments = queries.run(sql`
    insert into ${jobDocuments} (job_id, ${DOCUMENT_COLUMNS})
    select * from unnest(${documentArrays(entries)})`)
  const writtenPostings = queries.run(sql`
    insert into ${postings} (job_id, key, country, board, line_hash, is_active)
    select * from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ line }) => line.key))}::uuid[],
      ${arrayLiteral(entries.map(({ view }) => view.country))}::text[],
      ${arrayLiteral(entries.map(({ line }) => line.board))}::text[],
      ${arrayLiteral(entries.map(({ line }) => line.hash))}::text[],
      ${arrayLiteral(entries.map(({ isActive }) => isActive))}::boolean[])`)
  await Promise.all([writtenJobs, writtenDocuments, writtenPostings])
}

/** Rewrites jobs whose content changed. */
export async function rewriteJobs(
  queries: Queries,
  entries: readonly RewrittenJob[],
  dictionary: PlaceDictionary,
): Promise<void> {
  if (entries.length === 0) return
  await queries.run(sql`
    update ${jobs} set (date_modified, ${JOB_COLUMNS}) = row(entry.date_modified, ${JOB_VALUES})
    from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ dateModified }) => dateModified))}::timestamptz[],
      ${jobArrays(entries, dictionary)}
    ) as entry (id, date_modified, ${JOB_COLUMNS})
    where ${jobs.id} = entry.id`)
  await queries.run(sql`
    update ${jobDocuments} set (${DOCUMENT_COLUMNS}) = row(${DOCUMENT_VALUES})
    from unnest(${documentArrays(entries)}) as entry (job_id, ${DOCUMENT_COLUMNS})
    where ${jobDocuments.jobId} = entry.job_id`)
}

/** The columns that follow from the posting. */
const JOB_COLUMNS = sql`date_posted, employment_types, is_remote, has_salary, has_location, source,
  source_slug, organization, places, title_words, organization_words, text_words`

const JOB_VALUES = sql`entry.date_posted, entry.employment_types, entry.is_remote, entry.has_salary,
  entry.has_location, entry.source, entry.source_slug, entry.organization, entry.places::integer[],
  entry.title_words::tsvector, entry.organization_words::tsvector,
  coalesce(entry.text_words, '')::tsvector`

function jobArrays(entries: readonly WrittenJob[], dictionary: PlaceDictionary): SQL {
  const column = (value: (view: PreparedView) => string | number | boolean | null): string =>
    arrayLiteral(entries.map(({ view }) => value(view)))
  return sql`
    ${column((view) => view.datePosted)}::timestamptz[],
    ${column((view) => view.employmentTypes)}::smallint[],
    ${column((view) => view.isRemote)}::boolean[],
    ${column((view) => view.hasSalary)}::boolean[],
    ${column((view) => view.hasLocation)}::boolean[],
    ${column((view) => view.source)}::text[],
    ${column((view) => view.sourceSlug)}::text[],
    ${column((view) => view.organization)}::text[],
    ${column((view) => arrayLiteral(dictionary.ids(view.placeTerms)))}::text[],
    ${column((view) => view.titleWords)}::text[],
    ${column((view) => view.organizationWords)}::text[],
    ${longTexts(entries.map(({ view }) => view.textWords))}`
}

const DOCUMENT_COLUMNS = sql`head, tail, description_text, description_html, source_fields`
const DOCUMENT_VALUES = sql`entry.head, entry.tail, entry.description_text, entry.description_html,
  entry.source_fields`

function documentArrays(entries: readonly WrittenJob[]): SQL {
  const column = (value: (entry: WrittenJob) => string): SQL => longTexts(entries.map(value))
  return sql`
    ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
    ${column(({ view, id, dateCreated }) => documentHead(view.texts, id, dateCreated))},
    ${column(({ view }) => documentTail(view.texts))},
    ${column(({ view }) => view.texts.descriptionText)},
    ${column(({ view }) => view.texts.descriptionHtml)},
    ${column(({ view }) => view.texts.sourceFields)}`
}

/** Neither JSON text nor the text of a tsvector holds a control character. */
const SEPARATOR = '\x1e'

/**
 * An array of long texts. Cut at separators, it needs none of the escapes of a literal. A single empty text gives
 * no element at all.
 */
function longTexts(texts: readonly string[]): SQL {
  return sql`string_to_array(${texts.join(SEPARATOR)}, ${SEPARATOR})`
}
