import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { jobDocuments, jobs } from '../schema/jobs'

/** The optional parts of a document. */
export interface DocumentParts {
  description?: 'none' | 'text' | 'html' | 'both' | undefined
  sourceFields?: boolean | undefined
}

/** The JSON text of a job, concatenated from its stored parts. `last` appends members. */
export function documentText(
  { description, sourceFields }: DocumentParts,
  last: readonly Piece[] = [],
): SQL {
  const hasText = description === 'text' || description === 'both'
  const hasHtml = description === 'html' || description === 'both'
  const { descriptionText, descriptionHtml } = jobDocuments
  return concatenate([
    jobDocuments.head,
    ...(hasText ? [',"description_text":', descriptionText] : []),
    ...(hasHtml ? [',"description_html":', descriptionHtml] : []),
    jobDocuments.tail,
    ...(sourceFields ? [',"source_fields":', jobDocuments.sourceFields] : []),
    ...last,
    '}',
  ])
}

/** A part of a JSON text, or a column or expression that is one. */
type Piece = string | SQLWrapper

/** Texts become literals, so that the statement has no parameters for them. */
function concatenate(pieces: readonly Piece[]): SQL {
  const parts = pieces.map((piece) => (typeof piece === 'string' ? sql.param(piece) : piece))
  return sql.join(parts, sql` || `).inlineParams()
}

/** The last members of a ModifiedJob. Needs `jobs` in the query. */
export const MODIFICATION = [
  ',"date_modified":',
  instantJson(jobs.dateModified),
  ',"modified_fields":null',
]

/** The last members of a JobWithStatus. Needs `jobs` in the query. */
export const STATUS = [
  ',"status":"',
  jobs.status,
  '","date_modified":',
  instantJson(jobs.dateModified),
  ',"date_removed":',
  instantJson(jobs.dateRemoved),
]

/**
 * The quoted text of an instant as `values/instant` writes it, or `null`. `to_json` costs a third of
 * `to_char` but drops trailing zeros. Adding a microsecond keeps them; `left` then cuts the text to
 * the length of `"2026-11-20T13:00:00.250`.
 */
function instantJson(column: SQLWrapper): SQL {
  const microseconds = sql`to_json(${column} at time zone 'UTC' + interval '1 microsecond')::text`
  return sql`coalesce(replace(left(${microseconds}, 24) || 'Z"', '.000Z', 'Z'), 'null')`
}
