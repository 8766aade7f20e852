import { and, eq, gt, gte, inArray, lt, max, sql } from 'drizzle-orm'
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
  const survived = db
    .select({ lastSeq: changeGaps.lastSeq })
    .from(changeGaps)
    .where(
      and(
        eq(changeGaps.country, country),
        lt(changeGaps.lastSeq, since),
        gte(changeGaps.skippedTo, since),
      ),
    )
  // In the statement: a client relies on it that the last number and the generation belong together.
  const last = db.select({ number: max(generations.number) }).from(generations)
  const generation = db
    .select({ number: generations.number })
    .from(generations)
    .where(and(eq(generations.number, last), IS_PRESENT))
  // One statement, so that the page and the last number have one snapshot. The left join keeps the order of the entries.
  const rows = await db
    .select({
      latestSeq: LAST_EVENT.as('latest_seq'),
      seq: entry.seq,
      event: entry.event,
      jobId: entry.jobId,
      occurredAt: entry.occurredAt,
      changed: entry.changed,
      document: entry.document,
      generation: sql<number | null>`(${generation})`.as('generation'),
      survivedSeq: sql<bigint | null>`(${survived})`.as('survived_seq'),
    })
    .from(changeCounters)
    .leftJoin(changeGaps, gapAtCounter)
    .leftJoinLateral(entry, sql`true`)
    .where(eq(changeCounters.country, country))
  return {
    latestSeq: rows[0]?.latestSeq ?? 0n,
    generation: rows[0]?.generation ?? undefined,
    survivedSeq: rows[0]?.survivedSeq ?? undefined,
    entries: rows.filter(isEntry),
  }
}

/** The one row of an empty page has no entry. */
function isEntry<Row extends { seq: bigint | null }>(row: Row): row is Row & ChangeEntry {
  return row.seq !== null
}
