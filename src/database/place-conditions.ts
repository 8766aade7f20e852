import { and, not, or, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../filters/job-filter'
import type { Place, PlaceTree } from '../search/place-tree'
import type { SearchTree } from '../search/search-tree'
import { arrayLiteral } from './array-literal'
import type { Queries } from './connection'
import { jobs } from './schema/jobs'
import { places } from './schema/places'
import { textMatches } from './search-condition'

/**
 * The conditions of a filter's places. The dictionary gives the numbers of the terms that are meant, all in one
 * query; PostgreSQL then plans with numbers that it has statistics of, and reads no place of a job that does not
 * match.
 */
export async function placeConditions(
  queries: Queries,
  { places: asked, placeTerms = [] }: Pick<JobFilter, 'places' | 'placeTerms'>,
): Promise<SQL[]> {
  const trees: PlaceTree[] = placeTerms.map((terms) => ({ kind: 'place', terms, prefix: false }))
  if (asked?.kind === 'names') trees.push(asked.tree)
  const numbers = await findNumbers(queries, trees.flatMap(placesOf))
  const conditions = trees.map((tree) => namesCondition(tree, numbers))
  if (asked?.kind === 'each') conditions.push(await someLocation(queries, asked.tree))
  return conditions
}

/** The numbers of the terms that each place means. */
type PlaceNumbers = ReadonlyMap<Place, readonly number[]>

function namesCondition(tree: PlaceTree, numbers: PlaceNumbers): SQL {
  switch (tree.kind) {
    case 'place':
      return anyPlace(numbers.get(tree) ?? [])
    case 'not':
      return not(namesCondition(tree.child, numbers))
    case 'all':
      return and(...tree.children.map((child) => namesCondition(child, numbers))) ?? sql`true`
    case 'any': {
      // Places side by side are one look into the index.
      const alternatives = tree.children.filter((child) => child.kind === 'place')
      const others = tree.children.filter((child) => child.kind !== 'place')
      const alternative = anyPlace(alternatives.flatMap((place) => numbers.get(place) ?? []))
      return or(alternative, ...others.map((child) => namesCondition(child, numbers))) ?? sql`true`
    }
  }
}

function placesOf(tree: PlaceTree): Place[] {
  switch (tree.kind) {
    case 'place':
      return [tree]
    case 'not':
      return placesOf(tree.child)
    case 'all':
    case 'any':
      return tree.children.flatMap(placesOf)
  }
}

/** Asks the dictionary once, however many places a filter has. */
async function findNumbers(queries: Queries, asked: readonly Place[]): Promise<PlaceNumbers> {
  if (asked.length === 0) return new Map()
  const texts = asked.flatMap(({ terms, prefix }, place) =>
    terms.map((text) => ({ place, text, prefix })),
  )
  const rows = await queries.run<{ place: number; numbers: number[] }>(sql`
    select asked.place, array_agg(${places.id}) as numbers
    from ${table(texts.filter(({ prefix }) => !prefix))} join ${places} on ${places.term} = asked.text
    group by asked.place
    union all
    select asked.place, array_agg(${places.id}) as numbers
    from ${table(texts.filter(({ prefix }) => prefix))} join ${places} on ${BEGINS}
    group by asked.place`)
  const numbers = new Map(rows.map((row) => [row.place, row.numbers]))
  return new Map(asked.map((place, index) => [place, numbers.get(index) ?? []]))
}

function table(texts: readonly { place: number; text: string }[]): SQL {
  const numbers = arrayLiteral(texts.map(({ place }) => place))
  const terms = arrayLiteral(texts.map(({ text }) => text))
  return sql`unnest(${numbers}::integer[], ${terms}::text[]) as asked (place, text)`
}

/** Above every character of a term, in the order of bytes. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * That a term begins with the text asked for, by the index in the order of bytes. It has no more names than the
 * text: a location that answers to more answers to the beginning, too. A colon is in the codes of exact filters.
 */
const BEGINS = sql`${places.term} ~>=~ asked.text and ${places.term} ~<~ (asked.text || ${LAST_CHARACTER})
  and substr(${places.term}, length(asked.text) + 1) !~ '[:,]'`

async function someLocation(queries: Queries, tree: SearchTree): Promise<SQL> {
  const rows = await queries.run<{ id: number }>(
    sql`select ${places.id} from ${places} where ${textMatches(places.words, tree)}`,
  )
  return anyPlace(rows.map(({ id }) => id))
}

function anyPlace(numbers: readonly number[]): SQL {
  return sql`${jobs.places} && ${arrayLiteral(numbers)}::integer[]`
}
