import { describe, expect, test } from 'bun:test'
import { breezy } from '../../../src/collect/systems/breezy'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(breezy, 'lumen')
const LIST = 'https://lumen.breezy.hr/json?verbose=true'

const usa = { name: 'United States', id: 'US' }
const denver = {
  country: usa,
  state: { id: 'CO', name: 'Colorado' },
  city: 'Denver',
  name: 'Denver, CO',
  primary: true,
  is_remote: false,
  id: 'a1',
}
const toronto = {
  country: { name: 'Canada', id: 'CA' },
  state: { id: 'ON', name: 'Ontario' },
  city: 'Toronto',
  name: 'Toronto, ON',
  is_remote: false,
}

const position = (id: string, more: object = {}) => ({
  id,
  friendly_id: `${id}-welder`,
  name: ` Welder ${id}`,
  url: `https://lumen.breezy.hr/p/${id}-welder`,
  published_date: '2026-07-10T19:56:44.147Z',
  type: { id: 'fullTime', name: 'Full-Time' },
  location: denver,
  department: 'Plant',
  salary: '',
  company: { name: 'Lumen', logo_url: null, friendly_id: 'lumen' },
  locations: [denver],
  ...more,
})

const page = (id: string, html: string): Record<string, Answer> => ({
  [`https://lumen.breezy.hr/p/${id}-welder`]: { body: html },
})

test('a posting whose description is in the list needs no page', async () => {
  const remote = { value: 'remote', label: 'Fully remote, no location restrictions' }
  const anywhere = {
    country: usa,
    state: { id: 'CA', name: 'California' },
    name: 'United States',
    is_remote: true,
    remote_details: remote,
  }
  const { fetch, requests } = answering(breezy, {
    [LIST]: {
      body: [
        position('w2', {
          description: '&lt;p&gt;Sell&lt;/p&gt;',
          type: { id: 'partTime', name: 'Part-Time' },
          salary: '$35 – $40 / hour',
          location: anywhere,
          locations: [],
        }),
      ],
    },
  })
  const [posting] = await collected(breezy, board, fetch)
  expect(posting).toMatchObject({
    places: [{ address: { country: 'US' }, text: 'United States' }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
    employment_type: ['PART_TIME'],
    description_html: '<p>Sell</p>',
    salary: { currency: 'USD', value: { minValue: 35, maxValue: 40, unitText: 'HOUR' } },
  })
  expect(requests).toHaveLength(1)
})

test('a hybrid place is not remote, and a page without JSON-LD has its description element', async () => {
  const hybrid = { ...toronto, is_remote: true, remote_details: { value: 'hybrid' } }
  const { fetch } = answering(breezy, {
    [LIST]: {
      body: [
        position('w3', { type: { id: 'other' }, published_date: 'soon', locations: [hybrid] }),
      ],
    },
    ...page('w3', '<body><div class="description"><ul><li>One</li></ul></div></body>'),
  })
  const [posting] = await collected(breezy, board, fetch)
  expect(posting).toMatchObject({
    places: [{ address: { city: 'Toronto', region: 'ON', country: 'CA' } }],
    work_arrangement: 'hybrid',
    location_type: null,
    employment_type: null,
    date_posted: null,
    description_html: '<ul><li>One</li></ul>',
  })
})

test('places that differ in their arrangement leave it open', async () => {
  const remote = { ...toronto, is_remote: true, remote_details: { value: 'remote-location' } }
  const { fetch } = answering(breezy, {
    [LIST]: { body: [position('w4', { description: 'x', locations: [denver, remote] })] },
  })
  const [posting] = await collected(breezy, board, fetch)
  expect(posting?.work_arrangement).toBeUndefined()
})

describe('the page', () => {
  const entry = async (answer: Answer) => {
    const { fetch } = answering(breezy, {
      [LIST]: { body: [position('w5')] },
      'https://lumen.breezy.hr/p/w5-welder': answer,
    })
    const [posting] = (await listed(breezy, board, fetch)).postings
    if (posting === undefined) throw new Error('no posting')
    return breezy.detail?.(board, posting, fetch)
  }

  testGone(entry)

  test('without a posting is an error, not an empty description', async () => {
    await expect(entry({ body: '<h1>Just a moment</h1>' })).rejects.toThrow(
      'https://lumen.breezy.hr/p/w5-welder has neither a JobPosting nor a description',
    )
  })
})

test('broken positions are named, and test positions left out', async () => {
  const { fetch } = answering(breezy, {
    [LIST]: {
      body: [
        position('w6'),
        position('w7', { name: 'test' }),
        { id: 'w8', name: '', url: 'https://x.example' },
        null,
      ],
    },
  })
  const listing = await listed(breezy, board, fetch)
  expect(listing.postings.map(({ external_id }) => external_id)).toEqual(['w6'])
  expect(listing.unreadable?.map(({ external_id }) => external_id)).toEqual(['w8', undefined])
  expect(listing.organization).toBe('Lumen')
  expect(listing.incompleteReason).toBeUndefined()
})

describe('a board that does not exist', () => {
  test.each([
    [
      { status: 302, headers: { location: 'https://breezy.hr/' } },
      `${LIST} redirects to breezy.hr`,
    ],
    [{ status: 404 }, `${LIST} answered 404`],
  ])('%p', async (answer, reason) => {
    const { fetch } = answering(breezy, { [LIST]: answer })
    expect(await breezy.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })
})

testRecordings('recorded answers: every position is a posting', async () => {
  const texts = await recordings('breezy')
  const detail = [...texts].find(([name]) => name.startsWith('detail'))?.[1] ?? ''
  for (const [name, text] of texts) {
    if (!name.endsWith('.json')) continue
    const positions: { id: string; url: string }[] = JSON.parse(text)
    const slug = new URL(positions[0]?.url ?? 'https://x').hostname.split('.')[0] ?? ''
    const pages = Object.fromEntries(positions.map(({ url }) => [url, { body: detail }]))
    const { fetch } = answering(breezy, {
      [`https://${slug}.breezy.hr/json?verbose=true`]: { body: text },
      ...pages,
    })
    const postings = await collected(breezy, boardOf(breezy, slug), fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(positions.map(({ id }) => id))
    for (const posting of postings) {
      expect([name, posting.places.length, posting.description_html?.slice(0, 3)]).toEqual([
        name,
        1,
        '<p>',
      ])
    }
  }
})
