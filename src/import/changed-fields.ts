import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries } from '../database/drizzle'
import { jobDocuments } from '../database/schema/job-documents'
import { type ContentTexts, documentHead, documentTail } from '../resources/job-document'

/** The stored document of a job, as `job_documents` has it. */
export interface StoredDocument {
  jobId: bigint
  head: string
  tail: string
  descriptionText: string
  descriptionHtml: string
}

/** The documents of these jobs, by id. */
export async function readDocuments(
  queries: Queries,
  ids: readonly bigint[],
): Promise<Map<bigint, StoredDocument>> {
  if (ids.length === 0) return new Map()
  const rows = await queries.run<StoredDocument>(sql`
    select ${jobDocuments.jobId} as "jobId", ${jobDocuments.head}, ${jobDocuments.tail},
      ${jobDocuments.descriptionText} as "descriptionText",
      ${jobDocuments.descriptionHtml} as "descriptionHtml"
    from ${jobDocuments} where ${jobDocuments.jobId} = any(${arrayLiteral(ids)}::bigint[])`)
  return new Map(rows.map((row) => [row.jobId, row]))
}

/** The names of the fields, beside the source fields, that a client would see change; in the order of a Job. */
export function changedFields(
  stored: StoredDocument,
  texts: ContentTexts,
  dateCreated: Date,
): string[] {
  const before = members(stored.head, stored.tail)
  const after = members(documentHead(texts, stored.jobId, dateCreated), documentTail(texts))
  const changed = Object.keys(after).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (stored.descriptionText !== texts.descriptionText) changed.push('description_text')
  if (stored.descriptionHtml !== texts.descriptionHtml) changed.push('description_html')
  return changed
}

function members(head: string, tail: string): Record<string, unknown> {
  return JSON.parse(`${head}${tail}}`)
}
