import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { ultipro } from '../../../src/collect/systems/ultipro'
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

const GUID = '0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
const board = boardOf(ultipro, `BIR1000BIRCH/${GUID}`, {
  settings: { host: 'recruiting2.ultipro.com' },
})
const BASE = `https://recruiting2.ultipro.com/BIR1000BIRCH/JobBoard/${GUID}`
const LOAD = `${BASE}/JobBoardView/LoadSearchResults`
const DETAIL = (id: string) => `${BASE}/OpportunityDetail?opportunityId=${id}`

const idOf = (number: number) => `aaaaaaaa-1111-4222-8333-${String(number).padStart(12, '0')}`
const [A, B, C] = [idOf(1), idOf(2), idOf(3)]

const page = (skip: number) =>
  pageKey(LOAD, {
    opportunitySearch: {
      Top: 50,
      Skip: skip,
      QueryString: '',
      OrderBy: [{ Value: 'postedDateDesc', PropertyName: 'PostedDate', Ascending: false }],
      Filters: [],
    },
  })

const toledo = {
  LocalizedName: 'Toledo plant',
  Address: {
    City: 'Toledo',
    State: { Code: 'OH', Name: 'Ohio' },
    PostalCode: '43601',
    Country: { Code: 'USA', Name: 'United States' },
  },
  Coordinates: { Latitude: 41.65, Longitude: -83.54 },
}

const row = (id: string, more: object = {}) => ({
  Id: id,
  Featured: false,
  Title: 'Turner',
  RequisitionNumber: 'TURN001',
  FullTime: true,
  JobCategoryName: 'Shop',
  Locations: [toledo],
  PostedDate: '2026-09-14T12:00:00Z',
  JobLocationType: 1,
  ...more,
})

const answerOf = (opportunities: unknown[], totalCount: number): Answer => ({
  body: { opportunities, totalCount },
})

const pageOf = (opportunity: unknown) =>
  `<html><script>var x = {}; var opportunity = new US.Opportunity.CandidateOpportunityDetail(${JSON.stringify(opportunity)}, {"a": 1});</script></html>`

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(idOf(from + index)))

  test('are read to the total, and the first one again', async () => {
    const { fetch, requests } = answering(ultipro, {
      [page(0)]: answerOf(rows(0, 50), 60),
      [page(50)]: answerOf(rows(50, 60), 60),
    })
    const { postings, incompleteReason } = await listed(ultipro, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([60, undefined])
    expect(requests.map(({ body }) => memberAt(body, 'opportunitySearch', 'Skip'))).toEqual([
      0, 50, 0,
    ])
  })

  test('an empty one before the total is no end', async () => {
    const { fetch } = answering(ultipro, {
      [page(0)]: answerOf(rows(0, 50), 60),
      [page(50)]: answerOf([], 60),
    })
    expect((await listed(ultipro, board, fetch)).incompleteReason).toBe(
      'the list has 50 rows, and its total is 60',
    )
  })

  test('without rows are not complete: an unknown board has the same', async () => {
    const { fetch } = answering(ultipro, { [page(0)]: answerOf([], 0) })
    expect((await listed(ultipro, board, fetch)).incompleteReason).toBe(
      'the list is empty, as is that of a board that does not exist',
    )
  })
})

test('publishing again does not change the fingerprint; a place does', async () => {
  const read = async (more: object) => {
    const { fetch } = answering(ultipro, { [page(0)]: answerOf([row(A, more)], 1) })
    return (await listed(ultipro, board, fetch)).postings[0]?.fingerprint
  }
  const first = await read({})
  expect(await read({ PostedDate: '2026-11-01T00:00:00Z', Featured: true })).toBe(first)
  expect(await read({ Locations: [] })).not.toBe(first)
})

test('broken rows are named, test rows left out', async () => {
  const rows = [row(A), row(B, { Title: '' }), row(C, { Title: 'TEST' }), row('1')]
  const { fetch } = answering(ultipro, { [page(0)]: answerOf(rows, 4) })
  const { postings, unreadable } = await listed(ultipro, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual([A])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([B, '1'])
})

describe('the detail', () => {
  const read = (answer: Answer) =>
    ultipro.detail?.(
      board,
      { external_id: A, fingerprint: '' },
      answering(ultipro, { [DETAIL(A)]: answer }).fetch,
    )

  test.each([
    [{ status: 404 }],
    [{ status: 410 }],
    [{ body: pageOf({ Id: A, Title: 'Turner', OpportunityIsClosed: true }) }],
  ])('%p: the posting is gone', async (answer) => {
    expect(await read(answer)).toBeUndefined()
  })

  test.each([
    [{ body: '<html><body></body></html>' }, 'has no opportunity'],
    [{ body: 'new US.Opportunity.CandidateOpportunityDetail({"Title": "x' }, 'is cut off'],
    [{ body: 'new US.Opportunity.CandidateOpportunityDetail({})' }, 'has no title'],
    [{ status: 500 }, 'status 500'],
  ])('%p is an error, and removes nothing', async (answer, message) => {
    await expect(read(answer)).rejects.toThrow(message)
  })
})

test('404 is a board that does not exist', async () => {
  const { fetch } = answering(ultipro, { [page(0)]: { status: 404 } })
  expect(await ultipro.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${LOAD} answered 404`,
  })
})

test.each([
  [{ status: 503 }, 'status 503'],
  [{ body: '<html>' }, 'answered with something else than JSON'],
  [{ body: { opportunities: [] } }, 'answered without totalCount'],
])('maintenance is an error: %p', async (answer, message) => {
  const { fetch } = answering(ultipro, { [page(0)]: answer })
  await expect(ultipro.list(board, fetch)).rejects.toThrow(message)
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('ultipro')) {
    const recorded = JSON.parse(text)
    const rows: unknown[] = recorded.opportunities
    const ids = rows.map((one) => textAt(one, 'Id') ?? '')
    const details = rows.map((one, index): [string, Answer] => [
      DETAIL(ids[index] ?? ''),
      { body: pageOf(one) },
    ])
    const { fetch } = answering(ultipro, {
      [page(0)]: { body: recorded },
      ...Object.fromEntries(details),
    })
    const postings = await collected(ultipro, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([name, ...ids])
    for (const posting of postings) checkImportable(board, posting)
  }
})
