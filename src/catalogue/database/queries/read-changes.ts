import { inArray, sql } from 'drizzle-orm'
import { type ChangeEvent, SHOWING_EVENTS } from '../../../values/change-events'
import type { Country } from '../../../values/country'
import type { JsonBytes } from '../../../values/json-text'
import { onReservedConnections, prepare, type Queries } from '../client/drizzle'
import { type DocumentParts, documentText, STATUS } from '../conditions/job-document-column'
import { changeCounters, changes } from '../schema/changes'
import { literally } from '../schema/columns'
import { changeGaps, generations } from '../schema/generations'
import { jobDocuments, jobs } from '../schema/jobs'
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
  const { country, since, limit, parts } = query
  const statement = pageWith(parts)({ country, since: since.toString(), limit })
  const rows = await onReservedConnections(queries).run<PageRow>(statement)
  const [latestSeq = '', generation = '', survivedSeq = ''] = rows[0]?.log?.split(' ') ?? []
  return {
    latestSeq: BigInt(latestSeq),
    generation: generation === '' ? undefined : Number(generation),
    survivedSeq: survivedSeq === '' ? undefined : BigInt(survivedSeq),
    entries: rows.filter(isEntry),
  }
}

type PageRow = (ChangeEntry | { [Name in keyof ChangeEntry]: null }) & { log: string | null }

/** The statements that are built, by the parts of their documents. */
const pages = new Map<string, ReturnType<typeof prepare>>()

function pageWith(parts: DocumentParts): ReturnType<typeof prepare> {
  const key = JSON.stringify(parts)
  const page = pages.get(key) ?? preparePage(parts)
  pages.set(key, page)
  return page
}

/**
 * A template, prepared: building it takes longer than PostgreSQL takes for a small page. One statement, so that the page and
 * the last number have one snapshot. The left join keeps the order of the entries. The event is part of the join condition,
 * so that jobs are looked up only for events that show them.
 */
function preparePage(parts: DocumentParts): ReturnType<typeof prepare> {
  return prepare(sql`
    select ${STATE_OF_LOG} as log, entry.* from (values (true)) as asked
    left join lateral (
      select ${changes.seq} as seq, ${changes.event} as event, ${changes.jobId} as "jobId",
        ${changes.occurredAt} as "occurredAt", ${changes.changed} as changed,
        ${documentText(parts, STATUS)} as document
      from ${changes}
      left join ${jobs} on ${jobs.id} = case when ${literally(inArray(changes.event, SHOWING_EVENTS))} then ${changes.jobId} end
      left join ${jobDocuments} on ${jobDocuments.jobId} = ${jobs.id}
      where ${changes.country} = ${COUNTRY} and ${changes.seq} > ${SINCE}
      order by ${changes.seq} limit ${sql.placeholder('limit')}
    ) as entry on true`)
}

const COUNTRY = sql.placeholder('country')
const SINCE = sql.placeholder('since')

/**
 * The last number of a country, the generation of the catalogue and the last number that survived before the gap that `since`
 * is in, with a space between. One text, because every row of a page repeats it; the planner evaluates it once.
 */
const STATE_OF_LOG = sql`(
  select format('%s %s %s', ${LAST_EVENT},
    (select ${generations.number} from ${generations}
      where ${generations.number} = (select max(${generations.number}) from ${generations}) and ${IS_PRESENT}),
    (select gap.last_seq from ${changeGaps} as gap
      where gap.country = ${COUNTRY} and gap.last_seq < ${SINCE} and ${SINCE} <= gap.skipped_to))
  from ${changeCounters} left join ${changeGaps} on ${gapAtCounter} where ${changeCounters.country} = ${COUNTRY})`

/** The one row of an empty page has no entry. */
function isEntry(row: PageRow): row is ChangeEntry & PageRow {
  return row.seq !== null
}
