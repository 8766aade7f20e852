import { beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createQueries } from '../../../../src/catalogue/database/client/drizzle'
import { placeConditions } from '../../../../src/catalogue/database/conditions/place-conditions'
import { jobs } from '../../../../src/catalogue/database/schema/jobs'
import type { JobFilter, PlaceFilter } from '../../../../src/catalogue/job-filter'
import { parsePlaces } from '../../../../src/text/search/places/parse-places'
import { cityTerm, regionTerm } from '../../../../src/text/search/places/place-terms'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const app = useTestApp({}, (app) =>
  app.write(
    posting({ source_slug: 'toronto', locations: [place('Toronto', 'ON', 'CA')] }),
    posting({
      source_slug: 'two',
      locations: [place('Laval', 'QC', 'CA'), place('Hull', 'QC', 'CA')],
    }),
    posting({ source_slug: 'citywide', locations: [place('Cityville', 'Regionia', 'CA')] }),
    posting({ source_slug: 'none', locations: [], countries: ['CA'] }),
  ),
)

const asked: JobFilter = { countries: ['CA'] }

describe('terms', () => {
  test.each([
    ['a city anywhere', [cityTerm('TORONTO')], ['toronto']],
    ['a city in a region', [cityTerm('Hull', 'QC')], ['two']],
    ['a city in another region', [cityTerm('Hull', 'ON')], []],
    ['one of several', [regionTerm('ON'), regionTerm('QC')], ['toronto', 'two']],
    ['none', [], []],
  ])('%s', async (_, placeTerms, found) => {
    expect(await find({ ...asked, placeTerms })).toEqual(found)
  })
})

describe('names', () => {
  test.each([
    ['a prefix means names and not the codes of exact filters', 'city*', ['citywide']],
    ['nor the kinds of codes', 'region*', ['citywide']],
    ['nor whole locations', 'location*', []],
    ['a name that no job has finds none', 'Atlantis', []],
    ['and without it are all', '-Atlantis', ['toronto', 'two', 'citywide', 'none']],
    ['a job is excluded by any of its locations', 'Quebec -Hull', []],
  ])('%s', async (_, text, found) => {
    expect(await find({ ...asked, places: named(text) })).toEqual(found)
  })
})

describe('more places than PostgreSQL is asked for at once', () => {
  const CITIES = Array.from({ length: 40 }, (_, index) => `Newtown${index}`)
  beforeAll(async () => {
    await app.write(
      ...CITIES.map((city) =>
        posting({ source_slug: city, locations: [place(city, 'New York', 'US')] }),
      ),
    )
  })

  test.each<[string, PlaceFilter, string[]]>([
    ['a prefix finds all', named('newtown*'), CITIES],
    ['and with other places', named('newtown* OR Toronto'), ['toronto', ...CITIES]],
    ['none of them', named('-newtown*'), ['toronto', 'two', 'citywide', 'none']],
    ['words that each location has', { kind: 'each', tree: parseAdvanced('york') }, CITIES],
    ['all but a word', { kind: 'each', tree: parseAdvanced('states & !newtown7') }, without(7)],
  ])('%s', async (_, places, found) => {
    expect(await find({ ...asked, places })).toEqual(found)
  })

  function without(index: number): string[] {
    return CITIES.filter((_, at) => at !== index)
  }
})

test('a filter without places has no condition and asks nothing of the dictionary', async () => {
  const queries = createQueries(() => Promise.reject(new Error('asked')))
  expect(await placeConditions(queries, asked)).toEqual([])
})

function named(text: string): PlaceFilter {
  return { kind: 'names', tree: parsePlaces(text).tree }
}

async function find(filter: JobFilter): Promise<(string | null)[]> {
  const conditions = await placeConditions(app.database, filter)
  const rows = await app.database.run<{ slug: string | null }>(sql`
    select ${jobs.sourceSlug} as slug from ${jobs} where ${sql.join(conditions, sql` and `)}
    order by ${jobs.id}`)
  return rows.map(({ slug }) => slug)
}
