import { expect, test } from 'bun:test'
import type { Posting } from '../../../src/catalogue/import/posting'
import type { EqualPostings, ExploreLife } from '../../../src/catalogue/resources/explore-life'
import { DAY_MS, HOUR_MS } from '../../../src/values/instant'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const TORONTO = place('Toronto', 'ON', 'CA')
const OTTAWA = place('Ottawa', 'ON', 'CA')
const CHEF = { title: 'Chef', organization: 'Maple Inn', locations: [TORONTO, OTTAWA] }

/** What leaves before the last chef comes, a day after the other. */
const LEFT: Partial<Posting>[] = [
  CHEF,
  { ...CHEF, locations: [OTTAWA, TORONTO] },
  { ...CHEF, locations: [TORONTO] },
  { ...CHEF, title: 'Sous Chef' },
  { ...CHEF, organization: 'Other Inn' },
]

const app = useTestApp({ start: '2026-01-01T00:00:00Z' }, async (app) => {
  for (const members of LEFT) {
    const line = posting(members)
    await app.write(line)
    app.clock.advance(DAY_MS)
    await app.write({ ...line, status: 'expired' })
  }
  // Still there: no earlier posting.
  await app.write(posting(CHEF))
  const last = posting({ ...CHEF, external_id: 'last' })
  await app.write(last)
  app.clock.advance(DAY_MS)
  await app.write({ ...last, apply_url: 'https://example.com/apply' })
  app.clock.advance(2 * HOUR_MS)
})

const idOf = async (title: string) => {
  const { jobs } = await app.get<{ jobs: { id: number }[] }>(`/v1/jobs?q=${title}`)
  return Math.max(...jobs.map(({ id }) => id))
}

test('a posting has its dates, and the earlier postings of the same role and places', async () => {
  const id = await idOf('chef')
  const life = await app.get<ExploreLife>(`/explore/life/${id}`)
  expect(life).toEqual({
    id,
    first_seen: '2026-01-06T00:00:00Z',
    last_changed: '2026-01-07T00:00:00Z',
    left: null,
    changes: [
      { event: 'updated', at: '2026-01-07T00:00:00Z', fields: ['apply_url'] },
      { event: 'created', at: '2026-01-06T00:00:00Z', fields: [] },
    ],
    earlier: [
      {
        id: expect.any(Number),
        url: expect.any(String),
        first_seen: '2026-01-02T00:00:00Z',
        left: '2026-01-03T00:00:00Z',
      },
      {
        id: expect.any(Number),
        url: expect.any(String),
        first_seen: '2026-01-01T00:00:00Z',
        left: '2026-01-02T00:00:00Z',
      },
    ],
  })
  const [, first] = life.earlier
  const own = await app.get<ExploreLife>(`/explore/life/${first?.id}`)
  expect(own).toMatchObject({ left: '2026-01-02T00:00:00Z', earlier: [] })
})

test('it bills no job, needs a key, and knows no other job', async () => {
  const before = app.log.length
  await app.get<ExploreLife>(`/explore/life/${await idOf('chef')}`)
  expect(app.log.slice(before).at(-1)?.jobs).toBe(0)
  expect((await app.request('/explore/life/999999')).status).toBe(404)
  expect((await app.request("/explore/life/1'--")).status).toBe(404)
  expect((await app.request('/explore/life/1?x=1')).status).toBe(400)
  const anonymous = { headers: { Authorization: '' } }
  expect((await app.request('/explore/life/1', anonymous)).status).toBe(401)
})

interface Grouped {
  jobs: { id: number; title: string; organization: string | null }[]
  groups: EqualPostings[]
  next_cursor: string | null
}

async function walk(query: string): Promise<Grouped[]> {
  const pages: Grouped[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Grouped = await app.get<Grouped>(
      `/explore/feed-jobs?time_frame=6m&group=true&${query}${cursor && `&cursor=${cursor}`}`,
    )
    expect(page.groups).toHaveLength(page.jobs.length)
    pages.push(page)
    cursor = page.next_cursor
  }
  return pages
}

test('equal postings of an employer come as one, and every job once', async () => {
  const cities = ['Toronto', 'Ottawa', 'London', 'Hamilton', 'Kingston', 'Windsor', 'Guelph']
  const lines = Array.from({ length: 90 }, (_, at) =>
    posting({
      title: `Barista ${at % 3}`,
      organization: at % 5 === 0 ? null : `Cafe ${at % 2}`,
      description_text: `Coffee ${at % 4 === 0 ? 'all night' : 'all day'}.`,
      date_posted: `2026-01-0${1 + (at % 9)}T00:00:00Z`,
      locations: [place(cities[at % 7] ?? null, 'ON', 'CA')],
    }),
  )
  await app.write(...lines)
  app.clock.advance(2 * HOUR_MS)
  const wanted = Map.groupBy(lines, ({ title, organization, description_text, external_id }) =>
    JSON.stringify(organization === null ? external_id : [title, organization, description_text]),
  )
  for (const limit of [1, 3, 20, 1000]) {
    const pages = await walk(`title=barista&limit=${limit}`)
    for (const { jobs } of pages) expect(jobs.length).toBeLessThanOrEqual(limit)
    const groups = pages.flatMap(({ jobs, groups }) =>
      jobs.map(({ id }, at) => ({
        key: groups[at]?.key ?? '',
        ids: [id, ...(groups[at]?.others.map((other) => other.id) ?? [])],
      })),
    )
    const ids = groups.flatMap((group) => group.ids)
    expect([ids.length, new Set(ids).size]).toEqual([90, 90])
    const merged = Map.groupBy(groups, ({ key }) => key)
    const sizes = [...merged.values()].map((all) => all.flatMap(({ ids }) => ids).length)
    expect(sizes.toSorted()).toEqual([...wanted.values()].map((all) => all.length).toSorted())
  }
  const [page] = await walk('title=barista&limit=1000')
  const groups = page?.groups ?? []
  expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
  const largest = groups.toSorted((a, b) => b.others.length - a.others.length)[0]
  expect(largest?.others[0]?.locations[0]).toEndWith(', Ontario, Canada')
  const before = app.log.length
  await app.get<Grouped>('/explore/feed-jobs?time_frame=6m&group=true&title=barista&limit=2')
  expect(app.log.slice(before).at(-1)?.jobs).toBe(2)
  // /v1 lists all.
  const all = await app.get<unknown[]>('/v1/active-ats?time_frame=6m&title=barista&limit=1000')
  expect(all).toHaveLength(90)
  expect((await app.request('/v1/jobs?group=true')).status).toBe(400)
})
