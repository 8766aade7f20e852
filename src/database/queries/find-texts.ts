import { sql } from 'drizzle-orm'
import { ANALYZER_VERSION } from '../../search/analyzer'
import { PhraseFinder, type Positional, wordsOf } from '../../search/phrase-finder'
import { TextSet } from '../../search/text-set'
import { WordListReader } from '../../search/word-list-reader'
import { arrayLiteral } from '../array-literal'
import type { Queries } from '../connection'
import { createGate } from '../gate'
import { textIndex } from '../schema/text-index'
import { textSegments, wordLists } from '../schema/word-lists'

/** The texts that match phrases and distances, of all from the first to the last that the lists have. */
export interface FoundTexts {
  first: bigint
  last: bigint
  matching: ReadonlyMap<Positional, TextSet>
}

/** The lists of so many texts are read at once: a megabyte for a word that stands everywhere. */
const TEXTS_AT_ONCE = 65_536

/** After so many texts, a millisecond of work, other requests have their turn. */
const TEXTS_IN_TURN = 4_096

const LAST_TEXT = 2n ** 63n - 1n

/** Segments may be joined while they are read. */
const ATTEMPTS = 3

/** Lists are in memory for so few requests at once, and the rest wait in line. */
const turns = createGate(4, 256)

/**
 * Finds texts in the lists of their words, all of which are common ones. Undefined when the lists are not of this version's
 * words, or when there are none.
 */
export async function findTexts(
  queries: Queries,
  trees: readonly Positional[],
): Promise<FoundTexts | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const found = await readThrough(queries, trees)
    if (found !== 'changed') return found
  }
  return undefined
}

async function readThrough(
  queries: Queries,
  trees: readonly Positional[],
): Promise<FoundTexts | undefined | 'changed'> {
  const words = [...new Set(trees.flatMap(wordsOf))]
  let search: Search | undefined
  for (let after = 0n; ; ) {
    const leave = await turns.enter()
    try {
      const part = await readLists(queries, words, after, search?.segments.at(-1)?.firstText)
      search ??= { segments: part.segments, found: noneFound(trees, part.segments) }
      const { segments, found } = search
      if (found === undefined) return undefined
      if (!segments.every((segment, at) => isSame(segment, part.segments[at]))) return 'changed'
      for (const [tree, texts] of found.matching) await addMatches(tree, part.lists, texts)
      if (part.readTo === segments.at(-1)?.firstText) return found
      after = part.readTo
    } finally {
      leave()
    }
  }
}

interface Search {
  /** All that there are when it begins. */
  segments: readonly Segment[]
  found: FoundTexts | undefined
}

interface Segment {
  firstText: bigint
  lastText: bigint
}

function isSame(segment: Segment, other: Segment | undefined): boolean {
  return segment.firstText === other?.firstText && segment.lastText === other.lastText
}

function noneFound(
  trees: readonly Positional[],
  segments: readonly Segment[],
): FoundTexts | undefined {
  const [first, last] = [segments.at(0)?.firstText, segments.at(-1)?.lastText]
  if (first === undefined || last === undefined) return undefined
  return { first, last, matching: new Map(trees.map((tree) => [tree, new TextSet(first, last)])) }
}

interface ListPart {
  /** All that there are. */
  segments: Segment[]
  /** The beginning of the last segment whose lists are here. */
  readTo: bigint
  lists: Map<string, Uint8Array[]>
}

/** The lists of the segments that begin after a text, up to the one that begins with another, as many as are read at once. */
async function readLists(
  queries: Queries,
  words: readonly string[],
  after: bigint,
  upTo: bigint = LAST_TEXT,
): Promise<ListPart> {
  const isAsked = sql`${textSegments.firstText} > ${after.toString()}::bigint
    and ${textSegments.firstText} <= ${upTo.toString()}::bigint`
  const rows = await queries.run<
    Segment & { isRead: boolean; word: string | null; list: Uint8Array | null }
  >(sql`
    select ${textSegments.firstText} as "firstText", ${textSegments.lastText} as "lastText",
      is_read as "isRead", ${wordLists.word}, ${wordLists.list}
    from (
      select *, ${isAsked} and ${TEXTS_AT_ONCE}::bigint > sum(${textSegments.texts})
        filter (where ${isAsked}) over (order by ${textSegments.firstText}) - ${textSegments.texts} as is_read
      from ${textSegments}
      where ${ANALYZER_VERSION}::integer = (select ${textIndex.version} from ${textIndex})
    ) as text_segments
    left join ${wordLists} on is_read and ${wordLists.firstText} = ${textSegments.firstText}
      and ${wordLists.word} = any(${arrayLiteral(words)}::text[])
    order by ${textSegments.firstText}`)
  const segments: Segment[] = []
  const lists = new Map(words.map((word) => [word, [] as Uint8Array[]]))
  let readTo = after
  for (const { firstText, lastText, isRead, word, list } of rows) {
    if (segments.at(-1)?.firstText !== firstText) segments.push({ firstText, lastText })
    if (isRead) readTo = firstText
    if (word !== null && list !== null) lists.get(word)?.push(list)
  }
  return { segments, readTo, lists }
}

async function addMatches(
  tree: Positional,
  lists: ReadonlyMap<string, readonly Uint8Array[]>,
  texts: TextSet,
): Promise<void> {
  const readers = new Map(
    wordsOf(tree).map((word) => [word, new WordListReader(lists.get(word) ?? [])]),
  )
  const finder = new PhraseFinder(tree, readers)
  const add = (text: number): void => texts.add(text)
  while (finder.advance(TEXTS_IN_TURN, add)) await new Promise(setImmediate)
}
