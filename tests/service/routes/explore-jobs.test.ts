import { describe, expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import type { ExploreFacets } from '../../../src/catalogue/resources/explore-facets'
import { HOUR_MS } from '../../../src/values/instant'
import { PAY_BANDS } from '../../../src/values/pay/bands'
import { PAY_UNITS } from '../../../src/values/vocabulary'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

interface Row {
  id: number
  country: string
  location_type: string | null
  work_arrangement: string | null
  salary: {
    currency: string
    value: Record<'minValue' | 'maxValue' | 'value', number | undefined> & { unitText: string }
  } | null
}

const PLACES = [place('Toronto', 'ON', 'CA'), place('Austin', 'TX', 'US')]
const ARRANGEMENTS = ['remote', 'hybrid', 'onsite', null] as const
const TOPS = [18, 25, 25, 25.5, 40, 41.25, 60]

/** Jobs of both countries, each pay and each arrangement beside the others; few amounts, so that many are equal. */
const postings = Array.from({ length: 140 }, (_, at) => {
  const top = TOPS[at % TOPS.length] ?? 0
  const isYearly = at % 5 === 4
  const paid = isYearly ? top * 2000 : top
  const value = at % 3 === 0 ? { minValue: paid - 1, maxValue: paid } : { value: paid }
  return posting({
    title: at % 2 === 0 ? `Nurse ${at}` : `Welder ${at}`,
    organization: `Employer ${at % 9}`,
    work_arrangement: ARRANGEMENTS[Math.floor(at / 2) % 4] ?? null,
    location_type: at % 16 === 7 ? 'TELECOMMUTE' : null,
    locations: PLACES.slice(at % 2, (at % 2) + 1 + (at % 3 === 0 ? 1 : 0)),
    employment_type: at % 2 === 0 ? ['FULL_TIME'] : ['PART_TIME'],
    salary:
      at % 7 === 6
        ? null
        : {
            '@type': 'MonetaryAmount',
            currency: Math.floor(at / 3) % 3 === 0 ? 'USD' : 'CAD',
            value: { '@type': 'QuantitativeValue', ...value, unitText: isYearly ? 'YEAR' : 'HOUR' },
          },
  } as Partial<Posting>)
})

const app = useTestApp({ start: '2026-01-15T10:30:00Z' }, async (app) => {
  await app.write(...postings)
  app.clock.advance(2 * HOUR_MS)
})

const topOf = ({ salary }: Row) =>
  salary?.value.maxValue ?? salary?.value.value ?? salary?.value.minValue ?? 0
const arrangementOf = (row: Row) =>
  row.work_arrangement ?? (row.location_type === 'TELECOMMUTE' ? 'remote' : null)

/** All jobs of a search, page by page. */
async function walk(path: string, query: string, limit = 7): Promise<Row[]> {
  const rows: Row[] = []
  let cursor = ''
  do {
    const target = `${path}?${query}&limit=${limit}${cursor && `&cursor=${cursor}`}`
    const page = await app.get<{ jobs: Row[]; next_cursor: string | null }>(target)
    rows.push(...page.jobs)
    cursor = page.next_cursor ?? ''
  } while (cursor !== '')
  return rows
}

/** Every active job of both countries, as `/v1` lists them. */
const everyJob = () => app.get<Row[]>('/v1/active-ats?time_frame=6m&limit=1000')

test.each(['CA', 'US'])(
  'without conditions they are the jobs of /v1/jobs in %s',
  async (country) => {
    const { jobs } = await app.get<{ jobs: Row[] }>(`/v1/jobs?country=${country}&limit=1000`)
    expect(jobs.length).toBeGreaterThan(50)
    expect(await walk('/explore/jobs', `country=${country}`)).toEqual(jobs)
    const feed = await walk('/explore/feed-jobs', `country=${country}&time_frame=6m`)
    expect(feed).toEqual(jobs)
  },
)

const CONDITIONS: [string, (row: Row) => boolean][] = [
  ['pay_at_least=25&pay_unit=HOUR&pay_currency=CAD', (row) => isPaid(row, 'CAD', 'HOUR', 25)],
  ['pay_at_least=25.01&pay_unit=hour&pay_currency=CAD', (row) => isPaid(row, 'CAD', 'HOUR', 25.01)],
  [
    'pay_at_least=80000&pay_unit=YEAR&pay_currency=USD',
    (row) => isPaid(row, 'USD', 'YEAR', 80_000),
  ],
  ['work_arrangement=hybrid', (row) => arrangementOf(row) === 'hybrid'],
  [
    'work_arrangement=remote,onsite',
    (row) => ['remote', 'onsite'].includes(String(arrangementOf(row))),
  ],
  [
    'work_arrangement=remote&pay_at_least=40&pay_unit=HOUR&pay_currency=CAD',
    (row) => arrangementOf(row) === 'remote' && isPaid(row, 'CAD', 'HOUR', 40),
  ],
]

function isPaid(row: Row, currency: string, unit: string, least: number): boolean {
  return (
    row.salary?.currency === currency && row.salary.value.unitText === unit && topOf(row) >= least
  )
}

describe.each(CONDITIONS)('%s', (query, keeps) => {
  test('finds, counts and breaks down the jobs that an oracle finds', async () => {
    const all = await everyJob()
    const wanted = all.filter(keeps)
    expect(wanted.length).toBeGreaterThan(0)
    expect(wanted.length).toBeLessThan(all.length)
    const feed = `${query}&time_frame=6m`
    const found = await walk('/explore/feed-jobs', feed)
    expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect(await app.get<unknown>(`/explore/feed-count?${feed}`)).toEqual({ count: wanted.length })
    const { counted } = await app.get<ExploreFacets>(`/explore/feed-facets?${feed}`)
    expect(counted).toBe(wanted.length)
    for (const country of ['CA', 'US']) {
      const own = wanted.filter((row) => row.country === country).map(({ id }) => id)
      const listed = await walk('/explore/jobs', `${query}&country=${country}`)
      expect(listed.map(({ id }) => id)).toEqual(own)
      const counts = await app.get<unknown>(`/explore/count?${query}&country=${country}`)
      expect(counts).toEqual({ count: own.length })
    }
  })
})

describe('sort=pay', () => {
  const inOrder = (rows: readonly Row[]) =>
    rows.toSorted((a, b) => topOf(b) - topOf(a) || b.id - a.id)

  test.each([
    ['CAD', 'HOUR', ''],
    ['USD', 'HOUR', ''],
    ['CAD', 'YEAR', ''],
    ['CAD', 'HOUR', 'pay_at_least=25.5'],
    ['CAD', 'HOUR', 'title=nurse'],
    ['CAD', 'HOUR', 'work_arrangement=hybrid,onsite'],
  ])(
    '%s %s %s: the highest published amount first, then the newest',
    async (currency, unit, more) => {
      const least = Number(/pay_at_least=(.*)/.exec(more)?.[1] ?? 0)
      const keeps = (row: Row & { title?: string }) =>
        isPaid(row, currency, unit, least) &&
        (!more.startsWith('title') || row.title?.startsWith('Nurse') === true) &&
        (!more.startsWith('work') || ['hybrid', 'onsite'].includes(String(arrangementOf(row))))
      const wanted = inOrder((await everyJob()).filter(keeps))
      expect(wanted.length).toBeGreaterThan(3)
      const query = `sort=pay&pay_unit=${unit}&pay_currency=${currency}&${more}`
      for (const limit of [1, 4, 1000]) {
        const found = await walk('/explore/feed-jobs', `${query}&time_frame=6m`, limit)
        expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
      }
    },
  )

  test('in one country its currency need not be said', async () => {
    const said = await walk('/explore/jobs', 'country=US&sort=pay&pay_unit=HOUR&pay_currency=USD')
    expect(said.length).toBeGreaterThan(3)
    expect(await walk('/explore/jobs', 'country=US&sort=pay&pay_unit=HOUR')).toEqual(said)
  })

  test.each([
    [
      'sort=pay',
      'pay_unit',
      'expected one of HOUR, DAY, WEEK, MONTH, YEAR with sort=pay, got none',
    ],
    [
      'sort=pay&pay_unit=HOUR&country=CA,US',
      'pay_currency',
      'expected one of CAD, USD with sort=pay of both countries, got none',
    ],
    ['sort=date', 'sort', "expected newest or pay, got 'date'"],
  ])('%s is refused', async (query, parameter, detail) => {
    const response = await app.request(`/explore/feed-jobs?${query}`)
    expect(response.status).toBe(400)
    const { errors } = (await response.json()) as { errors: unknown[] }
    expect(errors).toMatchObject([{ parameter, detail }])
  })

  test('a cursor of another order is refused', async () => {
    const { next_cursor } = await app.get<{ next_cursor: string }>(
      '/explore/jobs?sort=pay&pay_unit=HOUR&limit=2',
    )
    const other = `/explore/jobs?limit=2&cursor=${next_cursor}`
    expect((await app.request(other)).status).toBe(400)
  })

  test('a cursor that somebody wrote for this order, with a date in place of an amount, is refused', async () => {
    const { next_cursor } = await app.get<{ next_cursor: string }>(
      '/explore/jobs?sort=pay&pay_unit=HOUR&limit=2',
    )
    const parts = Buffer.from(next_cursor, 'base64url').toString().split(' ')
    for (const forged of ['-', '2026-01-15T00:00:00Z', 'Infinity', 'x']) {
      const content = [...parts.slice(0, 5), forged, parts[6]].join(' ')
      const sum = new Bun.CryptoHasher('sha256').update(content).digest('base64url').slice(0, 16)
      const cursor = Buffer.from(`${content} ${sum}`).toString('base64url')
      const target = `/explore/jobs?sort=pay&pay_unit=HOUR&limit=2&cursor=${cursor}`
      expect([forged, (await app.request(target)).status]).toEqual([forged, 400])
    }
  })
})

test('facets have the arrangements, and the bands of pay with what each finds', async () => {
  const { arrangements, pay_bands } = await app.get<ExploreFacets>('/explore/facets?country=CA')
  const { jobs } = await app.get<{ jobs: Row[] }>('/v1/jobs?country=CA&limit=1000')
  for (const name of ['remote', 'hybrid', 'onsite']) {
    expect([name, arrangements[name]]).toEqual([
      name,
      jobs.filter((row) => arrangementOf(row) === name).length,
    ])
  }
  const wanted = ['CAD', 'USD'].flatMap((currency) =>
    PAY_UNITS.flatMap((unit) =>
      PAY_BANDS[unit].map((least) => ({
        ...{ currency, unit, at_least: least },
        jobs: jobs.filter((row) => isPaid(row, currency, unit, least)).length,
      })),
    ),
  )
  expect(pay_bands).toEqual(wanted.filter((band) => band.jobs > 0))
  expect(pay_bands.length).toBeGreaterThan(15)
  for (const { currency, unit, at_least, jobs } of pay_bands) {
    const query = `pay_at_least=${at_least}&pay_unit=${unit}&pay_currency=${currency}`
    const { count } = await app.get<{ count: number }>(`/explore/count?country=CA&${query}`)
    expect([query, jobs]).toEqual([query, count])
  }
})

test('employment_type can be asked of both countries', async () => {
  const found = await walk('/explore/feed-jobs', 'time_frame=6m&employment_type=PART_TIME')
  const { types } = await app.get<ExploreFacets>('/explore/feed-facets?time_frame=6m')
  expect(found.length).toBe(types.PART_TIME ?? 0)
})

test('jobs are billed as those of /v1/jobs are', async () => {
  const before = app.log.length
  await app.get<unknown>('/explore/jobs?limit=5')
  expect(app.log.slice(before).map(({ jobs }) => jobs)).toEqual([5])
})

test.each(['/explore/jobs', '/explore/feed-jobs', '/explore/feed-count'])(
  '%s needs a key',
  async (target) => {
    expect((await app.request(target, { headers: { Authorization: '' } })).status).toBe(401)
  },
)

const PARAMETERS = [
  'pay_at_least=20',
  'pay_unit=HOUR',
  'pay_currency=CAD',
  'work_arrangement=hybrid',
  'sort=pay',
]

test.each([
  '/v1/jobs',
  '/v1/active-ats',
  '/v1/active-ats-count',
  '/v1/modified-ats',
  '/feeds/jobs.atom',
])('%s has none of these parameters', async (path) => {
  for (const parameter of PARAMETERS) {
    expect([parameter, (await app.request(`${path}?${parameter}`)).status]).toEqual([
      parameter,
      400,
    ])
  }
})
