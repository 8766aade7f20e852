import { type SQL, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries, Transaction } from '../database/connection'
import { ACTIVE_JOBS, jobs, REMOVED_JOBS } from '../database/schema/jobs'
import { type TextSegment, textSegments, wordLists } from '../database/schema/word-lists'
import { COMMON_WORDS } from '../search/common-words'
import { keepTexts } from '../search/word-list'
import { DAY_MS } from '../values/instant'
import { MONTH_MS } from '../values/window'
import { takeTurn } from './write-batch'
import type { Writer } from './writer'

type Segment = Pick<TextSegment, 'firstText' | 'lastText'>

/** Jobs are counted for a month from when they came, also when they have left; clocks may differ by less than a day. */
const COUNTED_MS = MONTH_MS + DAY_MS

/**
 * Takes the texts that no count asks for any more out of the word lists, where they are more than the others. To be called
 * after a change of a job: a replica that has it has all that made texts die before.
 */
export async function dropDeadTexts(writer: Writer): Promise<void> {
  const now = await writer.clock(writer.database)
  for (const segment of await findMostlyDead(writer.database, now)) {
    await writer.database.transaction(async (queries) => {
      await renew(queries, segment, await takeTurn(writer, queries))
    })
  }
}

function livingTexts(now: Date): SQL {
  const since = new Date(now.getTime() - COUNTED_MS).toISOString()
  return sql`(
    select ${jobs.textId} from ${ACTIVE_JOBS} union all
    select ${jobs.textId} from ${REMOVED_JOBS}
    where ${jobs.dateCreated} >= ${since}::timestamptz and ${jobs.status} = 'expired'
  ) as living`
}

/** Every text is put into its segment once, in a month of which many jobs have left. */
async function findMostlyDead(queries: Queries, now: Date): Promise<Segment[]> {
  return await queries.run<Segment>(sql`
    with segments as (
      select *, row_number() over (order by ${textSegments.firstText}) as place from ${textSegments}
    ), counted as (
      select width_bucket(text_id, (select array_agg(first_text order by first_text) from segments)) as place,
        count(*) as texts
      from ${livingTexts(now)} group by 1
    )
    select first_text as "firstText", last_text as "lastText"
    from segments left join counted using (place)
    where 2 * coalesce(counted.texts, 0) < segments.texts`)
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

/** Words whose lists are in memory at once. */
const WORDS_AT_ONCE = 256

async function dropOthers(
  queries: Transaction,
  firstText: bigint,
  living: ReadonlySet<number>,
): Promise<void> {
  const first = sql`${firstText.toString()}::bigint`
  // Words that were common in a version before have dead texts alone: a reindex gave the living ones other ids.
  await queries.run(sql`
    delete from ${wordLists} where ${wordLists.firstText} = ${first}
      and ${wordLists.word} <> all(${arrayLiteral(COMMON_WORDS)}::text[])`)
  for (let start = 0; start < COMMON_WORDS.length; start += WORDS_AT_ONCE) {
    const words = arrayLiteral(COMMON_WORDS.slice(start, start + WORDS_AT_ONCE))
    const lists = await queries.run<{ word: string; list: Uint8Array }>(sql`
      delete from ${wordLists} where ${wordLists.firstText} = ${first}
        and ${wordLists.word} = any(${words}::text[])
      returning ${wordLists.word}, ${wordLists.list}`)
    const rows = lists.flatMap(({ word, list }) => {
      const kept = keepTexts(list, (text) => living.has(text))
      return kept === undefined ? [] : [{ firstText, word, list: kept }]
    })
    await queries.copy(wordLists, rows)
  }
}
