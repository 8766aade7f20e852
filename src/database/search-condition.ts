import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  alternatives,
  join,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
} from '../search/search-tree'
import { quoteLexeme } from './text-index'

/** The condition that a tsvector column matches. */
export function textMatches(column: SQLWrapper, tree: SearchTree): SQL {
  return sql`${column} @@ ${toTsQuery(tree)}::tsquery`
}

/** The tree as the text of a tsquery. */
export function toTsQuery(tree: SearchTree | Near | Operand): string {
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
  const rightQuery = toTsQuery(right)
  const sameWidths = Map.groupBy(alternatives(left), (phrase) => phrase.words.length).values()
  const spelledOut = [...sameWidths].flatMap((children) => {
    const leftQuery = toTsQuery(join('any', children))
    return range(distance).map((apart) => `${leftQuery} <${apart}> ${rightQuery}`)
  })
  return `(${spelledOut.join(' | ')})`
}

/** 1 to `last`. */
function range(last: number): number[] {
  return Array.from({ length: last }, (_, index) => index + 1)
}
