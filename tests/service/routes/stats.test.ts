import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createQueries } from '../../../src/catalogue/database/client/drizzle'
import type { Stats } from '../../../src/catalogue/resources/stats'
import { FIGURES_AGE_MS, FIGURES_RENEWAL_MS } from '../../../src/service/routes/services'
import { createCatalogueStats } from '../../../src/service/routes/stats'
import { place, posting } from '../../support/posting-builder'
import { startLimitedApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const TORONTO = place('Toronto', 'ON', 'CA')
const OTTAWA = place('Ottawa', 'ON', 'CA')
const MONTREAL = place('Montréal', 'QC', 'CA')
const app = useTestApp({}, async (app) => {
  await app.write(
    posting({ locations: [TORONTO] }),
    posting({ source_slug: 'beta', locations: [TORONTO, OTTAWA, MONTREAL] }),
    posting({ source_slug: null, locations: [place('Atlantis', 'Ocean', 'CA')] }),
    posting({ source_slug: null, locations: [], countries: ['CA'] }),
    posting({ source: 'careerpage', locations: [place('Austin', 'TX', 'US'), MONTREAL] }),
    posting({ source: 'uber', source_type: 'career_site', title: '"source_type":"ats"' }),
    posting({ source: 'lever', external_id: 'gone' }),
  )
  await app.write({ source: 'lever', source_slug: 'acme', external_id: 'gone', status: 'excluded' })
})

describe('200', () => {
  test('active jobs and boards of a country, by source and region', async () => {
    expect(await app.get<Stats>('/v1/stats')).toEqual({
      country: 'CA',
      active_jobs: 6,
      boards: 5,
      sources: [
        { source: 'greenhouse', source_type: 'ats', active_jobs: 4, boards: 3 },
        { source: 'careerpage', source_type: 'career_site', active_jobs: 1, boards: 1 },
        { source: 'uber', source_type: 'career_site', active_jobs: 1, boards: 1 },
      ],
      regions: [
        { region: 'Ontario', code: 'ON', active_jobs: 3 },
        { region: 'Quebec', code: 'QC', active_jobs: 2 },
      ],
      generated_at: '2026-01-15T10:30:00Z',
    })
  })

  test('country=US is the other country', async () => {
    expect(await app.get<Stats>('/v1/stats?country=US')).toEqual({
      country: 'US',
      active_jobs: 1,
      boards: 1,
      sources: [{ source: 'careerpage', source_type: 'career_site', active_jobs: 1, boards: 1 }],
      regions: [{ region: 'Texas', code: 'TX', active_jobs: 1 }],
      generated_at: '2026-01-15T10:30:00Z',
    })
  })

  test('a 304 for who has the figures already', async () => {
    const etag = (await app.request('/v1/stats')).headers.get('etag') ?? ''
    const response = await app.request('/v1/stats', { headers: { 'If-None-Match': etag } })
    expect([response.status, await response.text()]).toEqual([304, ''])
    const other = await app.request('/v1/stats?country=US', { headers: { 'If-None-Match': etag } })
    expect(other.status).toBe(200)
  })
})

describe('figures', () => {
  test('are counted once for all who ask at once, and are never older than some minutes', async () => {
    let counts = 0
    const reads = createQueries((statement) => {
      counts += 1
      return app.database.send(statement)
    })
    const stats = createCatalogueStats({
      reads,
      now: app.clock.now,
      onFailure: () => undefined,
    })
    const start = app.clock.now().toISOString().replace('.000Z', 'Z')
    await Promise.all([stats('CA'), stats('US'), stats('CA')])
    expect(counts).toBe(2)
    app.clock.advance(FIGURES_RENEWAL_MS - 1)
    expect((await stats('CA')).generated_at).toBe(start)
    expect(counts).toBe(2)
    app.clock.advance(FIGURES_AGE_MS - FIGURES_RENEWAL_MS + 1)
    expect((await stats('CA')).generated_at).not.toBe(start)
    expect(counts).toBe(4)
  })
})

test('400 for another country, and for parameters that there are not', async () => {
  expect(await (await app.request('/v1/stats?country=MX')).json()).toMatchObject({
    status: 400,
    detail: "country: expected CA or US, got 'MX'",
  })
  expect((await app.request('/v1/stats?countries=CA')).status).toBe(400)
})

test('401 without a key', async () => {
  expect((await app.request('/v1/stats', { headers: { Authorization: '' } })).status).toBe(401)
})

test('503 when there are no figures and counting runs out of time', async () => {
  const limited = await startLimitedApp(app, 300)
  const response = await app.database.transaction(async (queries) => {
    await queries.run(sql`lock table jobs in access exclusive mode`)
    return await limited.request('/v1/stats')
  })
  await limited.stop()
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('30')
})
