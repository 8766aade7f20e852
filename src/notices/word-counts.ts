import type { Queries } from '../database/client/drizzle'
import { countUpTo } from '../database/queries/count-up-to'
import type { JobFilter } from '../filters/job-filter'
import type { Country } from '../values/country'

/** Jobs are counted up to this number. */
export const MAX_COUNT = 100

/** Words side by side in the titles of jobs, or in all their texts. */
export interface CountedWords {
  field: 'title' | 'text'
  words: readonly string[]
}

/** Counts the active jobs of the requested countries that have words. */
export type CountWords = (each: readonly CountedWords[]) => Promise<number[]>

export function wordCounter(queries: Queries, countries: readonly Country[]): CountWords {
  return (each) =>
    countUpTo(
      queries,
      each.map(({ field, words }): JobFilter => {
        const phrase = { kind: 'phrase' as const, words, prefix: false }
        return { countries, [field]: phrase }
      }),
      MAX_COUNT,
    )
}

/** A count as it is told. */
export function countText(count: number): string {
  return count < MAX_COUNT ? String(count) : `at least ${MAX_COUNT}`
}
