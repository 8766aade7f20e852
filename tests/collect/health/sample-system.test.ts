import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  collectorBoards,
  collectorPostings,
} from '../../../src/catalogue/database/schema/collector'
import { setBoardState } from '../../../src/collect/board/boards'
import { chooseBoards, sampleBoard } from '../../../src/collect/health/sample-system'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import type { Answer } from '../support/fake-server'
import { type FakeJob, fake } from '../support/fake-system'
import { jobPage, sitemap, startSiteRehearsal } from '../support/site-rehearsal'
import { useRehearsal } from '../support/use-rehearsal'

const rehearsal = useRehearsal()

const resolver = new LocationResolver()
const DETAILS = { settings: { details: 'yes' } }

const jobs = (count: number): FakeJob[] =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `Job ${index + 1}`,
    place: index % 2 === 0 ? 'Boise, ID' : 'Somewhere',
  }))

async function sampleOf(answer: Answer, more = {}) {
  await rehearsal.add('acme', answer, more)
  const finder = { systems: [fake], client: rehearsal.client(), resolver }
  return await sampleBoard(await rehearsal.board('acme'), fake, finder)
}

/** The paths that were asked for, behind that of the board. */
const asked = () => rehearsal.server.requests.map(({ path }) => path.split('/acme')[1] ?? path)

describe('a sample of a board', () => {
  test('has ten postings from all over its list, with their details', async () => {
    const sample = await sampleOf({ jobs: jobs(30) }, DETAILS)
    expect(asked()).toEqual(['', ...[1, 4, 7, 10, 13, 16, 19, 22, 25, 28].map((id) => `/${id}`)])
    expect(sample).toMatchObject({ board: 'fake/acme', listed: 30, unreadable: 0 })
    expect(sample.issue).toBeUndefined()
    expect(sample.postings).toHaveLength(10)
    expect(sample.postings.slice(0, 2)).toEqual([
      ['places', 'certain_place', 'description'],
      ['places', 'description'],
    ])
  })

  test('takes at most twenty requests', async () => {
    const sample = await sampleOf({ jobs: jobs(90) }, { settings: { pages: 'yes' } })
    expect(asked()).toHaveLength(20)
    expect(sample).toMatchObject({
      listed: undefined,
      postings: [],
      issue: 'more than 20 requests',
    })
  })

  test('says why a list or a posting could not be read', async () => {
    expect((await sampleOf(() => new Response('<html>'))).issue).toContain('JSON')
    await rehearsal.reset()
    expect((await sampleOf(undefined)).issue).toStartWith('there is no such board: ')
    await rehearsal.reset()
    const answer = (id?: string) =>
      id === undefined ? { jobs: jobs(3) } : new Response('', { status: id === '1' ? 500 : 404 })
    const sample = await sampleOf(answer, DETAILS)
    expect(sample).toMatchObject({ listed: 3, postings: [] })
    expect(sample.issue).toBe('posting 1: api.fake.example answered 500')
  })

  test('of a blocked vendor asks for nothing', async () => {
    const until = new Date(rehearsal.clock.now().getTime() + 3_600_000).toISOString()
    await rehearsal.database.run(sql`insert into collector_vendors (source, next_at, blocked_until, blocked_reason)
      values ('fake', now(), ${until}, 'it answered 429')`)
    expect(await sampleOf({ jobs: jobs(3) })).toMatchObject({ issue: 'it answered 429' })
    expect(asked()).toEqual([])
  })

  test('writes nothing of boards and postings', async () => {
    const { db } = rehearsal.database
    const state = async () => [
      await db.select().from(collectorBoards),
      await db.select().from(collectorPostings),
      await rehearsal.jobs(),
    ]
    await rehearsal.add('acme', { jobs: jobs(3) })
    await rehearsal.run()
    const before = await state()
    const finder = { systems: [fake], client: rehearsal.client(), resolver }
    rehearsal.server.boards.set('acme', { jobs: jobs(1) })
    await sampleBoard(await rehearsal.board('acme'), fake, finder)
    expect(await state()).toEqual(before)
  })

  test('of a site reads its pages, as its robots.txt allows', async () => {
    const sites = await startSiteRehearsal()
    const paths = ['/jobs/1', '/jobs/2', '/about']
    await sites.add('acme.example', {
      '/robots.txt': 'User-agent: *\nDisallow: /jobs/2\nSitemap: https://acme.example/sitemap.xml',
      '/sitemap.xml': sitemap('acme.example', paths),
      '/jobs/1': jobPage('Cook'),
      '/jobs/2': jobPage('Nurse'),
      '/about': '<html>',
    })
    const finder = { systems: [careerpage], client: sites.client(), resolver }
    const sample = await sampleBoard(await sites.board('acme.example'), careerpage, finder)
    expect(sites.requests).not.toContain('acme.example/jobs/2')
    expect(sample.listed).toBe(3)
    expect(sample.postings).toHaveLength(1)
    expect(sample.issue).toContain('robots.txt')
    await sites.close()
  })
})

test('five boards are chosen at random, those with short lists before others, and none that is not collected', async () => {
  const counts = [null, 0, 7, 101, 100, 1, 5_000, null, 9]
  for (const [index] of counts.entries()) await rehearsal.add(`board${index}`, undefined)
  await rehearsal.add('other', undefined, { source: 'greenhouse' })
  for (const [index, count] of counts.entries())
    await rehearsal.database.run(
      sql`update collector_boards set last_count = ${count}::integer where slug = ${`board${index}`}`,
    )
  const chosen = async () =>
    (await chooseBoards(rehearsal.database, 'fake')).map(({ slug }) => Number(slug.slice(5)))
  const first = await chosen()
  expect(first.slice(0, 4).toSorted()).toEqual([2, 4, 5, 8])
  expect([0, 7]).toContain(first[4] ?? -1)
  const orders = new Set([first.join(), ...(await Promise.all(Array.from({ length: 9 }, chosen)))])
  expect(orders.size).toBeGreaterThan(1)
  for (const index of [2, 4, 5]) {
    const { id } = await rehearsal.board(`board${index}`)
    await setBoardState(rehearsal.database, id, 'paused', rehearsal.clock.now())
  }
  expect((await chosen()).slice(0, 3).toSorted()).toEqual([0, 7, 8])
})
