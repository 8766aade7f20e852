import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

/** Not one of these is a JavaScript number. */
const FIRST = 2n ** 53n + 1n
const IDS = [FIRST, FIRST + 1n, FIRST + 2n, FIRST + 3n]
const app = useTestApp({ start: '2026-01-15T09:30:00Z' }, async (app) => {
  await app.database.run(sql`alter sequence jobs_id_seq restart with 9007199254740993`)
  const lines = IDS.map((_, index) =>
    posting({ external_id: `large-${index}`, title: `Job ${index}` }),
  )
  await app.write(...lines)
  app.clock.set('2026-01-15T10:05:00Z')
})

async function text(target: string): Promise<string> {
  const response = await app.request(target)
  expect(response.status).toBe(200)
  return await response.text()
}

function idsIn(body: string): string[] {
  return [...body.matchAll(/[{,]"(?:id|job_id)":(\d+)/g)].map((match) => match[1] ?? '')
}

const printed = (ids: readonly bigint[]): string[] => ids.map(String)

test('the feed writes them exactly', async () => {
  const body = await text('/v1/active-ats?time_frame=1h')
  expect(idsIn(body)).toEqual(printed(IDS.toReversed()))
})

test('a cursor passes exactly one of them', async () => {
  const body = await text(`/v1/active-ats?time_frame=6m&cursor=${FIRST + 1n}`)
  expect(idsIn(body)).toEqual(printed(IDS.slice(2)))
})

test('the id parameter finds exactly those named', async () => {
  const body = await text(`/v1/active-ats?time_frame=6m&id=${FIRST},${FIRST + 2n}`)
  expect(idsIn(body)).toEqual(printed([FIRST + 2n, FIRST]))
})

test('the single-job endpoint finds them, and not their neighbours as numbers', async () => {
  expect(idsIn(await text(`/v1/jobs/${FIRST}`))).toEqual([String(FIRST)])
  expect((await app.request(`/v1/jobs/${FIRST - 1n}`)).status).toBe(404)
})

test('the change log writes them exactly', async () => {
  const body = await text('/v1/changes?since=1&limit=2')
  expect(idsIn(body)).toEqual(printed([FIRST + 1n, FIRST + 1n, FIRST + 2n, FIRST + 2n]))
})

test('the modified and the expired feed write them exactly', async () => {
  app.clock.set('2026-01-16T05:30:00Z')
  await app.write(posting({ external_id: 'large-1', title: 'Other' }))
  await app.write({
    source: 'greenhouse',
    source_slug: 'acme',
    external_id: 'large-2',
    status: 'expired',
  })
  app.clock.set('2026-01-17T03:00:00Z')
  expect(idsIn(await text('/v1/modified-ats'))).toEqual([String(FIRST + 1n)])
  expect(await text('/v1/expired-ats')).toBe(`[${FIRST + 2n}]`)
})

test('sequence numbers beyond 2^53 pass through the change log', async () => {
  await app.database.run(
    sql`update change_counters set last_seq = 9007199254740992 where country = 'US'`,
  )
  await app.write(
    posting({ countries: ['US'], locations: [] }),
    posting({ countries: ['US'], locations: [] }),
  )
  const body = await text(`/v1/changes?country=US&since=${2n ** 53n + 1n}`)
  expect(body).toContain(`"seq":${2n ** 53n + 2n},`)
  expect(body).toEndWith(
    `"next_since":${2n ** 53n + 2n},"latest_seq":${2n ** 53n + 2n},"more":false}`,
  )
})
