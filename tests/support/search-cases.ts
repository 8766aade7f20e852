import { expect, test } from 'bun:test'
import type { SearchCatalogue } from './search-catalogue'

/** A search, the documents that it finds, and documents that it does not find although one might think so. */
export type SearchCase = readonly [
  search: string,
  finds: readonly string[],
  misses: readonly string[],
]

/** The documents that cases name. */
export function documentsOf(cases: readonly SearchCase[]): string[] {
  return cases.flatMap(([, finds, misses]) => [...finds, ...misses])
}

/** A test a case: one filter finds, of the documents that the case names, exactly those. */
export function testSearches(
  catalogue: () => SearchCatalogue,
  parameter: string,
  cases: readonly SearchCase[],
): void {
  test.each(cases.map((searchCase) => [searchCase[0], searchCase] as const))(
    `${parameter}=%s`,
    async (_, [search, finds, misses]) => {
      const named = new Set([...finds, ...misses])
      const found = await catalogue().find({ [parameter]: search })
      expect(found.filter((name) => named.has(name)).sort()).toEqual([...finds].sort())
    },
  )
}
