import { describe, expect, test } from 'bun:test'
import { teamtailor } from '../../../src/collect/systems/teamtailor'
import { answering, boardOf, checkImportable, listed, recordings, testRecordings } from './answers'

const board = boardOf(teamtailor, 'maple')
const FEED = 'https://maple.teamtailor.com/jobs.json'

const place = (address: object) => ({
  '@type': 'Place',
  address: { '@type': 'PostalAddress', streetAddress: null, postalCode: null, ...address },
})

function item(id: string, more: object = {}, job: object = {}) {
  return {
    id,
    title: `Baker ${id}`,
    url: `https://maple.teamtailor.com/jobs/10${id}-baker`,
    date_published: '2026-07-25T11:33:29-04:00',
    content_html: '<p>Bake &amp; sell</p>',
    _jobposting: {
      '@type': 'JobPosting',
      identifier: { '@type': 'PropertyValue', name: 'Maple ', value: 100 },
      datePosted: '2026-07-25T11:33:29-04:00',
      hiringOrganization: {
        '@type': 'Organization',
        name: 'Maple ',
        sameAs: 'https://maple.example',
      },
      jobLocation: [
        place({ addressLocality: 'Toronto', addressRegion: 'Canada', addressCountry: 'CA' }),
      ],
      ...job,
    },
    ...more,
  }
}

const feed = (items: unknown[], next_url?: string) => ({
  body: { version: 'https://jsonfeed.org/version/1.1', title: 'Maple ', items, next_url },
})

describe('behind a full last page', () => {
  const items = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => item(String(from + index)))
  const PAGE = (page: number) => `${FEED}?page=${page}&per_page=100`

  test.each([
    ['one that is empty proves it', feed([]), undefined],
    ['one that does not exist proves it', { status: 404 }, undefined],
    [
      'one with other items does not',
      feed(items(200, 201)),
      'more rows follow the last page that the total allows',
    ],
  ])('one more is asked for: %s', async (_, behind, incompleteReason) => {
    const { fetch, requests } = answering(teamtailor, {
      [FEED]: feed(items(0, 100), PAGE(2)),
      [PAGE(2)]: feed(items(100, 200)),
      [PAGE(3)]: behind,
    })
    const listing = await listed(teamtailor, board, fetch)
    expect([listing.postings.length, listing.incompleteReason]).toEqual([200, incompleteReason])
    expect(requests.map(({ url }) => url)).toContain(PAGE(3))
  })

  test('the first page may be the last one', async () => {
    const full = answering(teamtailor, {
      [FEED]: feed(items(0, 100)),
      [PAGE(2)]: feed([item('z')]),
    })
    expect((await listed(teamtailor, board, full.fetch)).incompleteReason).toBeDefined()
    const other = answering(teamtailor, { [FEED]: feed(items(0, 99)) })
    expect((await listed(teamtailor, board, other.fetch)).incompleteReason).toBeUndefined()
  })
})

test('a remote posting without a place has the countries of applicants', async () => {
  const { fetch } = answering(teamtailor, {
    [FEED]: feed([
      item(
        '2',
        {},
        {
          jobLocation: undefined,
          jobLocationType: 'TELECOMMUTE',
          applicantLocationRequirements: [{ '@type': 'Country', name: 'Canada' }],
          baseSalary: { currency: 'CAD', value: { unitText: 'HOUR', value: '30.5' } },
        },
      ),
    ]),
  })
  const [entry] = (await listed(teamtailor, board, fetch)).postings
  expect(entry?.posting).toMatchObject({
    places: [{ text: 'Canada' }],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
    salary: { currency: 'CAD', value: { value: 30.5, unitText: 'HOUR' } },
  })
  if (entry?.posting) checkImportable(board, entry.posting)
})

test('a part of the world is no region, and a posting without content has no description', async () => {
  const { fetch } = answering(teamtailor, {
    [FEED]: feed([
      item(
        '3',
        { content_html: undefined },
        {
          jobLocation: [
            place({ addressLocality: 'Singapore', addressRegion: 'APAC', addressCountry: 'SG' }),
          ],
        },
      ),
    ]),
  })
  const [entry] = (await listed(teamtailor, board, fetch)).postings
  expect(entry?.posting).toMatchObject({
    places: [{ address: { city: 'Singapore', country: 'SG' } }],
    description_html: null,
    salary: null,
    employment_type: null,
  })
  if (entry?.posting) checkImportable(board, entry.posting)
})

describe('pages', () => {
  const second = `${FEED}?page=2&per_page=100`

  test('next_url is followed to the end, on the board even when it names another host', async () => {
    const { fetch, requests } = answering(teamtailor, {
      [FEED]: feed([item('1')], 'https://careers.maple.example/jobs.json?page=2&per_page=100'),
      [second]: feed([item('2')]),
    })
    const { postings, incompleteReason } = await listed(teamtailor, board, fetch)
    expect(postings.map(({ external_id }) => external_id)).toEqual(['1', '2'])
    expect(incompleteReason).toBeUndefined()
    expect(requests.map(({ url }) => url)).toEqual([FEED, second, FEED])
  })

  test('a page that repeats the first one ends the reading of an incomplete list', async () => {
    const { fetch } = answering(teamtailor, {
      [FEED]: feed([item('1')], second),
      [second]: feed([item('1')], second),
    })
    expect(await listed(teamtailor, board, fetch)).toMatchObject({
      incompleteReason: 'page 2 has no new rows',
    })
  })
})

test('a broken item is named, and a test posting is left out', async () => {
  const { fetch } = answering(teamtailor, {
    [FEED]: feed([
      item('1'),
      { id: '7', title: ' ', url: 'https://x.example' },
      item('8', { title: 'Test' }),
    ]),
  })
  const { postings, unreadable } = await listed(teamtailor, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['7'])
  expect(unreadable?.[0]?.reason).toStartWith('title: expected')
})

test('the same answer has the same fingerprint, whatever the order of places', async () => {
  const places = [
    place({ addressLocality: 'Toronto', addressCountry: 'CA' }),
    place({ addressLocality: 'Ottawa', addressCountry: 'CA' }),
  ]
  const read = async (jobLocation: unknown) => {
    const { fetch } = answering(teamtailor, { [FEED]: feed([item('1', {}, { jobLocation })]) })
    return (await listed(teamtailor, board, fetch)).postings[0]?.fingerprint
  }
  expect(await read(places)).toBe(await read(places.toReversed()))
  expect(await read(places)).not.toBe(await read(places.slice(1)))
})

describe('a board that does not exist', () => {
  test('404', async () => {
    const { fetch } = answering(teamtailor, { [FEED]: { status: 404 } })
    expect(await teamtailor.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${FEED} answered 404`,
    })
  })

  test('a redirect to the site of Teamtailor', async () => {
    const location = 'https://www.teamtailor.com/'
    const { fetch } = answering(teamtailor, { [FEED]: { status: 302, headers: { location } } })
    expect(await teamtailor.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${FEED} redirects to www.teamtailor.com`,
    })
  })
})

testRecordings('recorded answers: every row is a posting', async () => {
  for (const [name, text] of await recordings('teamtailor')) {
    const items: { id: string }[] = JSON.parse(text).items
    const { fetch } = answering(teamtailor, {
      [FEED]: { body: { ...JSON.parse(text), next_url: undefined } },
    })
    const { postings, unreadable } = await listed(teamtailor, board, fetch)
    expect([name, unreadable]).toEqual([name, []])
    expect(postings.map(({ external_id }) => external_id)).toEqual(items.map(({ id }) => id))
    for (const { posting } of postings) if (posting) checkImportable(board, posting)
  }
})
