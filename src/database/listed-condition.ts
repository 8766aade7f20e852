import { not, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../filters/job-filter'
import { commonNumber } from '../search/common-words'
import { type Positional, phrasesOf, wordsOf } from '../search/positional'
import { join, type SearchTree } from '../search/search-tree'
import { asksPositions } from '../search/tree-words'
import { DAY_MS } from '../values/instant'
import type { OpenWindow } from '../values/window'
import { arrayLiteral } from './array-literal'
import { allOf, anyOf } from './boolean-conditions'
import type { Queries } from './drizzle'
import { type FoundTexts, findTexts } from './queries/find-texts'
import { fetched, jobs } from './schema/jobs'
import { type TextCondition, textCondition, textMatches } from './search-condition'

/** Beyond these limits, in all phrases and distances together, texts are read: so many lists take longer. */
const MAX_WORDS = 16
const MAX_PHRASES = 16

/** The texts of fewer days are read sooner than the lists of all. */
const NARROW_MS = 3 * DAY_MS

/** The phrases and distances of a filter that the lists of common words answer. */
export function listedTrees(filter: JobFilter): Positional[] {
  if (filter.text === undefined || asksFewJobs(filter)) return []
  const trees = partsOf(filter.text).filter(isListed).flatMap(positionalsOf)
  const words = new Set(trees.flatMap(wordsOf))
  const phrases = trees.flatMap(phrasesOf)
  return words.size > MAX_WORDS || phrases.length > MAX_PHRASES ? [] : trees
}

function asksFewJobs({ ids, organizations, created, modified, posted }: JobFilter): boolean {
  return (
    ids !== undefined || organizations !== undefined || [created, modified, posted].some(isNarrow)
  )
}

function isNarrow(window: OpenWindow | undefined): boolean {
  const { from, to } = window ?? {}
  return from !== undefined && to !== undefined && to.getTime() - from.getTime() < NARROW_MS
}

/** The texts of `listedTrees`. Undefined when there are none, or no lists. */
export async function findListedTexts(
  queries: Queries,
  filter: JobFilter,
): Promise<FoundTexts | undefined> {
  const trees = listedTrees(filter)
  return trees.length === 0 ? undefined : await findTexts(queries, trees)
}

/** The condition that a text is one of those that the lists had. */
export function isWithin({ first, last }: FoundTexts): SQL {
  return sql`${jobs.textId} between ${first.toString()}::bigint and ${last.toString()}::bigint`
}

/** The condition that a text came later, or left before, or was written by a version without lists. */
export function isBeyond({ first, last }: FoundTexts): SQL {
  return sql`(${jobs.textId} < ${first.toString()}::bigint or ${jobs.textId} > ${last.toString()}::bigint
    or ${jobs.textId} is null)`
}

/** The condition of a tree of texts, of which `texts` has what `findListedTexts` gives. It holds within these. */
export function listedCondition(tree: SearchTree, texts: FoundTexts): TextCondition {
  const [listed, others] = split(partsOf(tree), isListed)
  const rest =
    others.length > 0 ? textCondition(fetched(jobs.textWords), join('all', others)) : undefined
  const conditions = listed.map((part) => conditionOf(part, texts))
  return { ...rest, found: allOf([...conditions, rest?.found]) }
}

/** The same for all texts: what lies beyond is read. */
export function listedOrReadCondition(tree: SearchTree, texts: FoundTexts): TextCondition {
  const { found, ...rest } = listedCondition(tree, texts)
  const whole = textMatches(fetched(jobs.textWords), tree)
  const within = allOf([isWithin(texts), found])
  return { ...rest, found: anyOf([within, allOf([isBeyond(texts), whole])]) }
}

/** What all must hold. */
function partsOf(tree: SearchTree): readonly SearchTree[] {
  return tree.kind === 'all' ? tree.children : [tree]
}

/** Whether a tree has phrases or distances, and all of them of common words. */
function isListed(tree: SearchTree): boolean {
  const positionals = positionalsOf(tree)
  return positionals.length > 0 && positionals.every(isOfCommonWords)
}

function isOfCommonWords(tree: Positional): boolean {
  return phrasesOf(tree).every(
    ({ words, prefix }) => !prefix && words.every((word) => commonNumber(word) > 0),
  )
}

function positionalsOf(tree: SearchTree): Positional[] {
  switch (tree.kind) {
    case 'phrase':
    case 'near':
      return asksPositions(tree) ? [tree] : []
    case 'not':
      return positionalsOf(tree.child)
    case 'all':
    case 'any':
      return tree.children.flatMap(positionalsOf)
  }
}

function conditionOf(tree: SearchTree, texts: FoundTexts): SQL {
  if (!asksPositions(tree)) return textMatches(fetched(jobs.textWords), tree)
  switch (tree.kind) {
    case 'phrase':
    case 'near':
      return isAmong(texts.matching.get(tree), texts)
    case 'not':
      return not(conditionOf(tree.child, texts))
    case 'all':
    case 'any': {
      // Terms side by side are one look into the index.
      const [positional, terms] = split(tree.children, asksPositions)
      const conditions = [
        ...positional.map((child) => conditionOf(child, texts)),
        ...(terms.length > 0 ? [conditionOf(join(tree.kind, terms), texts)] : []),
      ]
      return tree.kind === 'all' ? allOf(conditions) : anyOf(conditions)
    }
  }
}

/** PostgreSQL looks a text up in the time in which it passes by so many. */
const TEXTS_PASSED = 16

/** A bit for each id of a range takes room for those that no text has, too: eight bytes a text at most, as it is sent. */
const MAX_IDS_OF_TEXT = 32

function isAmong(texts: readonly number[] | undefined, listed: FoundTexts): SQL {
  if (texts === undefined) throw new TypeError('every phrase of common words was sought')
  const ids = Number(listed.last - listed.first) + 1
  if (texts.length * TEXTS_PASSED <= listed.texts || ids > listed.texts * MAX_IDS_OF_TEXT) {
    return sql`${jobs.textId} = any(${arrayLiteral(texts)}::bigint[])`
  }
  const bits = new Uint8Array(Math.ceil(ids / 8))
  const first = Number(listed.first)
  for (const text of texts) {
    const bit = text - first
    const byte = Math.floor(bit / 8)
    bits[byte] = (bits[byte] ?? 0) | (1 << (bit % 8))
  }
  return sql`get_bit(decode(${Buffer.from(bits).toString('hex')}, 'hex'), ${jobs.textId} - ${first}::bigint) = 1`
}

function split<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}
