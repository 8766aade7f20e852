import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/connection'
import { jobDocuments } from '../database/schema/job-documents'
import { jobs } from '../database/schema/jobs'
import { postings } from '../database/schema/postings'
import { documentHead } from '../resources/job-document'
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
    insert into ${jobs} (id, country, date_created, date_modified, status, ${JOB_COLUMNS})
    select id, country, date_created, date_modified, 'active', ${JOB_COLUMNS}
    from ${jobRecords(entries, dictionary)}`)
  await queries.run(sql`
    insert into ${jobDocuments} (job_id, ${DOCUMENT_COLUMNS})
    select id, ${DOCUMENT_VALUES} from ${documentRecords(entries)}`)
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
    update ${jobs} set (date_modified, ${JOB_COLUMNS}) = row(entry.date_modified, ${JOB_VALUES})
    from ${jobRecords(entries, dictionary)} where ${jobs.id} = entry.id`)
  await queries.run(sql`
    update ${jobDocuments} set (${DOCUMENT_COLUMNS}) = row(${DOCUMENT_VALUES})
    from ${documentRecords(entries)} where ${jobDocuments.jobId} = entry.id`)
}

/** The columns that follow from the posting. */
const JOB_COLUMNS = sql`date_posted, employment_types, is_remote, has_salary, has_location, source,
  source_slug, organization, places, title_words, organization_words, text_words`

const JOB_VALUES = sql`entry.date_posted, entry.employment_types, entry.is_remote, entry.has_salary,
  entry.has_location, entry.source, entry.source_slug, entry.organization, entry.places,
  entry.title_words, entry.organization_words, entry.text_words`

/**
 * Rows go to PostgreSQL as one JSON text a statement: it is made and read faster than arrays, in which the
 * documents, JSON themselves, would be escaped again.
 */
function jobRecords(
  entries: readonly (NewJob | RewrittenJob)[],
  dictionary: PlaceDictionary,
): SQL {
  const records = entries.map(({ id, view, dateCreated, dateModified }) => ({
    id: id.toString(),
    country: view.country,
    date_created: dateCreated,
    date_modified: dateModified,
    date_posted: view.datePosted,
    employment_types: view.employmentTypes,
    is_remote: view.isRemote,
    has_salary: view.hasSalary,
    has_location: view.hasLocation,
    source: view.source,
    source_slug: view.sourceSlug,
    organization: view.organization,
    places: dictionary.ids(view.placeTerms),
    title_words: view.titleWords,
    organization_words: view.organizationWords,
    text_words: view.textWords,
  }))
  return sql`json_to_recordset(${JSON.stringify(records)}::text::json) as entry (
    id bigint, country text, date_created timestamptz, date_modified timestamptz,
    date_posted timestamptz, employment_types smallint, is_remote boolean, has_salary boolean,
    has_location boolean, source text, source_slug text, organization text, places integer[],
    title_words tsvector, organization_words tsvector, text_words tsvector)`
}

const DOCUMENT_COLUMNS = sql`head, tail, description_text, description_html, source_fields`

/** Head and tail come as whole objects, the head loses its closing brace and the tail its opening one too. */
const DOCUMENT_VALUES = sql`left(entry.head::text, -1), ',' || left(substr(entry.tail::text, 2), -1),
  coalesce(entry.description_text::text, 'null'), coalesce(entry.description_html::text, 'null'),
  coalesce(entry.source_fields::text, 'null')`

/** The columns are of type json, which keeps the text of a value as it was sent. */
function documentRecords(entries: readonly WrittenJob[]): SQL {
  const records = entries.map(({ id, view: { texts }, dateCreated }) => {
    const head = `${documentHead(texts, id, dateCreated)}}`
    return `{"id":${id},"head":${head},"tail":{${texts.trailing}},"description_text":${texts.descriptionText},"description_html":${texts.descriptionHtml},"source_fields":${texts.sourceFields}}`
  })
  return sql`json_to_recordset(${`[${records.join(',')}]`}::text::json) as entry (
    id bigint, head json, tail json, description_text json, description_html json,
    source_fields json)`
}
