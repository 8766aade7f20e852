import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { oracle } from '../../../src/collect/systems/oracle'
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

const HOST = 'cedar.fa.us2.oraclecloud.com'
const board = boardOf(oracle, `${HOST}/CX_1`)
const API = `https://${HOST}/hcmRestApi/resources/latest`
const PAGE = (offset: number) =>
  `${API}/recruitingCEJobRequisitions?onlyData=true&expand=requisitionList.secondaryLocations&finder=findReqs;limit=200,offset=${offset},sortBy=POSTING_DATES_DESC,siteNumber=CX_1`
const DETAIL = (id: string) =>
  `${API}/recruitingCEJobRequisitionDetails?onlyData=true&expand=all&finder=ById;Id="${id}",siteNumber=CX_1`

const row = (id: string | number, more: object = {}) => ({
  Id: String(id),
  Title: 'Weaver',
  PostedDate: '2026-07-28',
  PrimaryLocation: 'Bangor, ME, United States',
  PrimaryLocationCountry: 'US',
  JobSchedule: 'Full time',
  Distance: 1785196800000,
  Relevancy: 9.5,
  TrendingFlag: false,
  BeFirstToApplyFlag: true,
  secondaryLocations: [],
  ...more,
})

const page = (requisitionList: unknown[], TotalJobsCount: number, Offset = 0): Answer => ({
  body: { items: [{ Offset, Limit: 200, TotalJobsCount, requisitionList }], count: 1 },
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(from + index))

  test('of 200 are read to the total, and the first one again', async () => {
    const { fetch, requests } = answering(oracle, {
      [PAGE(0)]: page(rows(0, 200), 230),
      [PAGE(200)]: page(rows(200, 230), 230, 200),
    })
    const { postings, incompleteReason } = await listed(oracle, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([230, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(200), PAGE(0)])
  })

  /** The answers for a list of so many jobs, from both ends. */
  function fromBothEnds(total: number): Record<string, Answer> {
    const ids = Array.from({ length: total }, (_, index) => ({
      Id: String(index),
      Title: 'Weaver',
    }))
    const pages = Array.from({ length: 50 }, (_, index) => index * 200)
    const pagesOf = (order: string, list: unknown[]) =>
      pages.map((offset): [string, Answer] => [
        PAGE(offset).replace('DESC', order),
        page(list.slice(offset, offset + 200), total, offset),
      ])
    return Object.fromEntries([...pagesOf('DESC', ids), ...pagesOf('ASC', ids.toReversed())])
  }

  test('past 10,000 are read from both ends, until they meet', async () => {
    const { fetch, requests } = answering(oracle, fromBothEnds(11_436))
    const { postings, incompleteReason } = await listed(oracle, board, fetch)
    expect([postings.length, incompleteReason, requests.length]).toEqual([11_436, undefined, 100])
  })

  test('that are out of reach from both ends make no complete list', async () => {
    const { fetch } = answering(oracle, fromBothEnds(20_150))
    const { postings, incompleteReason } = await listed(oracle, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([
      20_000,
      'both ends of the list have 20000 of 20150 jobs',
    ])
  })

  test('without rows or without a total are no proof', async () => {
    const empty = answering(oracle, { [PAGE(0)]: page([], 0) })
    expect((await listed(oracle, board, empty.fetch)).incompleteReason).toBe(
      'unknown sites and offsets have an empty list, too',
    )
    const body = { items: [{ requisitionList: [row(1)] }] }
    const untold = answering(oracle, { [PAGE(0)]: { body } })
    expect(await listed(oracle, board, untold.fetch)).toMatchObject({
      postings: [{ external_id: '1' }],
      incompleteReason: 'the answer has no TotalJobsCount',
    })
  })
})

test('the fingerprint does not depend on distance, relevance, flags and the order of places', async () => {
  const read = async (more: object) => {
    const { fetch } = answering(oracle, { [PAGE(0)]: page([row(1, more)], 1) })
    return (await listed(oracle, board, fetch)).postings[0]?.fingerprint
  }
  const secondaryLocations = [{ Name: 'A, ME, United States' }, { Name: 'B, ME, United States' }]
  const first = await read({ secondaryLocations })
  const noise = { Distance: 1, Relevancy: 1, TrendingFlag: true, BeFirstToApplyFlag: false }
  expect(await read({ secondaryLocations: secondaryLocations.toReversed(), ...noise })).toBe(first)
  expect(await read({ secondaryLocations: secondaryLocations.slice(1) })).not.toBe(first)
})

test('broken rows are named, test rows left out', async () => {
  const { fetch } = answering(oracle, {
    [PAGE(0)]: page(
      [row(1), row(2, { Title: null }), row(3, { Title: 'Test' }), { Title: 'x' }],
      4,
    ),
  })
  const { postings, unreadable } = await listed(oracle, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2', undefined])
})

test.each([404, 410])('%d: there is no such board, or no such posting', async (status) => {
  const { fetch } = answering(oracle, { [PAGE(0)]: { status }, [DETAIL('1')]: { status } })
  expect(await oracle.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${PAGE(0)} answered ${status}`,
  })
  expect(await oracle.detail?.(board, { external_id: '1', fingerprint: '' }, fetch)).toBeUndefined()
})

test.each([
  [{ status: 503 }, 'status 503'],
  [{ body: '<html>' }, 'answered with something else than JSON'],
  [{ body: { items: [{}] } }, 'answered without a list of requisitionList'],
])('maintenance is an error: %p', async (answer, message) => {
  const { fetch } = answering(oracle, { [PAGE(0)]: answer })
  await expect(oracle.list(board, fetch)).rejects.toThrow(message)
})

test('a detail without a job is an error, and removes nothing', async () => {
  const { fetch } = answering(oracle, { [DETAIL('1')]: { body: { items: [], count: 0 } } })
  await expect(
    oracle.detail?.(board, { external_id: '1', fingerprint: '' }, fetch),
  ).rejects.toThrow('has no title')
})

test('requests go to the host of the board only', () => {
  expect(oracle.isHost(HOST, board)).toBe(true)
  expect(oracle.isHost('other.fa.us2.oraclecloud.com', board)).toBe(false)
  expect(oracle.isHost('jobs.cedar.example', { slug: 'jobs.cedar.example/CX' })).toBe(true)
  expect(oracle.isHost('jobs.cedar.example')).toBe(false)
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('oracle')) {
    const recorded = JSON.parse(text)
    const rows: unknown[] = recorded.items?.[0]?.requisitionList ?? []
    const ids = rows.map((one) => textAt(one, 'Id') ?? '')
    if (rows.length === 0) {
      const id = textAt(recorded.items?.[0] ?? recorded, 'Id') ?? ''
      const { fetch } = answering(oracle, { [DETAIL(id)]: { body: recorded } })
      const posting = await oracle.detail?.(board, { external_id: id, fingerprint: '' }, fetch)
      expect([name, posting?.external_id]).toEqual([name, id])
      if (posting) checkImportable(board, posting)
      continue
    }
    const details = rows.map((one, index): [string, Answer] => {
      const title = memberAt(one, 'Title')
      return [DETAIL(ids[index] ?? ''), { body: { items: [{ ...Object(one), Title: title }] } }]
    })
    const { fetch } = answering(oracle, {
      [PAGE(0)]: page(rows, rows.length),
      ...Object.fromEntries(details),
    })
    const postings = await collected(oracle, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([name, ...ids])
    for (const posting of postings) checkImportable(board, posting)
  }
})
