import { sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { JsonBytes } from '../../values/json-text'
import type { ChangeEvent } from '../../values/vocabulary'
import type { Queries } from '../drizzle'
import { type DocumentParts, documentText, STATUS } from '../job-document-column'
import { changeCounters, changes } from '../schema/changes'
import { jobDocuments } from '../schema/job-documents'
import { jobs } from '../schema/jobs'

export interface ChangesQuery {
  country: Country
  since: bigint
  limit: number
  parts: DocumentParts
}

export interface ChangeEntry {
  seq: bigint
  event: ChangeEvent
  jobId: bigint
  occurredAt: Date
  changed: string[] | null
  /** The job as it is now; null when the event says that it left. */
  document: JsonBytes | null
}

export interface ChangesPage {
  entries: ChangeEntry[]
  /** The last number given in the country, at the moment of the page. */
  latestSeq: bigint
}

/** The change log of a country after a number, in order. */
export async function readChanges(queries: Queries, query: ChangesQuery): Promise<ChangesPage> {
  // One statement, so that the page and the last number are of one moment. The left join keeps the order of the
  // entries. The event stands within the condition that looks a job up, so that none is looked up where none is shown.
  const rows = await queries.run<{ latestSeq: bigint } & (ChangeEntry | { seq: null })>(sql`
    select ${changeCounters.lastSeq} as "latestSeq", entry.* from ${changeCounters}
    left join lateral (
      select ${changes.seq}, ${changes.event}, ${changes.jobId} as "jobId",
        ${changes.occurredAt} as "occurredAt", ${changes.changed},
        ${documentText(query.parts, STATUS)} as document
      from ${changes}
      left join ${jobs} on ${jobs.id} = case when ${changes.event} in ('created', 'updated')
        then ${changes.jobId} end
      left join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
      where ${changes.country} = ${query.country} and ${changes.seq} > ${query.since.toString()}::bigint
      order by ${changes.seq} limit ${query.limit}::bigint
    ) as entry on true
    where ${changeCounters.country} = ${query.country}`)
  return {
    latestSeq: rows[0]?.latestSeq ?? 0n,
    entries: rows.flatMap((row) => (row.seq === null ? [] : [row])),
  }
}
