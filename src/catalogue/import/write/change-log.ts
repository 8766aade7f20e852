import type { ChangeEvent } from '../../../values/change-events'
import type { Country } from '../../../values/country'
import type { Transaction } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { anyOf, excluded } from '../../database/client/operators'
import { changeCounters, changes } from '../../database/schema/changes'
import { jobDocuments } from '../../database/schema/jobs'
import { type ContentTexts, documentHead, documentTail } from '../../resources/job-document'
import { storedWords } from '../job/stated-words'

/** An entry of the change log, without its sequence number. */
export interface Change {
  country: Country
  event: ChangeEvent
  jobId: bigint
  occurredAt: Date
  changed: string[] | null
}

/**
 * Numbers the entries after the last ones of their countries and writes them. The caller holds the writer lock, which
 * makes sequence order equal commit order, so that a reader never passes an unfinished writer.
 */
export async function appendChanges(
  queries: Transaction,
  entries: readonly Change[],
): Promise<void> {
  if (entries.length === 0) return
  const counters = await queries.db.select().from(changeCounters)
  const lastSeqs = new Map(counters.map(({ country, lastSeq }) => [country, lastSeq]))
  const rows = entries.map((entry) => {
    const seq = (lastSeqs.get(entry.country) ?? 0n) + 1n
    lastSeqs.set(entry.country, seq)
    return { ...entry, seq }
  })
  await queries.copy(changes, rows)
  await queries.db
    .insert(changeCounters)
    .values(Array.from(lastSeqs, ([country, lastSeq]) => ({ country, lastSeq })))
    .onConflictDoUpdate({
      target: changeCounters.country,
      set: { lastSeq: excluded(changeCounters).lastSeq },
    })
}

type StoredDocument = typeof jobDocuments.$inferSelect

/** The documents of these jobs, by id. */
export async function readDocuments(
  { db }: Queries,
  ids: readonly bigint[],
): Promise<Map<bigint, StoredDocument>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select().from(jobDocuments).where(anyOf(jobDocuments.jobId, ids))
  return new Map(rows.map((row) => [row.jobId, row]))
}

/**
 * The names of the changed fields that a client can see, in the order of a Job. Source fields are none, but other words of a
 * stated field are a change of it.
 */
export function changedFields(
  stored: StoredDocument,
  texts: ContentTexts,
  dateCreated: Date,
): string[] {
  const before = members(stored.head, stored.tail)
  const after = members(documentHead(texts, stored.jobId, dateCreated), documentTail(texts))
  const [wordsBefore, wordsAfter] = [
    storedWords(stored.sourceFields),
    storedWords(texts.sourceFields),
  ]
  const changed = Object.keys(after).filter(
    (name) =>
      JSON.stringify(before[name]) !== JSON.stringify(after[name]) ||
      wordsBefore.get(name) !== wordsAfter.get(name),
  )
  if (stored.descriptionText !== texts.descriptionText) changed.push('description_text')
  if (stored.descriptionHtml !== texts.descriptionHtml) changed.push('description_html')
  return changed
}

function members(head: string, tail: string): Record<string, unknown> {
  return JSON.parse(`${head}${tail}}`)
}
