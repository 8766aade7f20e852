import { describe, expect, test } from 'bun:test'
import { memberAt, textAt } from '../../../src/collect/answers/members'
import { dayforce } from '../../../src/collect/systems/dayforce'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  listed,
  pageKey,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(dayforce, 'birch/SHOPS')
const BASE = 'https://jobs.dayforcehcm.com'
const CONTEXT = (culture: string) => `${BASE}/api/geo/birch/sitecontext/birch/SHOPS/${culture}`
const SEARCH = `${BASE}/api/geo/birch/jobposting/search`

const page = (culture: string, start: number) =>
  pageKey(SEARCH, {
    clientNamespace: 'birch',
    jobBoardCode: 'Shops',
    cultureCode: culture,
    distanceUnit: 0,
    paginationStart: start,
  })

const context = (more: object = {}): Answer => ({
  body: {
    clientNamespace: 'birch',
    jobBoardCode: 'Shops',
    candidateCorrespondenceClientName: 'Birch & Sons Recruiting Team',
    contactEmail: 'pat@birch.example',
    isDisabled: null,
    ...more,
  },
})

const SITE: Record<string, Answer> = {
  [CONTEXT('en-US')]: context(),
  [`${BASE}/api/auth/csrf`]: {
    headers: { 'set-cookie': '__Host-next-auth.csrf-token=abc%7Cdef; Path=/; HttpOnly' },
    body: { csrfToken: 'abc' },
  },
}

const toledo = {
  formattedAddress: 'Toledo, OH 43601, USA',
  locationId: 3,
  isoCountryCode: 'US',
  stateCode: 'OH',
  cityName: 'Toledo',
  coordinates: 'lat:41.65;lng:-83.54',
}
const quebec = { ...toledo, isoCountryCode: 'CA', stateCode: 'QC', cityName: 'Laval' }

const row = (id: number, more: object = {}) => ({
  clientNamespace: 'birch',
  jobPostingId: id,
  jobReqId: id + 500,
  jobTitle: 'Turner',
  jobDescription: 'Turn bowls &amp; cups.\n\nYou&rsquo;ll need &lt; 5 tools.\n',
  hasVirtualLocation: false,
  postingStartTimestampUTC: '2026-10-05T04:00:00+00:00',
  postingExpiryTimestampUTC: null,
  isEvergreen: false,
  postingLocations: [toledo],
  postingAppliedStatus: { hasApplied: false },
  searchScore: 0,
  ...more,
})

const answerOf = (jobPostings: unknown[], maxCount = jobPostings.length): Answer => ({
  body: { jobPostings, maxCount, offset: 0, count: jobPostings.length },
})

const EMPTY = {
  [page('en-US', 0)]: answerOf([]),
  [page('en-CA', 0)]: answerOf([]),
  [page('fr-CA', 0)]: answerOf([]),
}

const listOf = async (answers: Record<string, Answer>) => {
  const { fetch, requests } = answering(dayforce, { ...SITE, ...EMPTY, ...answers })
  return { ...(await listed(dayforce, board, fetch)), requests }
}

const postingOf = async (more: object) => {
  const { postings } = await listOf({ [page('en-US', 0)]: answerOf([row(1, more)]) })
  const posting = postings[0]?.posting
  if (posting === undefined) throw new Error('no posting')
  checkImportable(board, posting)
  return posting
}

test('virtual without a place is remote; beside places it says nothing', async () => {
  expect(await postingOf({ hasVirtualLocation: true, postingLocations: null })).toMatchObject({
    places: [],
    work_arrangement: 'remote',
    location_type: 'TELECOMMUTE',
  })
  expect((await postingOf({ hasVirtualLocation: true })).work_arrangement).toBeUndefined()
})

test('places may be states; texts may be HTML, also escaped', async () => {
  const state = { ...toledo, cityName: null, coordinates: null, formattedAddress: 'Ohio, USA' }
  expect((await postingOf({ postingLocations: [state, toledo] })).places).toHaveLength(2)
  for (const jobDescription of [
    '<p>Turn <b>bowls</b></p>',
    '&lt;p&gt;Turn &lt;b&gt;bowls&lt;/b&gt;&lt;/p&gt;',
  ]) {
    expect((await postingOf({ jobDescription })).description_html).toBe('<p>Turn <b>bowls</b></p>')
  }
  expect((await postingOf({ jobDescription: null })).description_html).toBeNull()
})

describe('languages', () => {
  const french = { jobTitle: 'Tourneur' }

  test('the list is their union by id, in French for Quebec and in English elsewhere', async () => {
    const both = { postingLocations: [toledo, quebec] }
    const { postings, incompleteReason } = await listOf({
      [page('en-US', 0)]: answerOf([row(1), row(2, { postingLocations: [quebec] }), row(3, both)]),
      [page('en-CA', 0)]: answerOf([row(4, { jobTitle: 'Carver' })]),
      [page('fr-CA', 0)]: answerOf([
        row(1, french),
        row(2, { ...french, postingLocations: [quebec] }),
        row(3, { ...french, ...both }),
        row(5, french),
      ]),
    })
    expect(incompleteReason).toBeUndefined()
    const shown = postings.map(({ posting }) => [
      posting?.external_id,
      posting?.title,
      posting?.source_fields?.fields.cultureCode?.value,
      posting?.url.split('/')[3],
    ])
    expect(shown).toEqual([
      ['1', 'Turner', 'en-US', 'en-US'],
      ['2', 'Tourneur', 'fr-CA', 'fr-CA'],
      ['3', 'Turner', 'en-US', 'en-US'],
      ['4', 'Carver', 'en-CA', 'en-CA'],
      ['5', 'Tourneur', 'fr-CA', 'fr-CA'],
    ])
  })

  test('one that the board does not publish is answered with 400', async () => {
    const { postings, incompleteReason } = await listOf({
      [page('en-US', 0)]: { status: 400 },
      [page('fr-CA', 0)]: answerOf([row(1, french)]),
    })
    expect([postings.length, incompleteReason]).toEqual([1, undefined])
  })

  test('none of which is published is an error', async () => {
    const refused = ['en-US', 'en-CA', 'fr-CA'].map((culture) => [
      page(culture, 0),
      { status: 400 },
    ])
    await expect(listOf(Object.fromEntries(refused))).rejects.toThrow('no list in en-US')
  })

  test('a 400 in the middle of a list is an error', async () => {
    const rows = Array.from({ length: 25 }, (_, index) => row(index + 1))
    const answers = { [page('en-US', 0)]: answerOf(rows, 30), [page('en-US', 25)]: { status: 400 } }
    await expect(listOf(answers)).rejects.toThrow('status 400')
  })

  test.each([404, 503])('one that answers %d leaves the board unread', async (status) => {
    const answers = { [page('en-US', 0)]: answerOf([row(1)]), [page('fr-CA', 0)]: { status } }
    await expect(listOf(answers)).rejects.toThrow(`status ${status}`)
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(from + index))
  const readPages = async (second: unknown[], total = 60) =>
    await listOf({
      [page('fr-CA', 0)]: answerOf(rows(1, 26), 60),
      [page('fr-CA', 25)]: answerOf(second, total),
      [page('fr-CA', 50)]: answerOf(rows(51, 61), 60),
    })

  test('of 25 are read to the total, and the first one again', async () => {
    const { postings, incompleteReason, requests } = await readPages(rows(26, 51))
    expect([postings.length, incompleteReason]).toEqual([60, undefined])
    const starts = requests.flatMap(({ body }) => memberAt(body, 'paginationStart') ?? [])
    expect(starts).toEqual([0, 0, 0, 25, 50, 0])
  })

  test('whose order shifts by one row prove nothing', async () => {
    expect((await readPages(rows(25, 50))).incompleteReason).toBe('fr-CA: the list repeats rows')
  })

  test('whose total changes prove nothing', async () => {
    expect((await readPages(rows(27, 52), 59)).incompleteReason).toBe(
      'fr-CA: the total changed from 60 to 59',
    )
  })
})

describe('the board', () => {
  const gone = { status: 404 }

  test('that exists may be empty', async () => {
    expect(await listOf({})).toMatchObject({ postings: [], incompleteReason: undefined })
  })

  test('may be published in French alone', async () => {
    const { postings } = await listOf({
      [CONTEXT('en-US')]: gone,
      [CONTEXT('en-CA')]: gone,
      [CONTEXT('fr-CA')]: context(),
      [page('fr-CA', 0)]: answerOf([row(1)]),
    })
    expect(postings).toHaveLength(1)
  })

  test.each([
    { [CONTEXT('en-US')]: gone, [CONTEXT('en-CA')]: gone, [CONTEXT('fr-CA')]: gone },
    { [CONTEXT('en-US')]: context({ isDisabled: true }) },
  ])('is missing: %p', async (answers) => {
    const { fetch } = answering(dayforce, { ...SITE, ...EMPTY, ...answers })
    expect((await dayforce.list(board, fetch)).kind).toBe('missing')
  })

  test.each([
    [{ [CONTEXT('en-US')]: { status: 503 } }, 'status 503'],
    [{ [CONTEXT('en-US')]: { body: 'Back soon' } }, 'something else than JSON'],
    [{ [CONTEXT('en-US')]: { body: {} } }, 'without jobBoardCode'],
    [{ [`${BASE}/api/auth/csrf`]: { body: { csrfToken: 'abc' } } }, 'without a token'],
    [{ [page('en-US', 0)]: { status: 403 } }, 'status 403'],
    [{ [page('en-US', 0)]: { body: { jobPostings: [] } } }, 'without maxCount'],
  ])('is not missing: %p', async (answers, message) => {
    await expect(listOf(answers)).rejects.toThrow(message)
  })
})

test('scores and applications do not change the fingerprint; a place does', async () => {
  const read = async (more: object) =>
    (await listOf({ [page('en-US', 0)]: answerOf([row(1, more)]) })).postings[0]?.fingerprint
  const first = await read({})
  expect(await read({ searchScore: 7, postingAppliedStatus: { hasApplied: true } })).toBe(first)
  expect(await read({ postingLocations: [quebec] })).not.toBe(first)
})

test('broken rows are named, test rows left out', async () => {
  const rows = [row(1), row(2, { jobTitle: '' }), row(3, { jobTitle: 'TEST' })]
  const { postings, unreadable } = await listOf({ [page('en-US', 0)]: answerOf(rows) })
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2'])
})

testRecordings('recorded answers: each row is a posting', async () => {
  for (const [name, text] of await recordings('dayforce')) {
    const recorded = JSON.parse(text)
    const rows: unknown[] = recorded.jobPostings
    const { postings, unreadable } = await listOf({
      [page('en-US', 0)]: answerOf(rows),
    })
    expect([name, unreadable]).toEqual([name, []])
    expect(postings.map(({ external_id }) => external_id)).toEqual(
      rows.map((one) => textAt(one, 'jobPostingId') ?? ''),
    )
    for (const { posting } of postings) {
      if (posting === undefined) throw new Error('no posting')
      checkImportable(board, posting)
      expect(posting).toMatchObject({ date_posted: '2026-10-05T04:00:00Z' })
      expect(posting.places.length).toBeGreaterThan(1)
      expect(posting.description_html).toStartWith('<p>')
    }
  }
})
