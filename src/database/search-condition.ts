import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { asksPositions, neededTerms, type TermOptions, withPairTerms } from '../search/index-terms'
import { alternatives, type Near, type Phrase, type SearchTree } from '../search/search-tree'
import { quoteLexeme } from './index-words'

/** The condition that a tsvector column matches. */
export function textMatches(column: SQLWrapper, tree: SearchTree): SQL {
  return sql`${column} @@ ${toTsQuery(tree)}::tsquery`
}

/** A condition in two parts, which together say what it asks. */
export interface TextCondition {
  /** What the index knows: which terms a text has. */
  found?: SQL
  /** What PostgreSQL reads in the words of each text that is found: where they stand. */
  read?: SQL
}

/**
 * As `textMatches`, with what the index cannot answer apart from what it can. As one condition PostgreSQL would read the
 * words of all that an index finds, before it holds them against any other condition and before it puts them in order.
 */
export function textCondition(
  column: SQLWrapper,
  tree: SearchTree,
  options: TermOptions = { pairs: false },
): TextCondition {
  const asked = options.pairs ? withPairTerms(tree) : tree
  const whole = textMatches(column, asked)
  if (!asksPositions(asked)) return { found: whole }
  const terms = neededTerms(asked, options)
  return {
    ...(terms && { found: textMatches(column, terms) }),
    // An equation, so that no index is asked for it, and that it is taken to hold for few: for one in 200.
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
