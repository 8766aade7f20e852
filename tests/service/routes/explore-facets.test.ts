import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { countFacets, MAX_FACET_JOBS } from '../../../src/catalogue/database/queries/count-facets'
import type { JobFilter } from '../../../src/catalogue/job-filter'
import type { ExploreFacets } from '../../../src/catalogue/resources/explore-facets'
import { parseAdvanced } from '../../../src/text/search/reading/parse-advanced'
import { HOUR_MS } from '../../../src/values/instant'
import { place, posting } from '../../support/posting-builder'
import { createTestApp, type TestApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const AUSTIN = place('Austin', 'TX', 'US')
const app = useTestApp({ start: '2026-01-15T23:30:00Z' }, async (app) => {
  await app.write(
    posting({ title: 'Nurse', organization: 'Acme', employment_type: ['FULL_TIME', 'PER_DIEM'] }),
    posting({ title: 'Nurse', organization: 'Beta', location_type: 'TELECOMMUTE' }),
    posting({
      title: 'Nurse',
      organization: 'Acme',
      source: 'lever',
      employment_type: ['FULL_TIME'],
      locations: [place('Ottawa', 'ON', 'CA'), place('Montreal', 'QC', 'CA')],
    }),
    posting({ title: 'Welder', organization: 'Gamma', locations: [AUSTIN] }),
  )
  app.clock.advance(HOUR_MS)
  await app.write(posting({ title: 'Nurse', organization: 'Acme' }))
  app.clock.advance(HOUR_MS)
})

describe.each([
  '/explore/facets?q=nurse',
  '/explore/feed-facets?country=CA&description_advanced=nurse&time_frame=6m',
])('%s', (target) => {
  test('counts the values that the jobs have, and the days they came', async () => {
    const { days, ...facets } = await app.get<ExploreFacets>(target)
    expect(facets).toMatchObject({
      counted: 4,
      is_sample: false,
      regions: { ON: 4, QC: 1 },
      sources: { greenhouse: 3, lever: 1 },
      employers: [
        { name: 'Acme', jobs: 3 },
        { name: 'Beta', jobs: 1 },
      ],
      remote: { true: 1, false: 3 },
      pay: { true: 0, false: 4 },
      matches: { title: [], text: [{ words: ['nurse'], prefix: false }], organization: [] },
    })
    expect(facets.types.PER_DIEM).toBe(1)
    expect(days.length).toBe(31)
    expect(days.slice(-2)).toEqual([
      { day: '2026-01-15', new: 3 },
      { day: '2026-01-16', new: 1 },
    ])
  })
})

test('words that are excluded, also by a text alone', async () => {
  for (const exclusion of [
    'q=-welder',
    'title=-welder',
    'q=nurse%20-acme',
    'q=nurse&title=-welder',
  ]) {
    const { counted } = await app.get<ExploreFacets>(`/explore/facets?${exclusion}`)
    const { count } = await app.get<{ count: number }>(`/explore/count?${exclusion}`)
    expect([exclusion, counted]).toEqual([exclusion, count])
  }
  const target = '?time_frame=6m&organization_advanced=!acme'
  const { counted } = await app.get<ExploreFacets>(`/explore/feed-facets${target}`)
  expect(counted).toBe(2)
})

test('both countries', async () => {
  const { regions } = await app.get<ExploreFacets>('/explore/feed-facets?time_frame=6m')
  expect(regions).toEqual({ ON: 4, QC: 1, TX: 1 })
})

test('nothing found', async () => {
  const facets = await app.get<ExploreFacets>('/explore/facets?q=zebra')
  expect([facets.counted, facets.regions, facets.employers]).toEqual([0, {}, []])
})

test.each([
  ['/explore/facets?q=%22nurse', 400],
  ['/explore/facets?limit=1', 400],
  ['/explore/feed-facets?title_advanced=a%20b', 400],
])('%s is answered with %d', async (target, status) => {
  expect((await app.request(target)).status).toBe(status)
})

test.each(['/explore/facets', '/explore/feed-facets'])('%s needs a key', async (target) => {
  expect((await app.request(target, { headers: { Authorization: '' } })).status).toBe(401)
})

describe('of many jobs', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await createTestApp()
    await own.write(posting({ title: 'Nurse', description_text: 'Care at night, and a team.' }))
    // Copies of one row; one in four is remote.
    await own.database.run(sql`
      insert into active_jobs select (jsonb_populate_record(job, jsonb_build_object('id', job.id + number, 'is_remote', number % 4 = 0))).*
      from active_jobs as job, generate_series(1, ${4 * MAX_FACET_JOBS}::integer) as number`)
    await own.database.run(sql`analyze active_jobs`)
  })
  afterAll(() => own.stop())

  async function count(filter: Partial<JobFilter>) {
    const { isSample, counts } = await countFacets(
      own.database,
      { countries: ['CA'], ...filter },
      own.clock.now(),
    )
    const jobsOf = (facet: string, value: string | null) =>
      counts.find((count) => count.facet === facet && count.value === value)?.jobs ?? 0
    return { isSample, counted: jobsOf('all', null), jobsOf }
  }

  test('a sample is counted that has about the shares of all', async () => {
    const { isSample, counted, jobsOf } = await count({})
    expect(isSample).toBe(true)
    expect(counted).toBeGreaterThan(MAX_FACET_JOBS / 2)
    expect(counted).toBeLessThanOrEqual(MAX_FACET_JOBS)
    expect(jobsOf('remote', 'true') / counted).toBeCloseTo(0.25, 1)
  })

  test('no more are read when a search that finds few has to read the words of many', async () => {
    const near = await count({ fullText: parseAdvanced('team <2> night') })
    expect(near).toMatchObject({ isSample: true, counted: 0 })
    const without = await count({ fullText: parseAdvanced('!nurse') })
    expect(without).toMatchObject({ isSample: true, counted: 0 })
    expect((await count({ fullText: parseAdvanced('welder') })).isSample).toBe(false)
  })
})

test('says what the search looks for, and not what it excludes', async () => {
  const filters = {
    title_advanced: "nurs:* & !(manager | 'unit clerk')",
    description_advanced: "'night shift' <3> (on | off) <-> call",
    organization_advanced: '!agency',
  }
  const { matches } = await app.get<ExploreFacets>(
    `/explore/feed-facets?${new URLSearchParams(filters)}`,
  )
  const word = (text: string, prefix = false) => ({ words: text.split(' '), prefix })
  expect(matches).toEqual({
    title: [word('nurs', true)],
    text: [word('night shift'), word('on'), word('off'), word('call')],
    organization: [],
  })
})
