import { not, type SQL, sql } from 'drizzle-orm'
import type { JobFilter } from '../filters/job-filter'
import type { Place, PlaceTree, SearchTree } from '../search/search-tree'
import { arrayLiteral } from './array-literal'
import { allOf, anyOf } from './boolean-conditions'
import type { Queries } from './drizzle'
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
  const conditions = trees.map((tree) => namesCondition(tree, numbers, foundPlaces))
  if (asked?.kind === 'each') conditions.push(await someLocation(queries, asked.tree))
  return conditions
}

/** The numbers of the terms that each place means. */
type PlaceNumbers = ReadonlyMap<Place, readonly number[]>

/** That a job has one of the places of these numbers. */
type SomePlace = (numbers: readonly number[]) => SQL

function namesCondition(tree: PlaceTree, numbers: PlaceNumbers, somePlace: SomePlace): SQL {
  switch (tree.kind) {
    case 'place':
      return somePlace(numbers.get(tree) ?? [])
    case 'not':
      return not(namesCondition(tree.child, numbers, readPlaces))
    case 'all':
      return allOf(tree.children.map((child) => namesCondition(child, numbers, somePlace)))
    case 'any': {
      // Places side by side are one look into the index.
      const alternatives = tree.children.filter((child) => child.kind === 'place')
      const others = tree.children.filter((child) => child.kind !== 'place')
      return anyOf([
        somePlace(alternatives.flatMap((place) => numbers.get(place) ?? [])),
        ...others.map((child) => namesCondition(child, numbers, somePlace)),
      ])
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
  return foundPlaces(rows.map(({ id }) => id))
}

/** PostgreSQL holds each job that its index finds for an array of places against every place of the array. */
const PLACES_AT_ONCE = 16

/** More are read faster than they are looked up. */
const MAX_FOUND = 1_024

/** Found in the index, in time that grows with the places and with the jobs, and not with one times the other. */
function foundPlaces(numbers: readonly number[]): SQL {
  if (numbers.length > MAX_FOUND) return readPlaces(numbers)
  const parts = Math.max(1, Math.ceil(numbers.length / PLACES_AT_ONCE))
  const starts = Array.from({ length: parts }, (_, part) => part * PLACES_AT_ONCE)
  return anyOf(starts.map((start) => overlap(numbers.slice(start, start + PLACES_AT_ONCE))))
}

/** Read of job after job. PostgreSQL hashes an array in which it looks for one value. */
function readPlaces(numbers: readonly number[]): SQL {
  if (numbers.length <= PLACES_AT_ONCE) return overlap(numbers)
  return sql`exists (
    select from unnest(${jobs.places}) as place where place = any(${arrayLiteral(numbers)}::integer[]))`
}

function overlap(numbers: readonly number[]): SQL {
  return sql`${jobs.places} && ${arrayLiteral(numbers)}::integer[]`
}
