import { describe, expect, test } from 'bun:test'
import { textAt } from '../../../src/collect/answers/members'
import { adp } from '../../../src/collect/systems/adp'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  detailFrom,
  listed,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const CLIENT = '4d1c2b3a-0f9e-4d8c-a7b6-5f4e3d2c1b0a'
const board = boardOf(adp, `${CLIENT}/9200001_2`)
const API = 'https://workforcenow.adp.com/mascsr/default/careercenter/public/events/staffing'
const CENTER = `cid=${CLIENT}&ccId=9200001_2`
const LINKS = `${API}/v1/content-links/career-center?${CENTER}`
const FEATURES = `${API}/client-features?${CENTER}`
const LIST = (lang: string, skip = 1) =>
  `${API}/v1/job-requisitions?${CENTER}&lang=${lang}&%24top=20&%24skip=${skip}`
const DETAIL = (id: string, lang: string) =>
  `${API}/v1/job-requisitions/${id}?${CENTER}&lang=${lang}`

const named = (codeValue: string, value: object) => ({ ...value, nameCode: { codeValue } })

const links = (locales: readonly string[], isPublished: unknown = true): Answer => ({
  body: {
    contentLinks: [],
    meta: {
      customFieldGroup: {
        indicatorFields:
          isPublished === null
            ? []
            : [named('PublishedIndicator', { indicatorValue: isPublished })],
        stringFields: locales.map((stringValue) => named('Locale', { stringValue })),
      },
    },
  },
})

const features: Answer = {
  body: {
    meta: {
      customFieldGroup: {
        stringFields: [named('ClientName', { stringValue: 'PEBBLE MILLS INC' })],
      },
    },
  },
}

const place = (cityName: string, codeValue: string, shortName: string, postalCode = '') => ({
  address: { cityName, countrySubdivisionLevel1: { codeValue }, postalCode },
  nameCode: { shortName },
})

const dayton = place('Dayton', 'OH', ' Mill 3, Dayton, OH, US', '45402')
const laval = place('Laval', 'QC', 'Laval, QC, CA')

const row = (id: number, more: object = {}) => ({
  itemID: `HRB:${id}:1`,
  requisitionTitle: 'Miller',
  postDate: '2026-08-09T08:20:00.000-04:00',
  clientRequisitionID: '88',
  requisitionLocations: [dayton],
  customFieldGroup: {
    codeFields: [named('SalaryType', { codeValue: 'HR' })],
    stringFields: [
      named('ExternalJobID', { stringValue: String(id) }),
      named('JobClass', { stringValue: 'Technical' }),
    ],
    dateFields: [named('CurrentServerDateTime', { dateValue: '2026-09-10T11:45Z' })],
  },
  ...more,
})

const pay = (min: number, max: number, type = 'HR') => ({
  payGradeRange: {
    minimumRate: { amountValue: min, currencyCode: 'USD' },
    maximumRate: { amountValue: max, currencyCode: 'USD' },
  },
  customFieldGroup: {
    codeFields: [named('SalaryType', { codeValue: type })],
    stringFields: [named('ExternalJobID', { stringValue: '5' })],
  },
})

const rowsOf = (
  jobRequisitions: readonly unknown[],
  totalNumber = jobRequisitions.length,
): Answer => ({
  body: { jobRequisitions, meta: { startSequence: 1, totalNumber } },
})
const NOTHING: Answer = { body: { jobRequisitions: [] } }

const inEnglish = { [LINKS]: links(['en_US']), [FEATURES]: features }

const postingOf = async (more: object) => {
  const { fetch } = answering(adp, {
    ...inEnglish,
    [LIST('en_US')]: rowsOf([row(5, more)]),
    [DETAIL('5', 'en_US')]: { body: row(5, { ...more, requisitionDescription: '<p>Mill.</p>' }) },
  })
  const [posting] = await collected(adp, board, fetch)
  return posting
}

describe('pay', () => {
  test.each([
    [pay(16.21, 20.92), { minValue: 16.21, maxValue: 20.92, unitText: 'HOUR' }],
    [pay(0, 43.46), { maxValue: 43.46, unitText: 'HOUR' }],
    [pay(52000, 61000, 'AN'), { minValue: 52000, maxValue: 61000, unitText: 'YEAR' }],
  ])('%#', async (more, value) => {
    expect((await postingOf(more))?.salary).toMatchObject({ currency: 'USD', value })
  })

  test.each([
    ['an hour, called a year', pay(18, 20, 'AN')],
    ['a year, called an hour', pay(52000, 61000)],
    ['of an unknown type', pay(18, 20, 'XX')],
    ['zero', pay(0, 0)],
  ])('%s is none', async (_, more) => {
    expect((await postingOf(more))?.salary).toBeNull()
  })
})

test.each([
  [place('', '', ' US'), { address: { country: 'US' } }, undefined],
  [place('', '', 'Remote- National, US'), { text: 'Remote- National, US' }, 'remote'],
  [
    place('Fresno', 'CA', 'Fresno, CA'),
    { address: { city: 'Fresno', region: 'CA', country: 'US' }, text: 'Fresno, CA' },
    undefined,
  ],
  [
    place('Barrie', 'ON', 'Barrie, ON, CA'),
    { address: { city: 'Barrie', region: 'ON', country: 'CA' }, text: 'Barrie, ON, CA' },
    undefined,
  ],
  [place('Montr&eacute;al', '', ''), { text: 'Montréal' }, undefined],
])('%j is a place', async (location, expected, arrangement) => {
  const posting = await postingOf({ requisitionLocations: [location] })
  expect<unknown>(posting?.places).toEqual([expected])
  expect<unknown>(posting?.work_arrangement).toBe(arrangement)
})

describe('languages', () => {
  const french = { requisitionTitle: 'Meunier' }
  const bilingual = (en: readonly unknown[], fr: readonly unknown[]) => ({
    [LINKS]: links(['fr_CA', 'en_CA', 'es_US']),
    [FEATURES]: features,
    [LIST('en_CA')]: rowsOf(en),
    [LIST('fr_CA')]: rowsOf(fr),
    [LIST('es_US')]: NOTHING,
  })
  const languagesOf = async (answers: Record<string, Answer>) => {
    const { fetch } = answering(adp, answers)
    const { postings, incompleteReason } = await listed(adp, board, fetch)
    const chosen = postings.map(({ external_id, reference = '' }) => [
      external_id,
      textAt(JSON.parse(reference), 'language'),
    ])
    return [incompleteReason, Object.fromEntries(chosen)]
  }

  test('the list is their union, and a translation is no posting of its own', async () => {
    const quebec = { requisitionLocations: [laval] }
    const mixed = { requisitionLocations: [laval, dayton] }
    const answers = bilingual(
      [row(1), row(2), row(3, quebec), row(4, mixed)],
      [
        row(2, french),
        row(3, { ...french, ...quebec }),
        row(4, { ...french, ...mixed }),
        row(9, french),
      ],
    )
    const expected = { 1: 'en_CA', 2: 'en_CA', 3: 'fr_CA', 4: 'en_CA', 9: 'fr_CA' }
    expect(await languagesOf(answers)).toEqual([undefined, expected])
  })

  test('the detail is asked for in the language that was taken', async () => {
    const { fetch } = answering(adp, {
      ...bilingual([], [row(9, french)]),
      [LIST('en_CA')]: NOTHING,
      [DETAIL('9', 'fr_CA')]: { body: { jobRequisitions: [row(9, french)] } },
    })
    const [posting] = await collected(adp, board, fetch)
    expect(posting?.title).toBe('Meunier')
    expect(posting?.source_fields?.fields.language).toMatchObject({ value: 'fr_CA' })
  })

  test('one that cannot be proved leaves the list in doubt', async () => {
    const answers = { ...bilingual([row(1)], []), [LIST('fr_CA')]: rowsOf([row(2)], 3) }
    expect((await languagesOf(answers))[0]).toBe('fr_CA: the list has 1 rows, and its total is 3')
  })

  test('without a name of one the list is in doubt', async () => {
    const answers = {
      [LINKS]: links([]),
      [FEATURES]: features,
      [LIST('en_CA')]: NOTHING,
      [LIST('en_US')]: rowsOf([row(1)]),
      [LIST('fr_CA')]: NOTHING,
    }
    expect((await languagesOf(answers))[0]).toContain('does not say in which languages')
  })
})

describe('pages', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => row(from + index))
  const threePages = (second: Answer) => ({
    ...inEnglish,
    [LIST('en_US', 1)]: rowsOf(rows(1, 21), 45),
    [LIST('en_US', 21)]: second,
    [LIST('en_US', 41)]: rowsOf(rows(41, 46), 45),
  })
  const incompleteReasonOf = async (second: Answer) =>
    (await listed(adp, board, answering(adp, threePages(second)).fetch)).incompleteReason

  test('count rows from 1', async () => {
    const { fetch, requests } = answering(adp, threePages(rowsOf(rows(21, 41), 45)))
    const { postings, incompleteReason, organization } = await listed(adp, board, fetch)
    expect([postings.length, incompleteReason, organization]).toEqual([
      45,
      undefined,
      'PEBBLE MILLS INC',
    ])
    const skips = requests.flatMap(({ url }) => new URL(url).searchParams.get('$skip') ?? [])
    expect(skips).toEqual(['1', '21', '41', '1'])
  })

  test('whose order shifts by one row in between prove nothing', async () => {
    expect(await incompleteReasonOf(rowsOf(rows(20, 40), 45))).toBe('en_US: the list repeats rows')
  })

  test('an empty one in between, or another total, proves nothing', async () => {
    expect(await incompleteReasonOf(NOTHING)).toContain('the total changed from 45')
    expect(await incompleteReasonOf(rowsOf(rows(21, 41), 44))).toContain(
      'the total changed from 45 to 44',
    )
  })
})

describe('a center', () => {
  test('that is published may have no postings, and is asked for no name that it has', async () => {
    const { fetch, requests } = answering(adp, {
      [LINKS]: links(['en_US']),
      [LIST('en_US')]: NOTHING,
    })
    const named = { ...board, organization: 'Pebble Mills' }
    const { postings, incompleteReason } = await listed(adp, named, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
    expect(requests.map(({ url }) => url)).toEqual([LINKS, LIST('en_US')])
  })

  test('that does not exist has the empty list of others, and is not published', async () => {
    const { fetch } = answering(adp, { [LINKS]: links([], false), [LIST('en_US')]: NOTHING })
    const reason = `${LINKS} says that it is not published`
    expect(await adp.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('that says its languages and not whether it is published is proved by its postings', async () => {
    for (const indicator of [null, 'yes']) {
      const unknown = { [LINKS]: links(['en_US'], indicator), [FEATURES]: features }
      const read = (list: Answer) =>
        listed(adp, board, answering(adp, { ...unknown, [LIST('en_US')]: list }).fetch)
      expect(await read(rowsOf([row(1)]))).toMatchObject({
        incompleteReason: undefined,
        postings: [{}],
      })
      expect(await read(NOTHING)).toMatchObject({
        incompleteReason: 'the center does not say whether it is published',
      })
    }
  })

  test('of an unknown client is missing', async () => {
    const { fetch } = answering(adp, { [LINKS]: { status: 404 } })
    expect(await adp.list(board, fetch)).toMatchObject({ kind: 'missing' })
  })

  test('that is closed to external candidates is missing; another refusal is no proof', async () => {
    const refused = (body: string) =>
      answering(adp, { ...inEnglish, [LIST('en_US')]: { status: 403, body } }).fetch
    const closed = refused('Job listing is not allowed for external candidates.')
    expect(await adp.list(board, closed)).toMatchObject({ kind: 'missing' })
    await expect(adp.list(board, refused('Blocked'))).rejects.toThrow('answered 403')
  })

  test.each([
    [{ body: { jobRequisitions: [row(1)] } }, 'without meta.totalNumber'],
    [{ body: {} }, 'without meta.totalNumber'],
    [{ status: 500 }, 'status 500'],
  ])('is not missing: its list is %j', async (answer: Answer, message) => {
    const { fetch } = answering(adp, { ...inEnglish, [LIST('en_US')]: answer })
    await expect(adp.list(board, fetch)).rejects.toThrow(message)
  })
})

test('an entry changes with what its row shows, and only then', async () => {
  const entryOf = async (more: object) => {
    const { fetch } = answering(adp, { ...inEnglish, [LIST('en_US')]: rowsOf([row(5, more)]) })
    return (await listed(adp, board, fetch)).postings[0]?.fingerprint
  }
  const before = await entryOf({})
  expect(await entryOf({ numberFields: [{ numberValue: 3 }], links: [1] })).toBe(before ?? '')
  expect(await entryOf({ requisitionLocations: [laval] })).not.toBe(before)
})

describe('a posting', () => {
  const reference = JSON.stringify({ language: 'en_US', languages: ['en_US'] })
  const read = async (answer: Answer) =>
    await detailFrom(adp, board, { external_id: '5', url: DETAIL('5', 'en_US'), reference }, answer)

  testGone(read)

  test('that is closed has members without a title', async () => {
    const closed = { requisitionLocations: [], customFieldGroup: { stringFields: [] } }
    expect(await read({ body: closed })).toBeUndefined()
    await expect(read({ body: 'null' })).rejects.toThrow('has no posting')
  })
})

testRecordings('recorded answers: every row is a posting', async () => {
  const texts = await recordings('adp')
  for (const [name, text] of texts) {
    if (!name.includes('-list')) continue
    const { fetch } = answering(adp, { ...inEnglish, [LIST('en_US')]: { body: text } })
    const { postings, incompleteReason, unreadable } = await listed(adp, board, fetch)
    const rows: object[] = JSON.parse(text).jobRequisitions
    expect([name, postings.length, incompleteReason, unreadable]).toEqual([
      name,
      rows.length,
      undefined,
      [],
    ])
    for (const [index, entry] of postings.entries()) {
      const url = DETAIL(encodeURIComponent(entry.external_id), 'en_US')
      const posting = await detailFrom(adp, board, { ...entry, url }, { body: rows[index] })
      if (posting === undefined) throw new Error(`${entry.external_id} is gone`)
      checkImportable(board, posting)
      expect([posting.places.length, posting.date_posted?.slice(0, 7)]).toEqual([1, '2026-09'])
    }
  }
})
