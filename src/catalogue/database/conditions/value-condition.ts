import { type SQL, sql } from 'drizzle-orm'
import type { NamedPlace, Phrase } from '../../../text/search/search-tree'
import type { Queries } from '../client/drizzle'
import { anyOf, every } from '../client/operators'
import { fetched, jobs } from '../schema/jobs'
import { places } from '../schema/places'
import { placeConditions } from './place-conditions'
import { textMatches } from './search-condition'

/** A value that active jobs may have. */
export type JobValue =
  | { kind: 'word'; field: 'title' | 'text' | 'employer' | 'place'; phrase: Phrase }
  | { kind: 'place'; place: NamedPlace }
  | { kind: 'employer' | 'source'; name: string }

/** The condition that a job has a value. */
export async function valueCondition(queries: Queries, value: JobValue): Promise<SQL> {
  switch (value.kind) {
    case 'word':
      return wordCondition(value.field, value.phrase)
    case 'place': {
      const asked = { places: { kind: 'names' as const, tree: value.place } }
      return every(...(await placeConditions(queries, asked)))
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
