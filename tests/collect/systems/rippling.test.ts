import { describe, expect, test } from 'bun:test'
import { rippling } from '../../../src/collect/systems/rippling'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  detailFrom,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(rippling, 'cedar')
const PAGE = (page: number) =>
  `https://ats.rippling.com/api/v2/board/cedar/jobs?page=${page}&pageSize=50`
const ARRAY = 'https://api.rippling.com/platform/api/ats/v1/board/cedar/jobs'

const A = '11111111-aaaa-4aaa-8aaa-000000000001'
const B = '22222222-bbbb-4bbb-8bbb-000000000002'
const C = '33333333-cccc-4ccc-8ccc-000000000003'

const newYork = {
  name: 'New York, NY',
  country: 'United States',
  countryCode: 'US',
  state: 'New York',
  stateCode: 'NY',
  city: 'New York',
  workplaceType: 'ON_SITE',
}
const toronto = {
  name: 'Toronto, ON',
  country: 'Canada',
  countryCode: 'CA',
  state: 'Ontario',
  stateCode: 'ON',
  city: 'Toronto',
  workplaceType: 'ON_SITE',
}
const remote = { name: 'Remote (Canada)', countryCode: 'CA', workplaceType: 'REMOTE' }

const row = (id: string, location: object, more: object = {}) => ({
  id,
  name: 'Planner',
  url: `https://ats.rippling.com/cedar/jobs/${id}`,
  department: { name: 'Works' },
  locations: [location],
  language: 'en-US',
  ...more,
})

const pageOf = (
  items: unknown[],
  page: number,
  totalItems: number,
  totalPages: number,
): Answer => ({
  body: { items, page, pageSize: 50, totalItems, totalPages },
})

function detail(id: string, more: object = {}): Record<string, Answer> {
  return {
    [`${ARRAY}/${id}`]: {
      body: {
        uuid: id,
        name: 'Planner',
        description: {
          company: '<meta><p>Cedar plans.</p>',
          role: '<meta><p>Plan &amp; draw.</p>',
        },
        workLocations: ['Canada'],
        employmentType: { label: 'SALARIED_FT', id: 'Salaried, full-time' },
        isRemote: false,
        department: {
          name: 'Works',
          base_department: 'Operations',
          department_tree: ['Operations', 'Works'],
        },
        createdOn: '2026-07-07T05:34:53.457000-07:00',
        companyName: 'Cedar',
        payRangeDetails: [],
        url: `https://ats.rippling.com/cedar/jobs/${id}`,
        ...more,
      },
    },
  }
}

const band = (rangeStart: number, rangeEnd: number, more: object = {}) => ({
  location: 'Canada',
  currency: 'CAD',
  frequency: 'YEAR',
  rangeStart,
  rangeEnd,
  isRemote: false,
  ...more,
})

test('a remote job; bands of two currencies are no pay', async () => {
  const { fetch } = answering(rippling, {
    [PAGE(0)]: pageOf([row(B, remote)], 0, 1, 1),
    ...detail(B, {
      employmentType: { label: null, id: 'Dunno' },
      payRangeDetails: [
        band(20, 30, { frequency: 'HOUR' }),
        band(18, 25, { currency: 'USD', frequency: 'HOUR' }),
      ],
    }),
  })
  const [posting] = await collected(rippling, board, fetch)
  expect(posting).toMatchObject({
    places: [{ address: { country: 'CA' }, text: 'Remote (Canada)' }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
    salary: null,
    employment_type: null,
  })
})

test('bands of one currency and unit are the pay from the lowest to the highest', async () => {
  const { fetch } = answering(rippling, {
    [PAGE(0)]: pageOf([row(B, remote)], 0, 1, 1),
    ...detail(B, { payRangeDetails: [band(70000, 90000), band(65000, 80000)] }),
  })
  const [posting] = await collected(rippling, board, fetch)
  expect(posting?.salary?.value).toMatchObject({
    minValue: 65000,
    maxValue: 90000,
    unitText: 'YEAR',
  })
})

test('signatures of images do not reach the description', async () => {
  const read = async (signature: string) => {
    const image = `<img class="x" src="https://cdn.example/a.png?X-Amz-Date=${signature}&amp;X-Amz-Signature=${signature}">`
    const { fetch } = answering(rippling, {
      [PAGE(0)]: pageOf([row(C, remote)], 0, 1, 1),
      ...detail(C, { description: { role: `<p>Plan</p>${image}` } }),
    })
    return (await collected(rippling, board, fetch))[0]
  }
  const first = await read('1')
  expect(first).toEqual(await read('2'))
  expect(first?.description_html).toBe('<p>Plan</p><img class="x" src="https://cdn.example/a.png">')
})

test('places that differ in their arrangement leave it open', async () => {
  const { fetch } = answering(rippling, {
    [PAGE(0)]: pageOf([row(A, toronto), row(A, remote)], 0, 2, 1),
    ...detail(A),
  })
  const [posting] = await collected(rippling, board, fetch)
  expect(posting?.work_arrangement).toBeUndefined()
})

test('the fingerprint is the same whatever the order of rows', async () => {
  const read = async (items: unknown[]) => {
    const { fetch } = answering(rippling, { [PAGE(0)]: pageOf(items, 0, items.length, 1) })
    return (await listed(rippling, board, fetch)).postings[0]?.fingerprint
  }
  const rows = [row(A, toronto), row(A, remote)]
  expect(await read(rows)).toBe(await read(rows.toReversed()))
  expect(await read(rows)).not.toBe(await read(rows.slice(1)))
})

describe('pages', () => {
  test('are read to the total, and the first one again', async () => {
    const { fetch, requests } = answering(rippling, {
      [PAGE(0)]: pageOf([row(A, toronto), row(B, toronto)], 0, 3, 2),
      [PAGE(1)]: pageOf([row(B, newYork)], 1, 3, 2),
    })
    const { postings, incompleteReason } = await listed(rippling, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual([A, B])
    expect(incompleteReason).toBeUndefined()
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(1), PAGE(0)])
  })

  test.each([
    ['a short page', [row(B, newYork)], 4, 4, 'the list has 3 rows, and its total is 4'],
    ['another total', [row(B, newYork)], 3, 4, 'the total changed from 3 to 4'],
    ['the first page again', [row(A, toronto)], 3, 3, 'page 2 has no new rows'],
    ['an empty page', [], 3, 3, 'the list has 2 rows, and its total is 3'],
  ])('%s: not complete', async (_, second, total, secondTotal, incompleteReason) => {
    const { fetch } = answering(rippling, {
      [PAGE(0)]: pageOf([row(A, toronto), row(B, toronto)], 0, total, 2),
      [PAGE(1)]: pageOf(second, 1, secondTotal, 2),
    })
    expect(await listed(rippling, board, fetch)).toMatchObject({ incompleteReason })
  })
})

test('a board without the paged list is read from the array', async () => {
  const inArray = (uuid: string, label: string) => ({
    uuid,
    name: 'Planner',
    department: { id: 'Works', label: 'Works' },
    url: `https://ats.rippling.com/cedar/jobs/${uuid}`,
    workLocation: { label, id: label },
  })
  const { fetch } = answering(rippling, {
    [PAGE(0)]: { status: 404 },
    [ARRAY]: { body: [inArray(A, 'Remote (New Jersey, US)'), inArray(A, 'New York, NY')] },
    ...detail(A),
  })
  const [posting, other] = await collected(rippling, board, fetch)
  expect(other).toBeUndefined()
  expect(posting?.places).toEqual([{ text: 'New York, NY' }, { text: 'Remote (New Jersey, US)' }])
  expect(posting?.work_arrangement).toBeUndefined()
})

test('broken rows are named, test rows left out', async () => {
  const items = [
    row(A, toronto),
    row(B, toronto, { name: null }),
    row('7', toronto),
    row(C, toronto, { name: 'Test Job' }),
    5,
  ]
  const { fetch } = answering(rippling, { [PAGE(0)]: pageOf(items, 0, items.length, 1) })
  const { postings, unreadable, incompleteReason } = await listed(rippling, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual([A])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([B, '7', undefined])
  expect(incompleteReason).toBeUndefined()
})

describe('the detail', () => {
  const read = (answer: Answer) =>
    detailFrom(rippling, board, { external_id: A, url: `${ARRAY}/${A}` }, answer)

  testGone(read)

  test('an answer without a name is an error', async () => {
    await expect(read({ body: {} })).rejects.toThrow(`${ARRAY}/${A} has no title`)
  })
})

describe('a board that does not exist', () => {
  test('is in neither list', async () => {
    const { fetch } = answering(rippling, {
      [PAGE(0)]: { status: 404 },
      [ARRAY]: { status: 404 },
    })
    expect(await rippling.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${ARRAY} answered 404`,
    })
  })
})

testRecordings('recorded answers: every job is a posting', async () => {
  const texts = await recordings('rippling')
  const detailText = [...texts].find(([name]) => name.endsWith('detail.json'))?.[1] ?? ''
  for (const [name, text] of texts) {
    if (name.endsWith('detail.json')) continue
    const answer: unknown = JSON.parse(text)
    const ids = new Set(
      [...text.matchAll(/"(?:uuid|id)": ?"([0-9a-f-]{36})"/g)].map(([, id]) => String(id)),
    )
    const isArray = Array.isArray(answer)
    const { fetch } = answering(rippling, {
      [PAGE(0)]: isArray ? { status: 404 } : { body: { ...JSON.parse(text), totalPages: 1 } },
      [ARRAY]: { body: answer },
      ...Object.fromEntries([...ids].map((id) => [`${ARRAY}/${id}`, { body: detailText }])),
    })
    const postings = await collected(rippling, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([name, ...ids])
  }
})
