import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Transaction } from '../database/connection'
import type { Queries } from '../database/drizzle'
import { takeLock } from '../database/locks'
import { ACTIVE_JOBS, jobs, REMOVED_JOBS } from '../database/schema/jobs'
import { textIndex } from '../database/schema/text-index'
import { type TextSegment, textSegments, wordLists } from '../database/schema/word-lists'
import { ANALYZER_VERSION } from '../search/analyzer'
import { keepTexts } from '../search/word-list'
import { DAY_MS, HOUR_MS } from '../values/instant'
import { MONTH_MS } from '../values/window'
import type { Writer } from './writer'

type Segment = Pick<TextSegment, 'firstText' | 'lastText'>

/** Jobs are counted for a month from when they came, also when they have left; clocks may differ by less than a day. */
const COUNTED_MS = MONTH_MS + DAY_MS

/** To look for dead texts takes a pass over all active jobs, which many small imports would make again and again. */
const PAUSE_MS = HOUR_MS

/**
 * Takes the texts that no count asks for any more out of the word lists, where they are more than the others; once an
 * hour at most. To be called after a change of a job: a replica that has it has all that made texts die before.
 */
export async function dropDeadTexts(writer: Writer): Promise<void> {
  const now = await writer.clock(writer.database)
  if (!(await isDue(writer.database, now))) return
  for (const segment of await findMostlyDead(writer.database, now)) {
    await writer.database.transaction(async (queries) => {
      await takeLock(queries, 'wordLists')
      await renew(queries, segment, now)
    })
  }
}

/** True for one of all importers. A clock that was set back makes it due. */
async function isDue(queries: Queries, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - PAUSE_MS).toISOString()
  const rows = await queries.run(sql`
    update ${textIndex} set dead_sought_at = ${now.toISOString()}::timestamptz
    where ${textIndex.deadSoughtAt} is null
      or ${textIndex.deadSoughtAt} not between ${before}::timestamptz and ${now.toISOString()}::timestamptz
    returning true`)
  return rows.length > 0
}

function livingTexts(now: Date): SQL {
  const since = new Date(now.getTime() - COUNTED_MS).toISOString()
  return sql`(
    select ${jobs.textId} from ${ACTIVE_JOBS} union all
    select ${jobs.textId} from ${REMOVED_JOBS}
    where ${jobs.dateCreated} >= ${since}::timestamptz and ${jobs.status} = 'expired'
  ) as living`
}

/**
 * In one pass over the jobs. Of lists that another version wrote, this one does not know the words: these segments are
 * dropped as a whole.
 */
async function findMostlyDead(queries: Queries, now: Date): Promise<Segment[]> {
  return await queries.run<Segment>(sql`
    with segments as (
      select *, row_number() over (order by ${textSegments.firstText}) as number from ${textSegments}
    ), counted as (
      select width_bucket(text_id, (select array_agg(first_text order by first_text) from segments)) as number,
        count(*) as texts
      from ${livingTexts(now)} group by 1
    )
    select first_text as "firstText", last_text as "lastText"
    from segments left join counted using (number)
    where counted.texts is null
      or 2 * counted.texts < segments.texts and segments.version = ${ANALYZER_VERSION}::integer`)
}

async function renew(
  queries: Transaction,
  { firstText, lastText }: Segment,
  now: Date,
): Promise<void> {
  const [first, last] = [firstText, lastText].map((text) => sql`${text.toString()}::bigint`)
  const living = await queries.run<{ text: bigint }>(sql`
    select text_id as text from ${livingTexts(now)} where text_id between ${first} and ${last}`)
  const segment = sql`${textSegments.firstText} = ${first} and ${textSegments.lastText} = ${last}`
  const renewed = await queries.run(sql`
    update ${textSegments} set texts = ${living.length}::integer where ${segment} returning texts`)
  // Another writer has joined it with others meanwhile.
  if (renewed.length === 0) return
  if (living.length > 0) {
    await dropOthers(queries, firstText, new Set(living.map(({ text }) => Number(text))))
  } else {
    await queries.run(sql`delete from ${wordLists} where ${wordLists.firstText} = ${first}`)
    await queries.run(sql`delete from ${textSegments} where ${segment}`)
  }
}

/** Lists that are in memory at once, in bytes; one list may be longer. */
const BYTES_AT_ONCE = 16_000_000

async function dropOthers(
  queries: Transaction,
  firstText: bigint,
  living: ReadonlySet<number>,
): Promise<void> {
  const ofSegment = sql`${wordLists.firstText} = ${firstText.toString()}::bigint`
  const groups = await queries.run<{ words: string[] }>(sql`
    select array_agg(word) as words from (
      select ${wordLists.word}, sum(octet_length(${wordLists.list})) over (order by ${wordLists.word}) as bytes
      from ${wordLists} where ${ofSegment}
    ) as sized
    group by bytes / ${BYTES_AT_ONCE}::bigint`)
  for (const { words } of groups) {
    const lists = await queries.run<{ word: string; list: Uint8Array }>(sql`
      delete from ${wordLists} where ${ofSegment} and ${wordLists.word} = any(${arrayLiteral(words)}::text[])
      returning ${wordLists.word}, ${wordLists.list}`)
    const rows = lists.flatMap(({ word, list }) => {
      const kept = keepTexts(list, (text) => living.has(text))
      return kept === undefined ? [] : [{ firstText, word, list: kept }]
    })
    await queries.copy(wordLists, rows)
  }
}
