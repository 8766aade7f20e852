import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { jobDocuments, jobs } from '../schema/jobs'

/** The optional parts of a document. */
export interface DocumentParts {
  description?: 'none' | 'text' | 'html' | 'both' | undefined
  sourceFields?: boolean | undefined
}

/** The JSON text of a job, concatenated from its stored parts. `last` appends members. */
export function documentText(parts: DocumentParts, last: SQL = sql``): SQL {
  const { description } = parts
  const text =
    description === 'text' || description === 'both'
      ? sql` || ',"description_text":' || ${jobDocuments.descriptionText}`
      : sql``
  const html =
    description === 'html' || description === 'both'
      ? sql` || ',"description_html":' || ${jobDocuments.descriptionHtml}`
      : sql``
  const fields = parts.sourceFields
    ? sql` || ',"source_fields":' || ${jobDocuments.sourceFields}`
    : sql``
  return sql`${jobDocuments.head}${text}${html} || ${jobDocuments.tail}${fields}${last} || '}'`
}

/** The last members of a ModifiedJob. Needs `jobs` in the query. */
export const MODIFICATION = sql` || ',"date_modified":' || ${instantJson(jobs.dateModified)} || ',"modified_fields":null'`

/** The last members of a JobWithStatus. Needs `jobs` in the query. */
export const STATUS = sql` || ',"status":"' || ${jobs.status} || '","date_modified":' || ${instantJson(jobs.dateModified)} || ',"date_removed":' || ${instantJson(jobs.dateRemoved)}`

/**
 * The quoted text of an instant as `values/instant` writes it, or `null`. `to_json` costs a third of
 * `to_char` but drops trailing zeros. Adding a microsecond keeps them; `left` then cuts the text to
 * the length of `"2026-11-20T13:00:00.250`.
 */
function instantJson(column: SQLWrapper): SQL {
  const microseconds = sql`to_json(${column} at time zone 'UTC' + interval '1 microsecond')::text`
  return sql`coalesce(replace(left(${microseconds}, 24) || 'Z"', '.000Z', 'Z'), 'null')`
}
