import { describe, expect, test } from 'bun:test'
import { smartrecruiters } from '../../../src/collect/systems/smartrecruiters'
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

const board = boardOf(smartrecruiters, 'GraniteGroup')
const API = 'https://api.smartrecruiters.com/v1/companies/GraniteGroup/postings'
const PAGE = (offset: number) => `${API}?limit=100&offset=${offset}`

const stLouis = {
  city: 'St. Louis',
  region: 'MO',
  country: 'us',
  address: '12 Quarry Rd',
  postalCode: '63303',
  remote: false,
  hybrid: false,
  latitude: '38.79',
  longitude: '-90.5',
  fullLocation: 'St. Louis, MO, United States',
}

const row = (id: string, more: object = {}) => ({
  id,
  name: 'Mason',
  uuid: `uuid-${id}`,
  refNumber: `REF${id}`,
  company: { identifier: 'GraniteGroup', name: 'Granite Group' },
  releasedDate: '2026-06-30T17:49:03.000Z',
  location: stLouis,
  department: {},
  function: { id: 'craft', label: 'Craft' },
  typeOfEmployment: { id: 'permanent', label: 'Full-time' },
  ref: `${API}/${id}`,
  creator: { name: 'Pat Example' },
  ...more,
})

const page = (content: unknown[], totalFound: number, offset = 0, limit = 100): Answer => ({
  body: { offset, limit, totalFound, content },
})

function detail(id: string, more: object = {}): Record<string, Answer> {
  const posting = {
    ...row(id),
    postingUrl: `https://jobs.smartrecruiters.com/GraniteGroup/${id}-mason`,
    applyUrl: `https://jobs.smartrecruiters.com/GraniteGroup/${id}-mason?oga=true`,
    jobAd: {
      sections: {
        jobDescription: { title: 'Job & duties', text: '<p>Lay stone &amp; brick.</p>' },
        companyDescription: { title: 'Company', text: '<p>We build.</p>' },
        qualifications: { title: 'Qualifications', text: '' },
        videos: { urls: [] },
      },
    },
    active: true,
    language: { code: 'en', label: 'English' },
    ...more,
  }
  return { [`${API}/${id}`]: { body: posting } }
}

test('a remote posting: the city Remote is no city, and an address is made when none is given', async () => {
  const { fetch } = answering(smartrecruiters, {
    [PAGE(0)]: page([row('744')], 1),
    ...detail('744', {
      postingUrl: undefined,
      location: {
        city: 'Remote',
        country: 'us',
        remote: true,
        hybrid: false,
        fullLocation: 'Remote, , United States',
      },
      typeOfEmployment: { id: 'permanent', label: 'Vollzeitstelle' },
      jobAd: { sections: {} },
    }),
  })
  const [posting] = await collected(smartrecruiters, board, fetch)
  expect(posting).toMatchObject({
    url: 'https://jobs.smartrecruiters.com/GraniteGroup/744',
    places: [{ address: { country: 'US' }, text: 'Remote, , United States' }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
    employment_type: ['FULL_TIME'],
    description_html: null,
  })
})

test('hybrid goes before remote; zero coordinates and unknown types are nothing', async () => {
  const { fetch } = answering(smartrecruiters, {
    [PAGE(0)]: page([row('745')], 1),
    ...detail('745', {
      location: {
        city: 'Toronto',
        country: 'ca',
        remote: true,
        hybrid: true,
        latitude: '0',
        longitude: '0',
      },
      typeOfEmployment: { id: 'shift', label: 'Shift work' },
    }),
  })
  const [posting] = await collected(smartrecruiters, board, fetch)
  expect(posting).toMatchObject({
    places: [{ address: { city: 'Toronto', country: 'CA' } }],
    work_arrangement: 'hybrid',
    location_type: null,
    employment_type: null,
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(String(from + index)))

  test('are read to totalFound, and the first one again', async () => {
    const { fetch, requests } = answering(smartrecruiters, {
      [PAGE(0)]: page(rows(0, 100), 101),
      [PAGE(100)]: page(rows(100, 101), 101, 100),
    })
    const { postings, incompleteReason } = await listed(smartrecruiters, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([101, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(100), PAGE(0)])
  })

  test('a total of 14 with 13 rows is not complete', async () => {
    const { fetch } = answering(smartrecruiters, { [PAGE(0)]: page(rows(0, 13), 14) })
    const { postings, incompleteReason } = await listed(smartrecruiters, board, fetch)
    expect(postings).toHaveLength(13)
    expect(incompleteReason).toBe('the list has 13 rows, and its total is 14')
  })

  test('a row that comes twice means that another was passed over', async () => {
    const { fetch } = answering(smartrecruiters, {
      [PAGE(0)]: page(rows(0, 100), 102),
      [PAGE(100)]: page(rows(99, 101), 102, 100),
    })
    expect(await listed(smartrecruiters, board, fetch)).toMatchObject({
      incompleteReason: 'the list repeats rows',
    })
  })
})

test('an empty answer is not complete: an unknown company has the same', async () => {
  const { fetch } = answering(smartrecruiters, { [PAGE(0)]: page([], 0) })
  expect(await listed(smartrecruiters, board, fetch)).toEqual({
    kind: 'listed',
    postings: [],
    unreadable: [],
    incompleteReason: 'the list is empty, as is that of a board that does not exist',
  })
})

test('broken rows are named, test rows left out', async () => {
  const content = [
    row('1'),
    row('2', { name: undefined }),
    row('3', { name: 'test' }),
    { name: 'x' },
  ]
  const { fetch } = answering(smartrecruiters, { [PAGE(0)]: page(content, 4) })
  const { postings, unreadable, incompleteReason } = await listed(smartrecruiters, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable).toEqual([
    { external_id: '2', reason: 'name: missing' },
    { reason: 'id: missing' },
  ])
  expect(incompleteReason).toBeUndefined()
})

test('the fingerprint does not depend on the creator or on the order of custom fields', async () => {
  const read = async (more: object) => {
    const { fetch } = answering(smartrecruiters, { [PAGE(0)]: page([row('1', more)], 1) })
    return (await listed(smartrecruiters, board, fetch)).postings[0]?.fingerprint
  }
  const fields = [{ fieldId: 'a' }, { fieldId: 'b' }]
  const first = await read({ customField: fields })
  expect(await read({ customField: fields.toReversed(), creator: { name: 'Lee' } })).toBe(first)
  expect(await read({ customField: fields, name: 'Builder' })).not.toBe(first)
})

describe('the detail', () => {
  const read = (answer: Answer) =>
    detailFrom(smartrecruiters, board, { external_id: '1', url: `${API}/1` }, answer)

  testGone(read)

  test('an answer without a name is an error', async () => {
    await expect(read({ body: { message: 'later' } })).rejects.toThrow(`${API}/1 has no title`)
  })
})

test('404 is a board that does not exist', async () => {
  const { fetch } = answering(smartrecruiters, { [PAGE(0)]: { status: 404 } })
  expect(await smartrecruiters.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${PAGE(0)} answered 404`,
  })
})

test('the operator has to turn it on', () => {
  expect(smartrecruiters.optIn?.setting).toBe('COLLECT_SMARTRECRUITERS')
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('smartrecruiters')) {
    const recorded = JSON.parse(text)
    const pages: { content: { id: string }[] }[] = recorded.list_pages ?? [recorded]
    const rows = pages.flatMap(({ content }) => content)
    const body = { totalFound: rows.length, limit: 100, offset: 0, content: rows }
    const details = rows.map((entry) => {
      const answer: Answer = { body: recorded.details?.[entry.id] ?? entry }
      return [`${API}/${entry.id}`, answer] as const
    })
    const { fetch } = answering(smartrecruiters, {
      [PAGE(0)]: { body },
      ...Object.fromEntries(details),
    })
    const postings = await collected(smartrecruiters, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([
      name,
      ...rows.map(({ id }) => id),
    ])
  }
})
