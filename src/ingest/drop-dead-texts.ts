import { sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Queries, Transaction } from '../database/connection'
import { activeJobs } from '../database/schema/jobs'
import { textSegments, wordLists } from '../database/schema/word-lists'
import { COMMON_WORDS } from '../search/common-words'
import { keepTexts } from '../search/word-list'
import { takeTurn } from './write-batch'
import type { Writer } from './writer'

interface Segment {
  firstText: bigint
  lastText: bigint
}

/** Takes the texts that no job has any more out of the word lists, where they are more than the others. */
export async function dropDeadTexts(writer: Writer): Promise<void> {
  for (const segment of await findMostlyDead(writer.database)) {
    await writer.database.transaction(async (queries) => {
      await takeTurn(writer, queries)
      await renew(queries, segment)
    })
  }
}

async function findMostlyDead(queries: Queries): Promise<Segment[]> {
  return await queries.run<Segment>(sql`
    select ${textSegments.firstText} as "firstText", ${textSegments.lastText} as "lastText"
    from ${textSegments} left join ${activeJobs}
      on ${activeJobs.textId} between ${textSegments.firstText} and ${textSegments.lastText}
    group by ${textSegments.firstText}
    having 2 * count(${activeJobs.textId}) < ${textSegments.texts}`)
}

async function renew(queries: Transaction, { firstText, lastText }: Segment): Promise<void> {
  const [first, last] = [firstText, lastText].map((text) => sql`${text.toString()}::bigint`)
  const alive = await queries.run<{ text: bigint }>(sql`
    select ${activeJobs.textId} as text from ${activeJobs}
    where ${activeJobs.textId} between ${first} and ${last}`)
  const segment = sql`${textSegments.firstText} = ${first} and ${textSegments.lastText} = ${last}`
  const renewed = await queries.run(sql`
    update ${textSegments} set texts = ${alive.length}::integer where ${segment} returning texts`)
  // Another writer has joined it with others meanwhile.
  if (renewed.length === 0) return
  if (alive.length > 0)
    await dropOthers(queries, firstText, new Set(alive.map(({ text }) => Number(text))))
  else {
    await queries.run(sql`delete from ${wordLists} where ${wordLists.firstText} = ${first}`)
    await queries.run(sql`delete from ${textSegments} where ${segment}`)
  }
}

/** Words whose lists are in memory at once. */
const WORDS_AT_ONCE = 256

async function dropOthers(
  queries: Transaction,
  firstText: bigint,
  alive: ReadonlySet<number>,
): Promise<void> {
  for (let start = 0; start < COMMON_WORDS.length; start += WORDS_AT_ONCE) {
    const words = arrayLiteral(COMMON_WORDS.slice(start, start + WORDS_AT_ONCE))
    const lists = await queries.run<{ word: string; list: Uint8Array }>(sql`
      delete from ${wordLists} where ${wordLists.firstText} = ${firstText.toString()}::bigint
        and ${wordLists.word} = any(${words}::text[])
      returning ${wordLists.word}, ${wordLists.list}`)
    const rows = lists.flatMap(({ word, list }) => {
      const kept = keepTexts(list, (text) => alive.has(text))
      return kept === undefined ? [] : [{ firstText, word, list: kept }]
    })
    await queries.copy(wordLists, rows)
  }
}
