import { describe, expect, test } from 'bun:test'
import { jibe } from '../../../src/collect/systems/jibe'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(jibe, 'jobs.elm.example')
const PAGE = (page: number) => `https://jobs.elm.example/api/jobs?page=${page}&limit=100`

const row = (slug: string, more: object = {}) => ({
  data: {
    slug,
    language: 'en-us',
    req_id: `R-${slug}`,
    title: 'Groomer',
    description: '<p>Wash &amp; trim.</p>',
    street_address: '12 Main St',
    city: 'Bayamon',
    country: 'Puerto Rico',
    country_code: 'PR',
    postal_code: '00957',
    location_type: 'LAT_LNG',
    latitude: 18.3986,
    longitude: -66.1557,
    full_location: 'Bayamon, Puerto Rico',
    categories: [{ name: 'Care' }],
    tags2: ['pat@elm.example'],
    tags5: ['$13.66-$19.16 /HOURLY'],
    salary_currency: '',
    salary_frequency: 'HOURLY',
    salary_value: 0,
    salary_min_value: 13.66,
    salary_max_value: 19.16,
    employment_type: 'FULL_TIME',
    posted_date: '2026-01-23T00:00:00+0000',
    apply_url: `https://apply.elm.example/${slug}`,
    internal: false,
    meta_data: { canonical_url: null, last_mod: '2026-07-16T17:15:15+0000' },
    update_date: '2026-07-16T17:15:15+0000',
    ...more,
  },
})

const page = (jobs: unknown[], totalCount: number): Answer => ({
  body: { jobs, totalCount, count: totalCount, locations: [] },
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(String(from + index)))

  test('are read to the total, and the first one again', async () => {
    const { fetch, requests } = answering(
      jibe,
      { [PAGE(1)]: page(rows(0, 100), 130), [PAGE(2)]: page(rows(100, 130), 130) },
      board,
    )
    const { postings, incompleteReason } = await listed(jibe, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([130, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(1), PAGE(2), PAGE(1)])
  })

  test('that a total of more than 10,000 promises and the search refuses are no complete list', async () => {
    const pages = Array.from({ length: 100 }, (_, index): [string, Answer] => [
      PAGE(index + 1),
      page(
        Array.from({ length: 100 }, (_, job) => ({
          data: { slug: String(index * 100 + job), title: 'Groomer' },
        })),
        10_847,
      ),
    ])
    const { fetch } = answering(
      jibe,
      { ...Object.fromEntries(pages), [PAGE(101)]: { status: 500 } },
      board,
    )
    const { postings, incompleteReason } = await listed(jibe, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([
      10_000,
      'the list has 10000 rows, and its total is 10847',
    ])
  })

  test('a failure before is one of the board', async () => {
    const { fetch } = answering(
      jibe,
      { [PAGE(1)]: page(rows(0, 100), 130), [PAGE(2)]: { status: 500 } },
      board,
    )
    await expect(jibe.list(board, fetch)).rejects.toThrow('status 500')
  })
})

test('when a job was indexed does not change the fingerprint; its pay does', async () => {
  const read = async (more: object) => {
    const { fetch } = answering(jibe, { [PAGE(1)]: page([row('1', more)], 1) }, board)
    return (await listed(jibe, board, fetch)).postings[0]?.fingerprint
  }
  const first = await read({})
  expect(await read({ update_date: '2026-08-01T00:00:00+0000', meta_data: {} })).toBe(first)
  expect(await read({ salary_min_value: 14 })).not.toBe(first)
})

test('broken rows are named; test and internal rows are left out', async () => {
  const jobs = [
    row('1'),
    row('2', { title: '' }),
    row('3', { title: 'Test' }),
    row('4', { internal: true }),
    { data: {} },
  ]
  const { fetch } = answering(jibe, { [PAGE(1)]: page(jobs, 5) }, board)
  const { postings, unreadable } = await listed(jibe, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2', undefined])
})

test.each([
  [{}, 'Groomer'],
  [{ city: 'Laval', state: 'Quebec', country: 'Canada', country_code: 'CA' }, 'Toiletteur'],
])('the English row of a job counts, in Quebec the French one: case %#', async (place, title) => {
  const jobs = [
    row('1', { language: 'fr-ca', title: 'Toiletteur', ...place }),
    row('1', place),
    row('1', { language: 'es', title: 'Peluquero', ...place }),
  ]
  for (const rows of [jobs, jobs.toReversed()]) {
    const { fetch } = answering(jibe, { [PAGE(1)]: page(rows, 3) }, board)
    const { postings, incompleteReason } = await listed(jibe, board, fetch)
    expect([postings.map(({ posting }) => posting?.title), incompleteReason]).toEqual([
      [title],
      undefined,
    ])
  }
})

test('404 is a board that does not exist', async () => {
  const { fetch } = answering(jibe, { [PAGE(1)]: { status: 404 } }, board)
  expect(await jibe.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${PAGE(1)} answered 404`,
  })
})

test.each([
  [{ status: 503 }, 'status 503'],
  [{ body: '<html>' }, 'answered with something else than JSON'],
  [{ body: { jobs: [] } }, 'answered without totalCount'],
])('maintenance is an error: %p', async (answer, message) => {
  const { fetch } = answering(jibe, { [PAGE(1)]: answer }, board)
  await expect(jibe.list(board, fetch)).rejects.toThrow(message)
})

test('requests go to the host that the operator named only', () => {
  expect(jibe.isHost('jobs.elm.example', board)).toBe(true)
  expect(jibe.isHost('elm.jibeapply.com', board)).toBe(false)
  expect(jibe.isHost('jobs.elm.example')).toBe(false)
})

const NO_AMOUNTS = { salary_min_value: 0, salary_max_value: 0, tags5: [] }

test('a tag that is pay as a whole is the pay of a row without amounts', async () => {
  const tags = { ...NO_AMOUNTS, tags3: ['USD $47,740.00/Yr.'] }
  const { fetch } = answering(jibe, { [PAGE(1)]: page([row('1', tags)], 1) }, board)
  const [entry] = (await listed(jibe, board, fetch)).postings
  expect(entry?.posting?.salary).toMatchObject({
    currency: 'USD',
    value: { value: 47740, unitText: 'YEAR' },
  })
})

test.each([
  [{ ...NO_AMOUNTS, tags3: ['USD $47,740.00/Yr.'], tags4: ['USD $68,200.00/Yr.'] }, 47740, 68200],
  [{ ...NO_AMOUNTS, tags3: ['USD $68,200.00/Yr.', 'USD $47,740.00/Yr.'] }, 47740, 68200],
  [{ tags3: ['$13.66 /HOURLY'], tags5: ['$19.16 /HOURLY'] }, 13.66, 19.16],
])('the lowest and the highest pay in two tags are a band: case %#', async (members, min, max) => {
  const { fetch } = answering(jibe, { [PAGE(1)]: page([row('1', members)], 1) }, board)
  const [entry] = (await listed(jibe, board, fetch)).postings
  expect(entry?.posting?.salary?.value).toMatchObject({ minValue: min, maxValue: max })
})

test.each([
  [{ ...NO_AMOUNTS, tags3: ['USD $47,740.00/Yr.'], tags4: ['USD $30.00/HOURLY'] }],
  [{ ...NO_AMOUNTS, tags3: ['USD $47,740.00/Yr.'], tags4: ['CAD $68,200.00/Yr.'] }],
  [{ tags3: ['$13.66 /HOURLY'], tags5: ['$20.00 /HOURLY'] }],
])('tags that contradict each other or the amounts are no pay: case %#', async (members) => {
  const { fetch } = answering(jibe, { [PAGE(1)]: page([row('1', members)], 1) }, board)
  const [entry] = (await listed(jibe, board, fetch)).postings
  expect(entry?.posting?.salary).toBeNull()
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('jibe')) {
    const recorded: { jobs: { data: { slug: string } }[] } = JSON.parse(text)
    const body = { ...recorded, totalCount: recorded.jobs.length }
    const { fetch } = answering(jibe, { [PAGE(1)]: { body } }, board)
    const postings = await collected(jibe, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([
      name,
      ...recorded.jobs.map(({ data }) => data.slug),
    ])
    for (const posting of postings) {
      checkImportable(board, posting)
      expect(posting.salary?.currency).toBe('USD')
    }
  }
})
