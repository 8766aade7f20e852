import { describe, expect, test } from 'bun:test'
import { memberAt } from '../../../src/collect/answers/members'
import { FetchFailure } from '../../../src/collect/failures'
import { resolvePlaces } from '../../../src/collect/read/resolve-places'
import type { HttpRequest } from '../../../src/collect/system'
import { workday } from '../../../src/collect/systems/workday'
import { LocationResolver } from '../../../src/text/locations/location-resolver'
import { answering, boardOf, listed, range } from './answers'

const board = boardOf(workday, 'alder/Careers', {
  settings: { host: 'alder.wd5.myworkdayjobs.com' },
})

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
      jobPostings: matching
        .slice(start, start + 20)
        .map(({ path }) => ({ title: 'Gardener', externalPath: `/job/${path}` })),
      facets: withFacets && offset === 0 ? facetsOf(matching) : [],
    }
    return { status: 200, headers: new Headers(), text: JSON.stringify(answer) }
  }
}

describe('a list of 2,000 or more', () => {
  const jobs = range(0, 4300).map((index): PlainJob => {
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

test('a posting on a shared host has an address of it', async () => {
  const other = boardOf(workday, 'wdl/Careers', { settings: { host: 'wd3.myworkdaysite.com' } })
  const entry = { external_id: 'JR-1', fingerprint: '', reference: '/job/G_JR-1' }
  const { fetch } = answering(workday, {
    'https://wd3.myworkdaysite.com/wday/cxs/wdl/Careers/job/G_JR-1': {
      body: { jobPostingInfo: { title: 'Gardener', jobDescription: '<p>Plant.</p>' } },
    },
  })
  const posting = await workday.detail?.(other, entry, fetch)
  expect(posting?.url).toBe('https://wd3.myworkdaysite.com/recruiting/wdl/Careers/job/G_JR-1')
})

test('a host that does not resolve does not say that the board is missing', async () => {
  const refuse = async () => {
    throw new FetchFailure('acme.wd5.myworkdayjobs.com: the name does not resolve')
  }
  await expect(workday.list(board, refuse)).rejects.toThrow('does not resolve')
})
