import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { withPairTerms } from '../../../text/search/index/pair-terms'
import { distanceRows } from '../../../text/search/search-cost'
import {
  alternatives,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
} from '../../../text/search/search-tree'
import { quoteLexeme } from '../words/index-words'
import { asksPositions, neededTerms, type TermOptions } from './needed-terms'
import { negationNormalForm } from './negation'

/** The condition that a tsvector column matches the tree. */
export function textMatches(column: SQLWrapper, tree: SearchTree): SQL {
  return sql`${column} @@ ${toTsQuery(tree)}::tsquery`
}

/** `textMatches`, with pair terms if the index has them. */
export function wholeText(
  column: SQLWrapper,
  tree: SearchTree,
  { pairs }: TermOptions = { pairs: false },
): SQL {
  return textMatches(column, pairs ? withPairTerms(tree) : tree)
}

/** A condition on a text in two parts; a text matches if both hold. */
export interface TextCondition {
  /** The part that the index answers: which terms a text has. */
  indexed?: SQL
  /** The part that PostgreSQL checks in the words of each text: their positions. */
  unindexed?: SQL
}

/**
 * `textMatches`, split into a part for the index and the rest. As one condition PostgreSQL would read
 * the words of every text that the index finds, before it checks other conditions and before it sorts.
 */
export function textCondition(
  column: SQLWrapper,
  tree: SearchTree,
  options: TermOptions = { pairs: false },
): TextCondition {
  const normal = negationNormalForm(tree)
  const paired = options.pairs ? withPairTerms(normal) : normal
  const whole = textMatches(column, paired)
  if (!asksPositions(paired)) return { indexed: whole }
  const terms = neededTerms(paired, options)
  return {
    ...(terms && { indexed: textMatches(column, terms) }),
    // The equation prevents an index scan. The planner estimates that it holds for one row in 200.
    unindexed: sql`(${whole})::integer = 1`,
  }
}

/** The tree as the text of a tsquery. */
export function toTsQuery(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase':
      return phraseQuery(tree)
    case 'near':
      return nearQuery(tree)
    case 'not':
      return `!(${toTsQuery(tree.child)})`
    case 'all':
      return `(${tree.children.map(toTsQuery).join(' & ')})`
    case 'any':
      return `(${tree.children.map(toTsQuery).join(' | ')})`
  }
}

function phraseQuery({ words, prefix }: Phrase): string {
  const query = `${words.map(quoteLexeme).join(' <-> ')}${prefix ? ':*' : ''}`
  return words.length === 1 ? query : `(${query})`
}

/**
 * A long chain of distances is preceded by conditions that are faster to check: most texts that match
 * have a chain of half the distances, and most others lack one of the distances.
 */
function nearQuery(near: Near): string {
  const whole = meetingQuery(near)
  if (near.right.kind !== 'near' || near.distance === 1) return whole
  const pairs = neighbours(near).map(meetingQuery)
  return `(${meetingQuery(halved(near))} | ${pairs.join(' & ')} & ${whole})`
}

/** The distances of a chain one by one: `a <2> b <3> c` has `a <2> b` and `b <3> c`. */
function neighbours({ left, distance, right }: Near): Near[] {
  if (right.kind !== 'near') return [{ kind: 'near', left, distance, right }]
  return [{ kind: 'near', left, distance, right: right.left }, ...neighbours(right)]
}

/** The chain with half of each distance. */
function halved(near: Near): Near {
  const { distance, right } = near
  const half = Math.ceil(distance / 2)
  return { ...near, distance: half, right: right.kind === 'near' ? halved(right) : right }
}

/**
 * `a <6> b` is compiled as a conjunction of two parts that begin at the same position: one puts `a` 0
 * or 1 words after it, the other puts `b` 2, 4 or 6 words after it, so that `b` follows `a` at any of
 * the six distances. PostgreSQL aligns both sides of `&` inside a distance by their first word. In a
 * chain, `b` is a chain itself.
 */
function meetingQuery(near: Near): string {
  const rows = distanceRows(near)
  if (rows === undefined) return spelledOut(near)
  const { left, distance, right } = near
  const width = Math.max(...alternatives(left).map((phrase) => phrase.words.length))
  const lefts = range(rows).flatMap((row) =>
    sameWidths(left).map((group) => after(row + width - group.width, group.query)),
  )
  const rightQuery = right.kind === 'near' ? spelledOut(right) : anyPhrase(alternatives(right))
  const rights = range(Math.ceil(distance / rows)).map((column) =>
    after(Math.min((column + 1) * rows, distance) + width - 1, rightQuery),
  )
  return `(${ANY_WORD} <0> (${anyOf(lefts)} & ${anyOf(rights)}))`
}

/** Matches `words` words before each match of the query. */
function after(words: number, query: string): string {
  return words === 0 ? query : `(${ANY_WORD} <${words}> ${query})`
}

/** A balanced tree: inside a distance PostgreSQL merges the positions of both sides of each `|`. */
function anyOf(queries: readonly string[]): string {
  if (queries.length === 1) return queries.join()
  if (queries.length <= 3) return `(${queries.join(' | ')})`
  const middle = queries.length >> 1
  return `(${anyOf(queries.slice(0, middle))} | ${anyOf(queries.slice(middle))})`
}

/** Matches at every position, because no text has a space as a word. */
const ANY_WORD = "!' '"

/**
 * "Within N" is "1 apart, or 2, ... or N". PostgreSQL aligns alternatives of different widths by
 * their first word. That is correct on the right side of a distance and wrong on the left side. So
 * a chain nests to the right, and left phrases of each width get their own distances.
 */
function spelledOut({ left, distance, right }: Near): string {
  const rightQuery = right.kind === 'near' ? spelledOut(right) : anyPhrase(alternatives(right))
  const queries = sameWidths(left).flatMap(({ query }) =>
    range(distance).map((less) => `${query} <${less + 1}> ${rightQuery}`),
  )
  return queries.length === 1 ? `(${queries.join()})` : anyOf(queries)
}

/** From 0, below the limit. */
function range(limit: number): number[] {
  return Array.from({ length: limit }, (_, index) => index)
}

/** The phrases of an operand, joined by their width. */
function sameWidths(operand: Operand): { width: number; query: string }[] {
  const groups = Map.groupBy(alternatives(operand), (phrase) => phrase.words.length)
  return Array.from(groups, ([width, phrases]) => ({ width, query: anyPhrase(phrases) }))
}

function anyPhrase(phrases: readonly Phrase[]): string {
  return anyOf(phrases.map(phraseQuery))
}
