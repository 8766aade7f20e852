import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { printSearch } from '../../../src/text/search/grammar/printer'
import { locationText } from '../../support/filter-arbitraries'
import { type PlainJob, writePlainCatalogue } from '../../support/plain-catalogue'
import { EMPLOYERS, INSTANTS, randomPosting, SOURCES } from '../../support/posting-arbitraries'
import { advancedTree, plainTree } from '../../support/search-arbitraries'
import type { Search } from '../../support/search-catalogue'
import { useTestApp } from '../../support/use-test-app'

let jobs: PlainJob[]
const app = useTestApp({ start: '2026-01-15T00:30:00Z' }, async (app) => {
  jobs = await writePlainCatalogue(app, fc.sample(randomPosting, 150))
  app.clock.set('2026-01-16T10:30:00Z')
})

const instant = fc.constantFrom(...INSTANTS)
const flag = fc.constantFrom('true', 'false')
const plain = plainTree.map((tree) => printSearch(tree, 'plain'))
const advanced = advancedTree.map((tree) => printSearch(tree, 'advanced'))
const employers = fc
  .subarray(EMPLOYERS, { minLength: 1 })
  .map((names) => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(','))
const sources = fc.subarray(SOURCES, { minLength: 1 }).map(String)

/** Every common filter, with values that meet the jobs. */
const FILTERS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  title: plain,
  title_advanced: advanced,
  description: plain,
  description_advanced: advanced,
  location: locationText,
  location_advanced: advanced,
  country: fc.constantFrom('CA', 'US', 'US,CA'),
  organization: employers,
  exclude_organization: employers,
  organization_advanced: advanced,
  source: sources,
  exclude_source: sources,
  date_posted_gte: instant,
  date_posted_lt: instant,
  date_created_gte: instant,
  date_created_lt: instant,
  has_salary: flag,
  remote: flag,
  has_no_location: flag,
}

const search: fc.Arbitrary<Search> = fc
  .array(
    fc.oneof(
      ...Object.entries(FILTERS).map(([name, value]) => value.map((text) => [name, text] as const)),
    ),
    {
      maxLength: 3,
    },
  )
  .map((entries) => Object.fromEntries(entries))

describe('the count is the number of jobs paged out', () => {
  test('with nothing asked', async () => {
    const active = jobs.filter(({ status }) => status === 'active')
    expect(await countPaged({}, '6m', 40)).toBe(active.length)
  })

  test.each(Object.entries(FILTERS))('%s', async (name, value) => {
    await checkCounts(
      value.map((text) => ({ [name]: text })),
      4,
    )
  })

  test('any filters together', () => checkCounts(search, 60))
})

async function checkCounts(searches: fc.Arbitrary<Search>, runs: number): Promise<void> {
  const frames = fc.constantFrom('24h', '7d', '6m')
  const limits = fc.integer({ min: 7, max: 60 })
  const property = fc.asyncProperty(searches, frames, limits, async (search, frame, limit) => {
    await countPaged(search, frame, limit)
  })
  await fc.assert(property, { numRuns: runs })
}

/** How many jobs a search finds: counted, paged by offset and paged by cursor, which must agree. */
async function countPaged(search: Search, frame: string, limit: number): Promise<number> {
  const query = new URLSearchParams({ ...search, time_frame: frame }).toString()
  const { count } = await app.get<{ count: number }>(`/v1/active-ats-count?${query}`)
  const byOffset = await page(`${query}&limit=${limit}`, (ids) => `offset=${ids.length}`)
  const byCursor = await page(`${query}&limit=${limit}`, (ids) => `cursor=${ids.at(-1) ?? 0}`)
  expect(byOffset).toHaveLength(count)
  expect(new Set(byOffset)).toEqual(new Set(byCursor))
  expect(byCursor).toEqual(byCursor.toSorted((a, b) => a - b))
  expect(byCursor).toHaveLength(count)
  return count
}

async function page(query: string, next: (ids: readonly number[]) => string): Promise<number[]> {
  const ids: number[] = []
  for (;;) {
    const found = await app.get<{ id: number }[]>(`/v1/active-ats?${query}&${next(ids)}`)
    if (found.length === 0) return ids
    ids.push(...found.map(({ id }) => id))
  }
}
