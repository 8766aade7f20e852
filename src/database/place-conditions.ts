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
 * The conditions of a filter's places. The dictionary gives the numbers of the terms that are meant; PostgreSQL
 * then plans with numbers that it has statistics of, and reads no place of a job that does not match.
 */
export async function placeConditions(queries: Queries, filter: JobFilter): Promise<SQL[]> {
  const conditions = (filter.placeTerms ?? []).map((terms) => hasTerm(queries, { terms }))
  if (filter.places?.kind === 'each') conditions.push(someLocation(queries, filter.places.tree))
  if (filter.places?.kind === 'names') conditions.push(namesCondition(queries, filter.places.tree))
  return await Promise.all(conditions)
}

async function namesCondition(queries: Queries, tree: PlaceTree): Promise<SQL> {
  switch (tree.kind) {
    case 'place':
      return await hasTerm(queries, tree)
    case 'not':
      return not(await namesCondition(queries, tree.child))
    case 'all':
    case 'any': {
      const children = await Promise.all(
        tree.children.map((child) => namesCondition(queries, child)),
      )
      return (tree.kind === 'all' ? and(...children) : or(...children)) ?? sql`true`
    }
  }
}

/** That a job has a location which answers to a term, or to one that begins with it. */
async function hasTerm(
  queries: Queries,
  { terms, prefix = false }: { terms: Place['terms']; prefix?: boolean },
): Promise<SQL> {
  const named = prefix
    ? or(...terms.map((term) => sql`${places.term} like ${`${term}%`}`))
    : sql`${places.term} = any(${arrayLiteral(terms)}::text[])`
  // A prefix means names, never the codes of exact filters, which hold a colon.
  const condition = prefix ? and(named, sql`${places.term} not like '%:%'`) : named
  return anyPlace(await queries.run(sql`select ${places.id} from ${places} where ${condition}`))
}

async function someLocation(queries: Queries, tree: SearchTree): Promise<SQL> {
  return anyPlace(
    await queries.run(
      sql`select ${places.id} from ${places} where ${textMatches(places.words, tree)}`,
    ),
  )
}

function anyPlace(rows: readonly { id: number }[]): SQL {
  return sql`${jobs.places} && ${arrayLiteral(rows.map(({ id }) => id))}::integer[]`
}
