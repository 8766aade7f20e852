import { not, or, type SQL, sql } from 'drizzle-orm'
import {
  leavesOf,
  type NamedPlace,
  type PlaceTree,
  type SearchTree,
} from '../../../text/search/search-tree'
import type { JobFilter } from '../../job-filter'
import { arrayLiteral } from '../client/array-literal'
import type { Queries } from '../client/drizzle'
import { every } from '../client/operators'
import { jobs } from '../schema/jobs'
import { places } from '../schema/places'
import { textMatches } from './search-condition'

/**
 * The conditions of a filter's places. One query reads the numbers of all place terms from the
 * dictionary. PostgreSQL then plans with numbers, for which it has statistics, and reads the places
 * of matching jobs only.
 */
export async function placeConditions(
  queries: Queries,
  { places: filter, placeTerms: terms }: Pick<JobFilter, 'places' | 'placeTerms'>,
): Promise<SQL[]> {
  const trees: PlaceTree[] = terms ? [{ kind: 'place', terms, prefix: false }] : []
  if (filter?.kind === 'names') trees.push(filter.tree)
  const numbers = await findNumbers(queries, trees.flatMap(leavesOf))
  const conditions = trees.map((tree) => namesCondition(tree, numbers, foundPlaces))
  if (filter?.kind === 'each') conditions.push(await someLocation(queries, filter.tree))
  return conditions
}

/** The numbers of the dictionary terms that each place matches. */
type PlaceNumbers = ReadonlyMap<NamedPlace, readonly number[]>

/** Makes the condition that a job has one of these place numbers. */
type SomePlace = (numbers: readonly number[]) => SQL

function namesCondition(tree: PlaceTree, numbers: PlaceNumbers, somePlace: SomePlace): SQL {
  switch (tree.kind) {
    case 'place':
      return somePlace(numbers.get(tree) ?? [])
    case 'not':
      return not(namesCondition(tree.child, numbers, readPlaces))
    case 'all':
      return every(...tree.children.map((child) => namesCondition(child, numbers, somePlace)))
    case 'any': {
      // Alternative places need one index scan.
      const alternatives = tree.children.filter((child) => child.kind === 'place')
      const others = tree.children.filter((child) => child.kind !== 'place')
      return someOf([
        somePlace(alternatives.flatMap((place) => numbers.get(place) ?? [])),
        ...others.map((child) => namesCondition(child, numbers, somePlace)),
      ])
    }
  }
}

/** Reads the numbers of all places with one query. `unnest` binds any number of terms as two parameters. */
async function findNumbers(queries: Queries, asked: readonly NamedPlace[]): Promise<PlaceNumbers> {
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

/** Sorts after every character of a term, in byte order. */
const LAST_CHARACTER = '\u{10FFFF}'

/**
 * A term begins with the requested text; the index in byte order finds it. Terms with further names
 * are skipped, because every location that has them also has the shorter term. The terms of exact
 * filters have a colon.
 */
const BEGINS = sql`${places.term} ~>=~ asked.text and ${places.term} ~<~ (asked.text || ${LAST_CHARACTER})
  and substr(${places.term}, length(asked.text) + 1) !~ '[:,]'`

/** The condition that one of a job's locations matches an expression. */
async function someLocation(queries: Queries, tree: SearchTree): Promise<SQL> {
  const rows = await queries.db
    .select({ id: places.id })
    .from(places)
    .where(textMatches(places.words, tree))
  return foundPlaces(rows.map(({ id }) => id))
}

/** PostgreSQL compares each job that the index finds with every element of the array, so arrays are short. */
const PLACES_AT_ONCE = 16

/** Beyond this number a scan is faster than the index. */
const MAX_FOUND = 1_024

/** Uses the index. The time grows with the sum of places and jobs instead of their product. */
function foundPlaces(numbers: readonly number[]): SQL {
  if (numbers.length > MAX_FOUND) return readPlaces(numbers)
  const parts = Math.max(1, Math.ceil(numbers.length / PLACES_AT_ONCE))
  const starts = Array.from({ length: parts }, (_, part) => part * PLACES_AT_ONCE)
  return someOf(starts.map((start) => overlap(numbers.slice(start, start + PLACES_AT_ONCE))))
}

/** Reads the places of each job. PostgreSQL uses a hash table for `= any` of a constant array. */
function readPlaces(numbers: readonly number[]): SQL {
  if (numbers.length <= PLACES_AT_ONCE) return overlap(numbers)
  return sql`exists (
    select from unnest(${jobs.places}) as place where place = any(${arrayLiteral(numbers)}::integer[]))`
}

function overlap(numbers: readonly number[]): SQL {
  return sql`${jobs.places} && ${arrayLiteral(numbers)}::integer[]`
}

function someOf(conditions: readonly SQL[]): SQL {
  return or(...conditions) ?? sql`false`
}
