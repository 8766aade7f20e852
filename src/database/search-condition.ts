import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { commonNumber, pairOf, pairTerm } from '../search/common-words'
import { alternatives, type Near, type Phrase, type SearchTree } from '../search/search-tree'
import { quoteLexeme } from './text-index'

/** The condition that a tsvector column matches. */
export function textMatches(column: SQLWrapper, tree: SearchTree): SQL {
  return sql`${column} @@ ${toTsQuery(tree)}::tsquery`
}

/** The tree as the text of a tsquery. */
export function toTsQuery(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase':
      return pairedPhraseQuery(tree)
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

/**
 * The index has the pairs of common words, and two words that are a pair are found by it alone. Of a longer phrase
 * PostgreSQL then reads the few documents that have all its pairs, and not the many that have all its words.
 */
function pairedPhraseQuery(phrase: Phrase): string {
  const whole = phrase.prefix ? phrase.words.slice(0, -1) : phrase.words
  const numbers = whole.map(commonNumber)
  const pairs = numbers
    .map((number, index) => pairOf(numbers[index - 1] ?? 0, number))
    .filter((pair) => pair !== undefined)
    .map((pair) => quoteLexeme(pairTerm(pair)))
  if (pairs.length === 0) return phraseQuery(phrase)
  return phrase.words.length === 2
    ? pairs.join()
    : `(${[...pairs, phraseQuery(phrase)].join(' & ')})`
}

function phraseQuery({ words, prefix }: Phrase): string {
  const query = `${words.map(quoteLexeme).join(' <-> ')}${prefix ? ':*' : ''}`
  return words.length === 1 ? query : `(${query})`
}

/**
 * Within N is "1 apart, or 2, ... or N". PostgreSQL aligns alternatives of different widths by their
 * beginnings: right where they are the right side of a distance, wrong where they are its left side.
 * So the chain nests to the right, and left phrases of different widths each get their own distances.
 */
function nearQuery({ left, distance, right }: Near): string {
  const rightQuery = right.kind === 'near' ? nearQuery(right) : anyPhrase(alternatives(right))
  const sameWidths = Map.groupBy(alternatives(left), (phrase) => phrase.words.length).values()
  const spelledOut = [...sameWidths].flatMap((children) => {
    const leftQuery = anyPhrase(children)
    return range(distance).map((apart) => `${leftQuery} <${apart}> ${rightQuery}`)
  })
  return `(${spelledOut.join(' | ')})`
}

function anyPhrase(phrases: readonly Phrase[]): string {
  const queries = phrases.map(phraseQuery)
  return queries.length === 1 ? queries.join() : `(${queries.join(' | ')})`
}

/** 1 to `last`. */
function range(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
