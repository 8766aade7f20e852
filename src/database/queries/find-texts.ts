import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../../search/analyzer'
import { PhraseFinder } from '../../search/phrase-finder'
import { type Positional, phrasesOf, wordsOf } from '../../search/positional'
import { WordListReader } from '../../search/word-list-reader'
import { pause } from '../../values/pause'
import { arrayLiteral } from '../array-literal'
import type { Queries } from '../drizzle'
import { textIndex } from '../schema/text-index'
import { type TextSegment, textSegments, wordLists } from '../schema/word-lists'
import { createSemaphore } from '../semaphore'

/** The texts that match phrases and distances, of all from the first to the last that the lists have. */
export interface FoundTexts {
  first: bigint
  last: bigint
  /** How many there are between, with some that have left. */
  texts: number
  /** Ascending; some may be behind the last. */
  matching: ReadonlyMap<Positional, number[]>
}

/**
 * Lists of segments are read together until they have so many bytes, and those of one segment at least: two megabytes, when
 * two words stand in all of its texts. While they are gone through, the next are on their way.
 */
const BYTES_AT_ONCE = 1_000_000

/** After so many texts that may match, other requests have their turn: a part of a millisecond, as a rule. */
const TEXTS_IN_TURN = 4_096

const LAST_TEXT = 2n ** 63n - 1n

/** What is half read may change. */
const ATTEMPTS = 3

/** So few requests have lists in memory at once, or wait for their next ones; the rest wait in line. */
const turns = createSemaphore(4, 256)
const PATIENCE_MS = 10_000

/**
 * Finds texts in the lists of their words, all of which are common ones. Undefined when the index is not of this version, or
 * has no lists of it. Throws `Overloaded`.
 */
export async function findTexts(
  queries: Queries,
  trees: readonly Positional[],
): Promise<FoundTexts | undefined> {
  const leave = await turns.acquire({
    endsAt: performance.now() + PATIENCE_MS,
    signal: queries.signal,
  })
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await readThrough(queries, trees)
      if (found !== 'changed') return found
    }
    return undefined
  } finally {
    leave()
  }
}

async function readThrough(
  queries: Queries,
  trees: readonly Positional[],
): Promise<FoundTexts | undefined | 'changed'> {
  const words = [...new Set(trees.flatMap(wordsOf))]
  let part = await readLists(queries, words, 0n)
  const found = nothingYet(trees, part.segments)
  if (found === undefined) return undefined
  for (;;) {
    const { readTo, lists } = part
    const next = readTo < found.last ? readLists(queries, words, readTo, found.last) : undefined
    // It is waited for below; a failure must not count as unhandled until then.
    next?.catch(() => undefined)
    for (const [tree, texts] of found.matching) await addMatches(tree, lists, texts)
    if (next === undefined) return found
    part = await next
    if (!goesOn(part.segments, readTo, found.last)) return 'changed'
  }
}

/**
 * Whether segments can be read on from a text to the last: what was read was not joined with what was not, and another
 * server that answers now has the last text, and so all before.
 */
function goesOn(segments: readonly Segment[], readTo: bigint, last: bigint): boolean {
  const isHalfRead = segments.some(
    ({ firstText, lastText }) => firstText <= readTo && lastText > readTo,
  )
  return !isHalfRead && (segments.at(-1)?.lastText ?? 0n) >= last
}

function nothingYet(
  trees: readonly Positional[],
  segments: readonly Segment[],
): FoundTexts | undefined {
  const [first, last] = [segments.at(0)?.firstText, segments.at(-1)?.lastText]
  if (first === undefined || last === undefined) return undefined
  const texts = segments.reduce((sum, segment) => sum + segment.texts, 0)
  return { first, last, texts, matching: new Map(trees.map((tree) => [tree, []])) }
}

type Segment = Omit<TextSegment, 'version'>

interface ListPart {
  /** All of this version, up to the first that another wrote behind them. */
  segments: Segment[]
  /** The last text of the segments whose lists are here; the greatest that there may be after the last of them. */
  readTo: bigint
  lists: Map<string, Uint8Array[]>
}

/** The lists of the segments that begin behind one text and not behind another, as many as are read at once. */
async function readLists(
  queries: Queries,
  words: readonly string[],
  behind: bigint,
  upTo: bigint = LAST_TEXT,
): Promise<ListPart> {
  const isAsked = sql`${textSegments.version} = ${ANALYZER_VERSION}::integer
    and ${textSegments.firstText} > ${behind.toString()}::bigint
    and ${textSegments.firstText} <= ${upTo.toString()}::bigint`
  const ofWords = sql`${wordLists.firstText} = ${textSegments.firstText}
    and ${wordLists.word} = any(${arrayLiteral(words)}::text[])`
  const rows = await queries.run<
    TextSegment & { isRead: boolean; word: string | null; list: Uint8Array | null }
  >(sql`
    select ${textSegments.firstText} as "firstText", ${textSegments.lastText} as "lastText",
      ${textSegments.texts}, ${textSegments.version}, is_read as "isRead", ${wordLists.word}, ${wordLists.list}
    from (
      select *, coalesce(${BYTES_AT_ONCE}::bigint > sum(bytes) over (order by ${textSegments.firstText}) - bytes, false)
        as is_read
      from (
        select *, case when ${isAsked} then (
          select coalesce(sum(octet_length(${wordLists.list})), 0) from ${wordLists} where ${ofWords}
        ) end as bytes
        from ${textSegments}
        where ${ANALYZER_VERSION}::integer = (select ${textIndex.version} from ${textIndex})
      ) as text_segments
    ) as text_segments
    left join ${wordLists} on is_read and ${ofWords}
    order by ${textSegments.firstText}`)
  const segments: Segment[] = []
  const lists = new Map(words.map((word) => [word, [] as Uint8Array[]]))
  let readTo = LAST_TEXT
  for (const { firstText, lastText, texts, version, isRead, word, list } of rows) {
    if (version !== ANALYZER_VERSION) {
      if (segments.length === 0) continue
      break
    }
    if (segments.at(-1)?.firstText !== firstText) segments.push({ firstText, lastText, texts })
    if (isRead) readTo = lastText
    if (word !== null && list !== null) lists.get(word)?.push(list)
  }
  return { segments, readTo, lists }
}

async function addMatches(
  tree: Positional,
  lists: ReadonlyMap<string, readonly Uint8Array[]>,
  texts: number[],
): Promise<void> {
  const readers = new Map(
    wordsOf(tree).map((word) => [word, new WordListReader(lists.get(word) ?? [])]),
  )
  const finder = new PhraseFinder(tree, readers)
  const add = (text: number) => texts.push(text)
  const inTurn = Math.ceil(TEXTS_IN_TURN / phrasesOf(tree).length)
  while (finder.advance(inTurn, add)) await pause()
}
