import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { asksPositions, neededTerms, type TermOptions, withPairTerms } from '../search/index-terms'
import {
  alternatives,
  type Near,
  negationNormalForm,
  type Operand,
  type Phrase,
  type SearchTree,
} from '../search/search-tree'
import { quoteLexeme } from './index-words'

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
  found?: SQL
  /** The part that PostgreSQL checks in the words of each text: their positions. */
  read?: SQL
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
  const asked = options.pairs ? withPairTerms(normal) : normal
  const whole = textMatches(column, asked)
  if (!asksPositions(asked)) return { found: whole }
  const terms = neededTerms(asked, options)
  return {
    ...(terms && { found: textMatches(column, terms) }),
    // The equation prevents an index scan. The planner estimates that it holds for one row in 200.
    read: sql`(${whole})::integer = 1`,
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
 * `a <N> b <M> c` is compiled as a conjunction of two parts that begin at the same position: one puts
 * `b <M> c` at a fixed distance after it, the other puts `a` 1 to N words before that `b`. So the
 * distances add up. PostgreSQL aligns both sides of `&` inside a distance by their first word.
 */
function nearQuery(near: Near): string {
  const { left, distance, right } = near
  if (right.kind !== 'near' || distance === 1) return spelledOut(near)
  const widths = alternatives(left).map((phrase) => phrase.words.length)
  const start = distance + Math.max(...widths) - 1
  const before = sameWidths(left).flatMap(({ width, query }) =>
    distances(distance).map((apart) => `${ANY_WORD} <${start - apart - width + 1}> ${query}`),
  )
  const both = `${ANY_WORD} <${start}> ${spelledOut(right)} & (${before.join(' | ')})`
  return `(${ANY_WORD} <0> (${both}))`
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
    distances(distance).map((apart) => `${query} <${apart}> ${rightQuery}`),
  )
  return `(${queries.join(' | ')})`
}

/** From 1 to the largest distance. */
function distances(largest: number): number[] {
  return Array.from({ length: largest }, (_, index) => index + 1)
}

/** The phrases of an operand, joined by their width. */
function sameWidths(operand: Operand): { width: number; query: string }[] {
  const groups = Map.groupBy(alternatives(operand), (phrase) => phrase.words.length)
  return Array.from(groups, ([width, phrases]) => ({ width, query: anyPhrase(phrases) }))
}

function anyPhrase(phrases: readonly Phrase[]): string {
  const queries = phrases.map(phraseQuery)
  return queries.length === 1 ? queries.join() : `(${queries.join(' | ')})`
}
