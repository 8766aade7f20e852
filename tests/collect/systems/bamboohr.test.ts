import { describe, expect, test } from 'bun:test'
import { bamboohr } from '../../../src/collect/systems/bamboohr'
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

const board = boardOf(bamboohr, 'tidal')
const LIST = 'https://tidal.bamboohr.com/careers/list'

const noPlace = { city: null, state: null }
const noAtsPlace = { country: null, state: null, province: null, city: null }

const row = (id: string, more: object = {}) => ({
  id,
  jobOpeningName: `Clerk ${id}`,
  departmentId: '18',
  departmentLabel: 'Office ',
  employmentStatusLabel: 'Full Time',
  employmentType: null,
  location: noPlace,
  atsLocation: noAtsPlace,
  isRemote: null,
  locationType: '0',
  ...more,
})

const list = (rows: unknown[], totalCount = rows.length): Answer => ({
  body: { meta: { totalCount }, result: rows },
})

function detail(id: string, more: object = {}): Record<string, Answer> {
  const jobOpening = {
    jobOpeningShareUrl: `https://tidal.bamboohr.com/careers/${id}`,
    jobOpeningName: `Clerk ${id}`,
    jobOpeningStatus: 'Open',
    departmentId: '18',
    departmentLabel: 'Office ',
    employmentStatusLabel: 'Full-Time',
    location: { ...noPlace, postalCode: null, addressCountry: null },
    atsLocation: { country: null, countryId: null, state: null, city: null },
    description: '<p>File &amp; sort.</p>',
    compensation: null,
    datePosted: '2026-05-11',
    minimumExperience: 'Mid-level',
    locationType: '0',
    ...more,
  }
  return {
    [`https://tidal.bamboohr.com/careers/${id}/detail`]: {
      body: { meta: {}, result: { jobOpening, formFields: { firstName: { isRequired: true } } } },
    },
  }
}

test('a remote posting has the place of atsLocation, whose province only the list has', async () => {
  const atsLocation = { country: 'Canada', state: null, province: 'Ontario', city: 'Ottawa' }
  const { fetch } = answering(bamboohr, {
    [LIST]: list([row('83', { atsLocation, isRemote: true, locationType: '1' })]),
    ...detail('83', {
      atsLocation: { country: 'Canada', countryId: '2', state: null, city: 'Ottawa' },
      locationType: '1',
      compensation: '$110,000 - $150,000',
      employmentStatusLabel: 'Regular',
    }),
  })
  const [posting] = await collected(bamboohr, board, fetch)
  expect(posting).toMatchObject({
    places: [{ address: { city: 'Ottawa', region: 'Ontario', country: 'Canada' } }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
    // Pay without a unit is not read.
    salary: null,
    employment_type: null,
  })
})

test('isRemote may be a text, and counts only without a locationType', async () => {
  const { fetch } = answering(bamboohr, {
    [LIST]: list([
      row('84', { isRemote: 'True', locationType: null }),
      row('85', { isRemote: true, locationType: '2' }),
      row('86', { isRemote: 'False', locationType: null }),
    ]),
    ...detail('84', { locationType: null }),
    ...detail('85', { locationType: '2' }),
    ...detail('86', { locationType: null, description: null }),
  })
  const postings = await collected(bamboohr, board, fetch)
  expect(postings.map(({ work_arrangement }) => work_arrangement)).toEqual([
    'remote',
    'hybrid',
    undefined,
  ])
  expect(postings.map(({ places }) => places)).toEqual([[], [], []])
})

test('one id on two boards is two postings: the address has the board', async () => {
  const { fetch } = answering(bamboohr, {
    'https://other.bamboohr.com/careers/list': list([row('82')]),
    'https://other.bamboohr.com/careers/82/detail': {
      body: { result: { jobOpening: { jobOpeningName: 'Clerk' } } },
    },
  })
  const [posting] = await collected(bamboohr, boardOf(bamboohr, 'other'), fetch)
  expect(posting?.url).toBe('https://other.bamboohr.com/careers/82')
})

test('a list that is shorter than its total is not complete', async () => {
  const { fetch } = answering(bamboohr, { [LIST]: list([row('1'), row('2')], 3) })
  expect(await listed(bamboohr, board, fetch)).toMatchObject({
    incompleteReason: 'the list has 2 rows, and its total is 3',
  })
})

test('broken rows are named, test rows left out', async () => {
  const { fetch } = answering(bamboohr, {
    [LIST]: list([
      row('1'),
      row('2', { jobOpeningName: null }),
      { id: 'x' },
      row('3', { jobOpeningName: 'TEST - do not apply' }),
    ]),
  })
  const { postings, unreadable, incompleteReason } = await listed(bamboohr, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2', 'x'])
  expect(incompleteReason).toBeUndefined()
})

test('the fingerprint changes with the row, and not with the order of its members', async () => {
  const read = async (entry: object) => {
    const { fetch } = answering(bamboohr, { [LIST]: list([entry]) })
    return (await listed(bamboohr, board, fetch)).postings[0]?.fingerprint
  }
  const reversed = Object.fromEntries(Object.entries(row('1')).toReversed())
  expect(await read(row('1'))).toBe(await read(reversed))
  expect(await read(row('1'))).not.toBe(await read(row('1', { departmentLabel: 'Shop' })))
})

describe('the detail', () => {
  const url = 'https://tidal.bamboohr.com/careers/9/detail'
  const read = (answer: Answer) => detailFrom(bamboohr, board, { external_id: '9', url }, answer)

  testGone(read)

  test('an empty answer does not prove that it is gone', async () => {
    await expect(read({ body: { result: null } })).rejects.toThrow(
      'https://tidal.bamboohr.com/careers/9/detail has no title',
    )
  })
})

describe('a board that does not exist', () => {
  test('redirects to the vendor', async () => {
    const { fetch } = answering(bamboohr, {
      [LIST]: { status: 302, headers: { location: 'https://www.bamboohr.com' } },
    })
    expect(await bamboohr.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${LIST} redirects to www.bamboohr.com`,
    })
  })
})

testRecordings('recorded answers: every row is a posting', async () => {
  const texts = await recordings('bamboohr')
  const detailText = [...texts].find(([name]) => name.endsWith('detail.json'))?.[1] ?? ''
  for (const [name, text] of texts) {
    if (name.endsWith('detail.json')) continue
    const rows: { id: string }[] = JSON.parse(text).result
    const details = rows.map(({ id }) => [
      `https://tidal.bamboohr.com/careers/${id}/detail`,
      { body: detailText },
    ])
    const { fetch } = answering(bamboohr, {
      [LIST]: { body: text },
      ...Object.fromEntries(details),
    })
    const postings = await collected(bamboohr, board, fetch)
    expect([name, ...postings.map(({ external_id }) => external_id)]).toEqual([
      name,
      ...rows.map(({ id }) => id),
    ])
  }
})
