import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { asksPositions, neededTerms, type TermOptions, withPairTerms } from '../search/index-terms'
import {
  alternatives,
  type Near,
  negationNormalForm,
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
 * "Within N" is "1 apart, or 2, ... or N". PostgreSQL aligns alternatives of different widths by
 * their first word. That is correct on the right side of a distance and wrong on the left side. So
 * the chain nests to the right, and left phrases of each width get their own distances.
 */
function nearQuery({ left, distance, right }: Near): string {
  const rightQuery = right.kind === 'near' ? nearQuery(right) : anyPhrase(alternatives(right))
  const sameWidths = Map.groupBy(alternatives(left), (phrase) => phrase.words.length).values()
  const spelledOut = [...sameWidths].flatMap((children) => {
    const leftQuery = anyPhrase(children)
    return Array.from(
      { length: distance },
      (_, index) => `${leftQuery} <${index + 1}> ${rightQuery}`,
    )
  })
  return `(${spelledOut.join(' | ')})`
}

function anyPhrase(phrases: readonly Phrase[]): string {
  const queries = phrases.map(phraseQuery)
  return queries.length === 1 ? queries.join() : `(${queries.join(' | ')})`
}
