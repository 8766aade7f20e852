import { ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { HOUR_MS } from '../../../values/instant'
import { MONTH_MS } from '../../../values/window'

/*
 * Only counts of `1m` search jobs that left, and only those first collected in the last 31 days. Older ones have no words and no
 * places.
 */

/** Jobs that left and were created before this instant need no words. An hour is added for clocks that differ and requests in flight. */
export function wordsHorizon(now: Date): Date {
  return new Date(now.getTime() - MONTH_MS - HOUR_MS)
}

/** The values of a job without words, for a statement. */
export const NO_WORDS = {
  places: sql`'{}'::integer[]`,
  titleWords: sql`''::tsvector`,
  organizationWords: sql`''::tsvector`,
  textWords: sql`''::tsvector`,
}

/** A tsvector without words in PostgreSQL's binary format. */
const EMPTY = new Uint8Array(4)

/** The same values, for `COPY`. */
export const EMPTY_WORDS = {
  places: [],
  titleWords: EMPTY,
  organizationWords: EMPTY,
  textWords: EMPTY,
}

/** The values of a job that is removed: its words, unless it was created before the horizon. */
export function keptWords(
  job: Record<keyof typeof NO_WORDS | 'dateCreated', PgColumn>,
  horizon: Date,
) {
  const isKept = sql`${job.dateCreated} >= ${horizon.toISOString()}::timestamptz`
  const kept = (name: keyof typeof NO_WORDS) =>
    sql`case when ${isKept} then ${job[name]} else ${NO_WORDS[name]} end`
  return {
    places: kept('places'),
    titleWords: kept('titleWords'),
    organizationWords: kept('organizationWords'),
    textWords: kept('textWords'),
  }
}

/**
 * Whether a job that left has words or places; an index has the jobs for which it is true. The words of the text, which are stored
 * out of line, are read only if the others are empty.
 */
export function hasWords(job: Record<keyof typeof NO_WORDS, PgColumn>): SQL {
  const { places, titleWords, organizationWords, textWords } = job
  return sql`(${ne(titleWords, NO_WORDS.titleWords)} or ${ne(organizationWords, NO_WORDS.organizationWords)}
    or ${ne(places, NO_WORDS.places)} or ${ne(textWords, NO_WORDS.textWords)})`
}
