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
  await queries.run(sql`
    insert into ${jobs} (id, date_created, date_modified, country, status, ${ROW_COLUMNS})
    select id, date_created, date_modified, country, 'active', ${ROW_VALUES} from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ dateCreated }) => dateCreated))}::timestamptz[],
      ${arrayLiteral(entries.map(({ dateModified }) => dateModified))}::timestamptz[],
      ${arrayLiteral(entries.map(({ view }) => view.country))}::text[],
      ${rowArrays(entries, dictionary)}
    ) as entry (id, date_created, date_modified, country, ${ROW_COLUMNS})`)
  await queries.run(sql`
    insert into ${jobDocuments} (job_id, ${DOCUMENT_COLUMNS})
    select * from unnest(${documentArrays(entries)})`)
  await queries.run(sql`
    insert into ${postings} (job_id, key, country, board, line_hash, is_active)
    select * from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ line }) => line.key))}::uuid[],
      ${arrayLiteral(entries.map(({ view }) => view.country))}::text[],
      ${arrayLiteral(entries.map(({ line }) => line.board))}::text[],
      ${arrayLiteral(entries.map(({ line }) => line.hash))}::text[],
      ${arrayLiteral(entries.map(({ isActive }) => isActive))}::boolean[])`)
}

/** Rewrites jobs whose content changed. */
export async function rewriteJobs(
  queries: Queries,
  entries: readonly RewrittenJob[],
  dictionary: PlaceDictionary,
): Promise<void> {
  if (entries.length === 0) return
  await queries.run(sql`
    update ${jobs} set date_modified = entry.date_modified, (${ROW_COLUMNS}) = row(${ROW_VALUES})
    from unnest(
      ${arrayLiteral(entries.map(({ id }) => id))}::bigint[],
      ${arrayLiteral(entries.map(({ dateModified }) => dateModified))}::timestamptz[],
      ${rowArrays(entries, dictionary)}
    ) as entry (id, date_modified, ${ROW_COLUMNS})
    where ${jobs.id} = entry.id`)
  await queries.run(sql`
    update ${jobDocuments} set (${DOCUMENT_COLUMNS}) = row(${DOCUMENT_VALUES})
    from unnest(${documentArrays(entries)}) as entry (job_id, ${DOCUMENT_COLUMNS})
    where ${jobDocuments.jobId} = entry.job_id`)
}

const ROW_COLUMNS = sql`date_posted, employment_types, is_remote, has_salary, has_location, source,
  source_slug, organization, places, title_words, organization_words, text_words`

/** The columns of an entry; arrays cannot hold arrays or be read from text of other types before this. */
const ROW_VALUES = sql`entry.date_posted, entry.employment_types, entry.is_remote, entry.has_salary,
  entry.has_location, entry.source, entry.source_slug, entry.organization, entry.places::integer[],
  entry.title_words::tsvector, entry.organization_words::tsvector, entry.text_words::tsvector`

function rowArrays(entries: readonly WrittenJob[], dictionary: PlaceDictionary): SQL {
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
    ${column((view) => view.textWords)}::text[]`
}

const DOCUMENT_COLUMNS = sql`head, tail, description_text, description_html, source_fields`
const DOCUMENT_VALUES = sql`entry.head, entry.tail, entry.description_text, entry.description_html,
  entry.source_fields`

function documentArrays(entries: readonly WrittenJob[]): SQL {
  const column = (value: (entry: WrittenJob) => string | bigint): string =>
    arrayLiteral(entries.map(value))
  return sql`
    ${column(({ id }) => id)}::bigint[],
    ${column(({ view, id, dateCreated }) => documentHead(view.texts, id, dateCreated))}::text[],
    ${column(({ view }) => documentTail(view.texts))}::text[],
    ${column(({ view }) => view.texts.descriptionText)}::text[],
    ${column(({ view }) => view.texts.descriptionHtml)}::text[],
    ${column(({ view }) => view.texts.sourceFields)}::text[]`
}
