import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { FetchFailure } from '../../../src/collect/http/failures'
import { resolvePlaces } from '../../../src/collect/read/resolve-places'
import type { HttpRequest } from '../../../src/collect/system'
import { workday } from '../../../src/collect/systems/workday'
import { LocationResolver } from '../../../src/locations/location-resolver'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  pageKey,
  recordings,
  testRecordings,
} from './answers'

const HOST = 'alder.wd5.myworkdayjobs.com'
const board = boardOf(workday, 'alder/Careers', { settings: { host: HOST } })
const API = `https://${HOST}/wday/cxs/alder/Careers`
const JOBS = `${API}/jobs`

const page = (offset: number, appliedFacets: object = {}) =>
  pageKey(JOBS, { limit: 20, offset, appliedFacets, searchText: '' })

const row = (path: string, more: object = {}) => ({
  title: 'Gardener',
  externalPath: `/job/${path}`,
  locationsText: 'US, WA, Tacoma',
  postedOn: 'Posted 3 Days Ago',
  bulletFields: ['JR-1'],
  ...more,
})

const listOf = (jobPostings: unknown[], total: number, facets: unknown[] = []): Answer => ({
  body: { total, jobPostings, facets, userAuthenticated: false },
})

function detail(path: string, info: object, more: object = {}): Record<string, Answer> {
  const body = {
    jobPostingInfo: {
      id: '9f',
      title: 'Gardener',
      jobDescription: '<p>Plant &amp; prune.</p>',
      location: 'US, WA, Tacoma',
      postedOn: 'Posted 3 Days Ago',
      startDate: '2026-08-02',
      timeType: 'Full time',
      jobReqId: 'JR-1',
      canApply: true,
      ...info,
    },
    hiringOrganization: { name: 'Alder USA', url: '' },
    ...more,
  }
  return { [`${API}/job/${path}`]: { body } }
}

test('the country of the requisition is that of a place that names none', () => {
  const resolver = new LocationResolver()
  const read = (text: string, country?: 'CA' | 'US') => {
    const resolved = resolvePlaces([{ text, ...(country && { country }) }], resolver, undefined)
    return resolved.kind === 'places'
      ? resolved.places.map(({ address }) => address)
      : resolved.kind
  }
  expect(read('Plant 12')).toBe('unresolved')
  expect(read('Plant 12', 'CA')).toMatchObject([{ addressCountry: 'CA' }])
  expect(read('Vancouver', 'US')).toMatchObject([{ addressRegion: 'WA' }])
  expect(read('London', 'CA')).toMatchObject([{ addressRegion: 'ON' }])
  expect(read('US, TX, Austin', 'US')).toMatchObject([{ addressLocality: 'Austin' }])
  expect(read('Ontario', 'US')).toMatchObject([{ addressLocality: 'Ontario', addressRegion: 'CA' }])
  expect(read('Germany, Munich', 'US')).toBe('foreign')
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(`T/G_JR-${from + index}`))

  test('of 20 are read to the total, which only the first one has, and the first one again', async () => {
    const { fetch, requests } = answering(workday, {
      [page(0)]: listOf(rows(0, 20), 45),
      [page(20)]: listOf(rows(20, 40), 0),
      [page(40)]: listOf(rows(40, 45), 0),
    })
    const { postings, incompleteReason } = await listed(workday, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([45, undefined])
    expect(requests.map(({ body }) => memberAt(body, 'offset'))).toEqual([0, 20, 40, 0])
  })

  test('that are cut short or begin again are no complete list', async () => {
    const short = answering(workday, {
      [page(0)]: listOf(rows(0, 20), 41),
      [page(20)]: listOf(rows(20, 40), 0),
      [page(40)]: listOf([], 0),
    })
    expect((await listed(workday, board, short.fetch)).incompleteReason).toBe(
      'the list has 40 rows, and its total is 41',
    )
    const wrapped = answering(workday, {
      [page(0)]: listOf(rows(0, 20), 60),
      [page(20)]: listOf(rows(20, 40), 0),
      [page(40)]: listOf(rows(0, 20), 0),
    })
    expect((await listed(workday, board, wrapped.fetch)).incompleteReason).toBe(
      'page 3 has no new rows',
    )
  })
})

/** Jobs with one value of `family` and `time` each, and several places. */
interface PlainJob {
  path: string
  family: string
  time: string
  places: string[]
}

/** A tenant as Workday serves it: totals of at most `cap`, the first page for offsets at the cap, facets with true counts. */
function tenant(jobs: readonly PlainJob[], cap: number, withFacets = true) {
  const values = {
    jobFamilyGroup: ({ family }: PlainJob) => [family],
    timeType: ({ time }: PlainJob) => [time],
    locations: ({ places }: PlainJob) => places,
  }
  const facetsOf = (matching: readonly PlainJob[]) =>
    Object.entries(values).map(([facetParameter, read]) => {
      const counts = Map.groupBy(
        matching.flatMap((job) => read(job)).filter((id) => id !== ''),
        (id) => id,
      )
      const list = [...counts].map(([id, all]) => ({ id, descriptor: id, count: all.length }))
      return facetParameter === 'locations'
        ? {
            facetParameter: 'locationMainGroup',
            values: [{ facetParameter, descriptor: 'Locations', values: list }],
          }
        : { facetParameter, values: list }
    })
  return async ({ body }: HttpRequest) => {
    const filter = Object.entries(memberAt(body, 'appliedFacets') ?? {})
    const matching = jobs.filter((job) =>
      filter.every(([name, ids]) =>
        Object.entries(values).some(
          ([facet, read]) => facet === name && read(job).some((id) => ids.includes(id)),
        ),
      ),
    )
    const offset = Number(memberAt(body, 'offset'))
    const start = offset >= cap ? 0 : offset
    const answer = {
      total: offset === 0 ? Math.min(cap, matching.length) : 0,
      jobPostings: matching.slice(start, start + 20).map(({ path }) => row(path)),
      facets: withFacets && offset === 0 ? facetsOf(matching) : [],
    }
    return { status: 200, headers: new Headers(), text: JSON.stringify(answer) }
  }
}

describe('a list of 2,000 or more', () => {
  const jobs = Array.from({ length: 4300 }, (_, index): PlainJob => {
    const family = index % 43 < 30 ? 'sales' : index % 2 === 0 ? 'works' : 'office'
    return {
      path: `T/G_JR-${index}`,
      family,
      time: index % 7 === 0 ? 'part' : 'full',
      places: index % 5 === 0 ? ['east', 'west'] : [index % 3 === 0 ? 'east' : 'west'],
    }
  })

  test('is split by facets, and those slices again, until the union has all', async () => {
    const { postings, incompleteReason } = await listed(workday, board, tenant(jobs, 2000))
    expect(incompleteReason).toBeUndefined()
    expect(new Set(postings.map(({ reference }) => reference))).toEqual(
      new Set(jobs.map(({ path }) => `/job/${path}`)),
    )
  })

  test('with postings that the facet leaves out is not complete', async () => {
    const some = jobs.map((job, index) => (index === 4299 ? { ...job, family: '' } : job))
    const { postings, incompleteReason } = await listed(workday, board, tenant(some, 2000))
    expect([postings.length, incompleteReason]).toEqual([
      4299,
      'the slices by jobFamilyGroup have 4299 rows, and the facets count 4300',
    ])
  })

  test('without facets is not complete', async () => {
    const { postings, incompleteReason } = await listed(workday, board, tenant(jobs, 2000, false))
    expect([postings.length, incompleteReason]).toEqual([
      2000,
      'the list ends at 2000 rows, and has no facet to split it by',
    ])
  })

  test('of a tenant that has no limit is read as it is', async () => {
    const requests: number[] = []
    const serve = tenant(jobs, 1_000_000)
    const { postings, incompleteReason } = await listed(workday, board, (request) => {
      requests.push(1)
      return serve(request)
    })
    expect([postings.length, incompleteReason, requests.length]).toEqual([4300, undefined, 217])
  })
})

test('relative dates and bullets do not change the fingerprint; the place and the title do', async () => {
  const read = async (more: object) => {
    const { fetch } = answering(workday, { [page(0)]: listOf([row('T/G_JR-1', more)], 1) })
    return (await listed(workday, board, fetch)).postings[0]?.fingerprint
  }
  const first = await read({})
  expect(await read({ postedOn: 'Posted 4 Days Ago', bulletFields: ['4 days ago'] })).toBe(first)
  expect(await read({ title: 'Head Gardener' })).not.toBe(first)
  expect(await read({ locationsText: '2 Locations' })).not.toBe(first)
})

test('broken rows are named, test rows left out', async () => {
  const { fetch } = answering(workday, {
    [page(0)]: listOf(
      [
        row('T/G_JR-1'),
        row('T/G_JR-2', { title: ' ' }),
        row('T/T_JR-3', { title: 'Test Job' }),
        {},
      ],
      4,
    ),
  })
  const { postings, unreadable } = await listed(workday, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['/job/T/G_JR-1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['/job/T/G_JR-2', undefined])
})

describe('the detail', () => {
  const entry = { external_id: 'JR-1', fingerprint: '', reference: '/job/T/G_JR-1' }
  const read = (answer: Answer) =>
    workday.detail?.(board, entry, answering(workday, { [`${API}/job/T/G_JR-1`]: answer }).fetch)

  test.each([404, 410])('%d: the posting is gone', async (status) => {
    expect(await read({ status })).toBeUndefined()
  })

  test.each([
    [{ body: { errorCode: 'S22' } }, 'has no title'],
    [{ status: 422 }, 'status 422'],
    [{ body: '<html>maintenance' }, 'answered with something else than JSON'],
  ])('%p is an error', async (answer, message) => {
    await expect(read(answer)).rejects.toThrow(message)
  })
})

test.each([
  ['wd3.myworkdaysite.com', 'https://wd3.myworkdaysite.com/recruiting/wdl/Careers/job/G_JR-1'],
  ['wdl.wd3.myworkdayjobs.com', 'https://wdl.wd3.myworkdayjobs.com/Careers/job/G_JR-1'],
])('a posting without an address has one of the host %s', async (host, url) => {
  const other = boardOf(workday, 'wdl/Careers', { settings: { host } })
  const answers = {
    [`https://${host}/wday/cxs/wdl/Careers/job/G_JR-1`]: detail('x', {})[`${API}/job/x`] ?? {},
  }
  const entry = { external_id: 'JR-1', fingerprint: '', reference: '/job/G_JR-1' }
  const posting = await workday.detail?.(other, entry, answering(workday, answers).fetch)
  expect(posting?.url).toBe(url)
})

describe('a board that does not exist', () => {
  test('is no host that does not resolve', async () => {
    const refuse = async () => {
      throw new FetchFailure('acme.wd5.myworkdayjobs.com: the name does not resolve')
    }
    await expect(workday.list(board, refuse)).rejects.toThrow('does not resolve')
  })

  test.each([404, 410])('answers %d', async (status) => {
    const { fetch } = answering(workday, { [page(0)]: { status } })
    expect(await workday.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${JOBS} answered ${status}`,
    })
  })

  test.each([
    [{ status: 500 }, 'status 500'],
    [{ status: 303 }, 'status 303'],
    [{ status: 422 }, 'status 422'],
    [{ status: 401 }, 'status 401'],
    [{ body: '<html>' }, 'answered with something else than JSON'],
    [{ body: { jobPostings: [] } }, 'answered without a total'],
  ])('is not one under maintenance: %p', async (answer, message) => {
    const { fetch } = answering(workday, { [page(0)]: answer })
    await expect(workday.list(board, fetch)).rejects.toThrow(message)
  })
})

test('a board whose host is not known says how to add it', async () => {
  const { fetch } = answering(workday, {})
  await expect(workday.list(boardOf(workday, 'alder/Careers'), fetch)).rejects.toThrow(
    'add the board by its address',
  )
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('workday')) {
    const recorded = JSON.parse(text)
    if (recorded.jobPostingInfo !== undefined) {
      const entry = { external_id: 'x', fingerprint: '', reference: '/job/x' }
      const { fetch } = answering(workday, { [`${API}/job/x`]: { body: recorded } })
      const posting = await workday.detail?.(board, entry, fetch)
      expect([name, posting?.title]).toEqual([name, recorded.jobPostingInfo.title])
      if (posting) checkImportable(board, posting)
      continue
    }
    const lists = recorded.list_pages ?? Object.values(recorded.filtered ?? { all: recorded })
    const rows = [
      ...new Map(
        lists
          .flatMap(({ jobPostings }: { jobPostings: unknown[] }) => jobPostings)
          .map((one: unknown) => [textAt(one, 'externalPath'), one] as const),
      ).values(),
    ]
    const paths = rows.map((one) => textAt(one, 'externalPath') ?? '')
    const details = paths.map((path, index): [string, Answer] => {
      const info = { title: textAt(rows[index], 'title'), location: 'US, WA, Tacoma' }
      return [`${API}${path}`, { body: recorded.details?.[path] ?? { jobPostingInfo: info } }]
    })
    const { fetch } = answering(workday, {
      [page(0)]: listOf(rows, rows.length),
      ...Object.fromEntries(details),
    })
    const postings = await collected(workday, board, fetch)
    expect([name, postings.length]).toEqual([name, rows.length])
    for (const posting of postings) checkImportable(board, posting)
  }
})
