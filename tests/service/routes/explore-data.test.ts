import { describe, expect, test } from 'bun:test'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import { collectorBoards } from '../../../src/catalogue/database/schema/collector'
import type { ExploreFigures } from '../../../src/catalogue/resources/explore-figures'
import { createExploreFigures } from '../../../src/service/routes/explore-data'
import { FIGURES_RENEWAL_MS } from '../../../src/service/routes/services'
import { DAY_MS, HOUR_MS } from '../../../src/values/instant'
import { place, posting } from '../../support/posting-builder'
import { until } from '../../support/until'
import { useTestApp } from '../../support/use-test-app'

const AUSTIN = place('Austin', 'TX', 'US')
const gone = { source: 'lever', source_slug: 'acme', external_id: 'gone' }
const moved = { source: 'lever', source_slug: 'acme', external_id: 'moved' }
const app = useTestApp({ start: '2026-01-15T23:30:00Z' }, async (app) => {
  await app.write(posting(gone), posting({ title: 'Nurse' }), posting({ locations: [AUSTIN] }))
  app.clock.advance(HOUR_MS)
  await app.write(
    posting({ ...moved, employment_type: ['PART_TIME'] }),
    posting({ title: 'Night nurse', location_type: 'TELECOMMUTE' }),
    { ...gone, status: 'expired' },
  )
  app.clock.advance(DAY_MS)
  await app.write(posting({ organization: 'Nurse' }), { ...moved, status: 'excluded' })
  await addBoards()
})

/** Three boards at Greenhouse, of which one is overdue; one at Lever that was never read; and one that is paused. */
async function addBoards(): Promise<void> {
  const now = app.clock.now()
  const board = (
    source: string,
    slug: string,
    dueHours: number,
    more: Partial<typeof collectorBoards.$inferInsert> = {},
  ) => ({
    source,
    slug,
    settings: {},
    addedAt: now,
    nextDue: new Date(now.getTime() + dueHours * HOUR_MS),
    intervalSeconds: 3_600,
    lastSuccessAt: now,
    ...more,
  })
  await app.database.db
    .insert(collectorBoards)
    .values([
      board('lever', 'acme', 1, { missingAnswers: 1, lastSuccessAt: null }),
      board('greenhouse', 'acme', -0.9),
      board('greenhouse', 'beta', -1.1, { failures: 2, lastSuccessAt: new Date(0) }),
      board('greenhouse', 'delta', 1, { quarantinedSince: now }),
      board('greenhouse', 'gamma', -9, { state: 'paused' }),
    ])
}

describe('/explore/data', () => {
  const at = '2026-01-17T00:30:00Z'
  test('new and removed jobs of 31 days in UTC, whatever became of them, and boards', async () => {
    const { days, ...others } = await app.get<ExploreFigures>('/explore/data')
    const counts = { failing: 0, missing: 0, quarantined: 0, overdue: 0, last_success_at: at }
    expect(others).toEqual({
      country: 'CA',
      boards: [
        { ...counts, source: 'greenhouse', boards: 3, failing: 1, quarantined: 1, overdue: 1 },
        { ...counts, source: 'lever', boards: 1, missing: 1, last_success_at: null },
      ],
      generated_at: at,
    })
    expect([days.length, days[0]]).toEqual([31, { day: '2025-12-18', new: 0, removed: 0 }])
    expect(days.slice(-4)).toEqual([
      { day: '2026-01-14', new: 0, removed: 0 },
      { day: '2026-01-15', new: 2, removed: 0 },
      { day: '2026-01-16', new: 2, removed: 1 },
      { day: '2026-01-17', new: 1, removed: 1 },
    ])
    const american = await app.get<ExploreFigures>('/explore/data?country=US')
    expect(american.days.filter((day) => day.new + day.removed > 0)).toEqual([
      { day: '2026-01-15', new: 1, removed: 0 },
    ])
  })

  test('a 304 for who has the figures already', async () => {
    const etag = (await app.request('/explore/data')).headers.get('etag') ?? ''
    const again = await app.request('/explore/data', { headers: { 'If-None-Match': etag } })
    expect(again.status).toBe(304)
  })

  test('they are counted once a minute for all who ask', async () => {
    const statements: string[] = []
    const reads = createQueries((statement) => {
      statements.push(statement.text)
      return app.database.send(statement)
    })
    const onFailure = (error: unknown) => {
      throw error
    }
    const figures = createExploreFigures({ reads, now: app.clock.now, onFailure })
    await Promise.all([figures('CA'), figures('US')])
    app.clock.advance(FIGURES_RENEWAL_MS - 1)
    await figures('CA')
    expect(statements.length).toBe(2)
    app.clock.advance(1)
    await figures('CA')
    await until(() => statements.length === 4)
  })
})

describe('/explore/advanced', () => {
  test('writes plain texts as they are read', async () => {
    const query = new URLSearchParams({ q: 'java NOT (lead OR "team lead")', title: 'C++ nurs*' })
    expect(await app.get<unknown>(`/explore/advanced?${query}`)).toEqual({
      q: "java & !(lead | 'team lead')",
      title: 'C++ & nurs:*',
    })
  })

  test('400 for a text that cannot be read', async () => {
    const response = await app.request('/explore/advanced?title=OR')
    expect(response.status).toBe(400)
  })
})

describe('/explore/count', () => {
  test.each([
    '',
    'q=nurse',
    'q=-nurse',
    'title=nurse',
    'title=nurse&remote=true',
    'remote=false',
    'country=US',
    'country=US&state=TX',
    'city=Toronto&province=ON',
    'city=Ottawa',
    'source=lever',
    'employment_type=PART_TIME,FULL_TIME',
    'has_salary=true',
    'window=24h',
    'window=7d',
  ])('counts what /v1/jobs finds: %s', async (query) => {
    const { jobs } = await app.get<{ jobs: unknown[] }>(`/v1/jobs?${query}`)
    expect(await app.get<unknown>(`/explore/count?${query}`)).toEqual({ count: jobs.length })
  })

  test('400 as /v1/jobs, with the position', async () => {
    const response = await app.request('/explore/count?q=%22nurse')
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { errors: [{ parameter: 'q', position: 1 }] },
    ])
    expect((await app.request('/explore/count?limit=1')).status).toBe(400)
  })
})

test('/explore/example names the newest job', async () => {
  const { id } = await app.get<{ id: number }>('/explore/example')
  const job = await app.get<{ title: string; status: string }>(`/v1/jobs/${id}`)
  expect(job.status).toBe('active')
})

test.each(['/explore/data', '/explore/count', '/explore/example'])(
  '%s needs a key',
  async (path) => {
    const response = await app.handle(new Request(`http://localhost${path}`))
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="job-catalogue"',
    ])
    expect((await app.request(path, { method: 'POST' })).status).toBe(405)
  },
)
