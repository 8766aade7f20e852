import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connection'
import { takeLock } from '../database/locks'
import { type TextSegment, textSegments, wordLists } from '../database/schema/word-lists'
import { ANALYZER_VERSION } from '../search/analyzer'

export type Segment = Pick<TextSegment, 'firstText' | 'texts' | 'version'>

/** The sizes, in texts, to which smaller neighbours are joined. */
const SIZES = [64_000, 8_000, 1_000, 125]

/** Of the smallest size, so many neighbours are joined also when they do not reach it. */
const MIN_SMALL_RUN = 8

/**
 * The runs of neighbours that are to be joined, of one of the sizes: so segments stay few, and each list is written anew a
 * few times, however many texts come at once.
 */
export function joinable(segments: readonly Segment[]): Segment[][] {
  for (const size of SIZES) {
    const runs = runsUpTo(size, segments).filter((run) => isLongEnough(run, size))
    if (runs.length > 0) return runs
  }
  return []
}

function isLongEnough(run: readonly Segment[], size: number): boolean {
  return textsOf(run) >= size || (size === SIZES.at(-1) && run.length >= MIN_SMALL_RUN)
}

/** Neighbours of this version that are all smaller than a size, in runs that end when they have reached it. */
function runsUpTo(size: number, segments: readonly Segment[]): Segment[][] {
  const runs: Segment[][] = []
  let run: Segment[] = []
  for (const segment of segments) {
    if (segment.texts >= size || segment.version !== ANALYZER_VERSION) {
      run = []
      continue
    }
    if (run.length === 0 || textsOf(run) >= size) {
      run = []
      runs.push(run)
    }
    run.push(segment)
  }
  return runs
}

function textsOf(segments: readonly Segment[]): number {
  return segments.reduce((sum, { texts }) => sum + texts, 0)
}

/**
 * Joins what is to be joined, a run a transaction. Nobody waits for it but who rewrites lists: a run of the largest size takes
 * seconds.
 */
export async function joinSegments(database: Database): Promise<void> {
  while (await database.transaction(joinRun)) {}
}

async function joinRun(queries: Transaction): Promise<boolean> {
  await takeLock(queries, 'wordLists')
  const segments = await queries.run<Segment>(sql`
    select ${textSegments.firstText} as "firstText", ${textSegments.texts}, ${textSegments.version}
    from ${textSegments} order by ${textSegments.firstText}`)
  const [run] = joinable(segments)
  if (run !== undefined) await join(queries, run)
  return run !== undefined
}

async function join(queries: Transaction, segments: readonly Segment[]): Promise<void> {
  const [first, last] = [segments.at(0), segments.at(-1)].map((segment) => {
    if (segment === undefined) throw new Error('a run of segments is never empty')
    return sql`${segment.firstText.toString()}::bigint`
  })
  await queries.run(sql`
    with parts as (
      delete from ${wordLists} where ${wordLists.firstText} between ${first} and ${last}
      returning ${wordLists.firstText}, ${wordLists.word}, ${wordLists.list}
    )
    insert into ${wordLists} (first_text, word, list)
    select ${first}, word, string_agg(list, '' order by first_text) from parts group by word`)
  await queries.run(sql`
    with parts as (
      delete from ${textSegments} where ${textSegments.firstText} between ${first} and ${last}
      returning ${textSegments.lastText}, ${textSegments.texts}
    )
    insert into ${textSegments} (first_text, last_text, texts, version)
    select ${first}, max(last_text), sum(texts), ${ANALYZER_VERSION}::integer from parts`)
}
