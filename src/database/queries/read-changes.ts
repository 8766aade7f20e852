import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Country } from '../../values/country'
import type { JsonBytes } from '../../values/json-text'
import type { ChangeEvent } from '../../values/vocabulary'
import { light, type Queries } from '../drizzle'
import { type DocumentParts, documentText, STATUS } from '../job-document-column'
import { changeCounters, changes } from '../schema/changes'
import { changeGaps, generations } from '../schema/generations'
import { jobDocuments } from '../schema/job-documents'
import { jobs } from '../schema/jobs'
import { gapAtCounter, LAST_EVENT } from './change-counters'
import { IS_PRESENT } from './find-server-state'

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
  /** The last number of the country at the moment of the page. */
  latestSeq: bigint
  /** The generation of the page; undefined when the catalogue was restored and none is opened yet. */
  generation: number | undefined
  /** The last number that survived before the gap that `since` is in; undefined when it is in none. */
  survivedSeq: bigint | undefined
}

/** The change log of a country after a number, in order. */
export async function readChanges(queries: Queries, query: ChangesQuery): Promise<ChangesPage> {
  const { db } = light(queries)
  const { country, since, limit, parts } = query
  // The event is part of the join condition, so that jobs are looked up only for events that show them.
  const shownJob = sql`case when ${inArray(changes.event, ['created', 'updated'])} then ${changes.jobId} end`
  const entry = db
    .select({
      seq: changes.seq,
      event: sql<ChangeEvent>`${changes.event}`.as('event'),
      jobId: changes.jobId,
      occurredAt: changes.occurredAt,
      changed: changes.changed,
      document: sql<JsonBytes | null>`${documentText(parts, STATUS)}`.as('document'),
    })
    .from(changes)
    .leftJoin(jobs, eq(jobs.id, shownJob))
    .leftJoin(jobDocuments, eq(jobDocuments.jobId, jobs.id))
    .where(and(eq(changes.country, country), gt(changes.seq, since)))
    .orderBy(changes.seq)
    .limit(limit)
    .as('entry')
  // One statement, so that the page and the last number have one snapshot. The left join keeps the order of the entries.
  const rows = await db
    .select({
      log: stateOfLog(country, since).as('log'),
      seq: entry.seq,
      event: entry.event,
      jobId: entry.jobId,
      occurredAt: entry.occurredAt,
      changed: entry.changed,
      document: entry.document,
    })
    .from(sql`(values (true)) as asked`)
    .leftJoinLateral(entry, sql`true`)
  const [latestSeq = '', generation = '', survivedSeq = ''] = rows[0]?.log?.split(' ') ?? []
  return {
    latestSeq: BigInt(latestSeq),
    generation: generation === '' ? undefined : Number(generation),
    survivedSeq: survivedSeq === '' ? undefined : BigInt(survivedSeq),
    entries: rows.filter(isEntry),
  }
}

/**
 * The last number of a country, the generation of the catalogue and the last number that survived before the gap that `since`
 * is in, with a space between. One text, because every row of a page repeats it; the planner evaluates it once.
 */
function stateOfLog(country: Country, since: bigint) {
  return sql<string | null>`(
    select format('%s %s %s', ${LAST_EVENT},
      (select ${generations.number} from ${generations}
        where ${generations.number} = (select max(${generations.number}) from ${generations}) and ${IS_PRESENT}),
      (select gap.last_seq from ${changeGaps} as gap
        where gap.country = ${country} and gap.last_seq < ${since} and ${since} <= gap.skipped_to))
    from ${changeCounters} left join ${changeGaps} on ${gapAtCounter} where ${changeCounters.country} = ${country})`
}

/** The one row of an empty page has no entry. */
function isEntry<Row extends { seq: bigint | null }>(row: Row): row is Row & ChangeEntry {
  return row.seq !== null
}
