import { SQL, type SQLChunk, type SQLWrapper, StringChunk, sql } from 'drizzle-orm'
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

/**
 * Texts become literals: only texts of this file, which have no quotes. Every answer with jobs is built with it, so it is
 * quick.
 */
function concatenate(pieces: readonly Piece[]): SQL {
  const chunks: SQLChunk[] = []
  let text = ''
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) text += ' || '
    if (typeof piece === 'string') text += `'${piece}'`
    else {
      chunks.push(new StringChunk(text), piece)
      text = ''
    }
  }
  return new SQL([...chunks, new StringChunk(text)])
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
