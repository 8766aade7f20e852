import { type SQL, sql } from 'drizzle-orm'
import type { NamedPlace, Phrase } from '../../../text/search/search-tree'
import { onReservedConnections, type Queries } from '../client/drizzle'
import { anyOf, every } from '../client/operators'
import { placeConditions } from '../conditions/place-conditions'
import { textMatches } from '../conditions/search-condition'
import { ACTIVE_JOBS, fetched, jobs } from '../schema/jobs'
import { places } from '../schema/places'

const UNION_ALL = sql` union all `

/** A value that active jobs may have. */
export type JobValue =
  | { kind: 'word'; field: 'title' | 'text' | 'employer' | 'place'; phrase: Phrase }
  /** A typed token that is a phrase, such as `R.N.`. */
  | { kind: 'token'; field: 'title' | 'text'; typed: string; phrase: Phrase }
  | { kind: 'place'; place: NamedPlace }
  | { kind: 'employer' | 'source'; name: string }

/** For each value, whether no active job has it. The statement ends each search at its first job. */
export async function findAbsent(
  queries: Queries,
  values: readonly JobValue[],
): Promise<boolean[]> {
  const conditions = await Promise.all(values.map((value) => conditionOf(queries, value)))
  const parts = conditions.map(
    (condition, at) =>
      sql`select ${at}::integer as at where not exists (select from ${ACTIVE_JOBS} where ${condition})`,
  )
  if (parts.length === 0) return []
  const rows = await onReservedConnections(queries).run<{ at: number }>(sql.join(parts, UNION_ALL))
  const absent = new Set(rows.map(({ at }) => at))
  return values.map((_, at) => absent.has(at))
}

async function conditionOf(queries: Queries, value: JobValue): Promise<SQL> {
  switch (value.kind) {
    case 'word':
    case 'token':
      return wordCondition(value.field, value.phrase)
    case 'place': {
      const asked = { places: { kind: 'names' as const, tree: value.place } }
      return every(...(await placeConditions(onReservedConnections(queries), asked)))
    }
    case 'employer':
      return anyOf(jobs.organization, [value.name])
    case 'source':
      return anyOf(jobs.source, [value.name])
  }
}

function wordCondition(field: 'title' | 'text' | 'employer' | 'place', phrase: Phrase): SQL {
  switch (field) {
    case 'title':
      return textMatches(jobs.titleWords, phrase)
    case 'text':
      return textMatches(fetched(jobs.textWords), phrase)
    case 'employer':
      return textMatches(jobs.organizationWords, phrase)
    case 'place':
      return sql`${jobs.places} && array(
        select ${places.id} from ${places} where ${textMatches(places.words, phrase)})`
  }
}
