import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { headerText } from '../../../src/service/notices/notice'
import type { Notice } from '../../../src/values/notice'
import { place, posting } from '../../support/posting-builder'
import { createTestApp } from '../../support/test-app'
import { useTestApp } from '../../support/use-test-app'

const many = (count: number, members: Parameters<typeof posting>[0]) =>
  Array.from({ length: count }, (_, index) =>
    posting({ ...members, url: `https://jobs.example/${members?.title}/${index}` }),
  )
const TORONTO = place('Toronto', 'ON', 'CA')
const app = useTestApp({ start: '2026-01-15T08:30:00Z' }, async (app) => {
  await app.write(
    ...many(12, {
      title: 'Nurse',
      organization: 'Uber',
      source: 'greenhouse',
      locations: [TORONTO],
    }),
    ...many(2, {
      title: 'Nurses',
      organization: 'Aldvera, Diagnostics, Inc.',
      locations: [TORONTO],
    }),
    ...many(11, { title: 'Full Stack Developer', locations: [place('Montreal', 'QC', 'CA')] }),
    ...many(1, { title: 'Fullstack Developer', locations: [place('Laval', 'QC', 'CA')] }),
    ...many(50, { title: 'Kitchen Help', locations: [TORONTO] }),
    ...many(1, { title: 'Kitchan Help', locations: [TORONTO] }),
    ...many(2, { title: 'Night Shift Cook', locations: [TORONTO] }),
    ...many(2, { title: 'Infirmier', locations: [place('Montreal', 'QC', 'CA')] }),
    ...many(1, { title: 'Care Aide', locations: [TORONTO, place("St. John's", 'NL', 'CA')] }),
    ...many(30, { title: 'Nights Porter', locations: [TORONTO] }),
    ...many(4, { title: 'Node.js Developer', locations: [TORONTO] }),
    ...many(1, { title: 'Analyst', description_text: 'nodejs', locations: [TORONTO] }),
    ...many(3, {
      title: 'Cook',
      organization: 'Crème & Co',
      description_text: 'onboarding',
      locations: [TORONTO],
    }),
  )
  app.clock.set('2026-01-15T10:30:00Z')
  await app.prepare()
})

async function noticesOf(target: string): Promise<Notice[]> {
  const response = await app.request(target)
  expect(response.status).toBe(200)
  return JSON.parse(response.headers.get('X-Notices') ?? '[]')
}

const COVERED = 'the catalogue covers Canada and the United States'
const OMITTED = "no job has all words; without 'cook', 12 jobs are found"

const feed = (search: Record<string, string>) =>
  `/v1/active-ats?${new URLSearchParams({ time_frame: '24h', ...search })}`

const notice = (parameter: string, detail: string, suggestion: string | null = null): Notice => ({
  parameter,
  detail,
  suggestion,
})

describe('is told', () => {
  test.each<[Record<string, string>, Notice[]]>([
    [{ title: 'nruse' }, [notice('title', "no job has 'nruse'; did you mean nurse?", 'nurse')]],
    [
      { title: 'nruse OR "kitchn"' },
      [
        notice('title', "no job has 'nruse'; did you mean nurse?", 'nurse OR "kitchen"'),
        notice('title', "no job has 'kitchn'; did you mean kitchen?", 'nurse OR "kitchen"'),
      ],
    ],
    // A short word is an abbreviation as likely as a slip.
    [{ title: 'cok' }, [notice('title', "no job has 'cok'")]],
    [
      { title: 'xqzw nurse' },
      [notice('title', "no job has 'xqzw'; without it more jobs are found", 'nurse')],
    ],
    // A word that hardly any title has is corrected too.
    [
      { title: 'kitchan helpp' },
      [
        notice(
          'title',
          "no job has 'helpp'; did you mean help, with kitchen for 'kitchan'?",
          'kitchen help',
        ),
      ],
    ],
    // A city with words behind it.
    [
      { location: 'toronto nw' },
      [
        notice(
          'location',
          "no job is in 'toronto nw'; did you mean Toronto, Ontario?",
          'Toronto, Ontario',
        ),
      ],
    ],
    // The word stays wrong, and does not hide the place.
    [
      { title: 'xqzw', location: 'Tornto' },
      [
        notice('title', "no job has 'xqzw'"),
        notice(
          'location',
          "no job is in 'Tornto'; did you mean Toronto, Ontario?",
          'Toronto, Ontario',
        ),
      ],
    ],
    [
      { location: 'Northern Ontario' },
      [
        notice(
          'location',
          "no job is in 'Northern Ontario'; it is a part of Ontario without a list of towns",
          'Ontario (ON)',
        ),
      ],
    ],
    [
      { title_advanced: "(nruse | 'xqzw') & !cook" },
      [
        notice(
          'title_advanced',
          "no job has 'nruse'; did you mean nurse?",
          "(nurse | 'xqzw') & !cook",
        ),
        notice('title_advanced', "no job has 'xqzw'"),
      ],
    ],
    [
      { title: 'xqzw -cookk' },
      [
        notice('title', "no job has 'xqzw'"),
        notice(
          'title',
          "no job has 'cookk', so nothing is excluded; did you mean cook?",
          'xqzw -cook',
        ),
      ],
    ],
    [{ title: 'xqzw*' }, [notice('title', "no job has 'xqzw*'")]],
    [{ title: 'x9' }, [notice('title', "no job has 'x9'")]],
    [{ description: 'onbording' }, [notice('description', "no job has 'onbording'")]],
    [
      { location: 'Tornto' },
      [
        notice(
          'location',
          "no job is in 'Tornto'; did you mean Toronto, Ontario?",
          'Toronto, Ontario',
        ),
      ],
    ],
    [
      { location: 'Tornto OR Lavall, Quebec' },
      [
        notice(
          'location',
          "no job is in 'Tornto'; did you mean Toronto, Ontario?",
          'Toronto, Ontario OR Laval, Quebec',
        ),
        notice(
          'location',
          "no job is in 'Lavall, Quebec'; did you mean Laval, Quebec?",
          'Toronto, Ontario OR Laval, Quebec',
        ),
      ],
    ],
    [
      { location: 'Ontaro' },
      [notice('location', "no job is in 'Ontaro'; did you mean Ontario?", 'Ontario')],
    ],
    [{ location: 'London, UK' }, [notice('location', `no job is in 'London, UK'; ${COVERED}`)]],
    [
      { location: 'Paris, France' },
      [notice('location', `no job is in 'Paris, France'; ${COVERED}`)],
    ],
    [{ location: 'São Paulo' }, [notice('location', `no job is in 'S\u00e3o Paulo'; ${COVERED}`)]],
    [
      { location: 'Tornto; Lavall' },
      [
        notice('location', 'read as Tornto OR Lavall'),
        notice(
          'location',
          "no job is in 'Tornto'; did you mean Toronto, Ontario?",
          'Toronto, Ontario OR Laval, Quebec',
        ),
        notice(
          'location',
          "no job is in 'Lavall'; did you mean Laval, Quebec?",
          'Toronto, Ontario OR Laval, Quebec',
        ),
      ],
    ],
    [
      { title: 'nruse', location: 'Tornto' },
      [
        notice('title', "no job has 'nruse'; did you mean nurse?", 'nurse'),
        notice(
          'location',
          "no job is in 'Tornto'; did you mean Toronto, Ontario?",
          'Toronto, Ontario',
        ),
      ],
    ],
    [{ title: 'nruse', location: 'Laval' }, [notice('title', "no job has 'nruse'")]],
    [{ title: 'cars' }, [notice('title', "no job has 'cars'")]],
    [{ title: 'NOT' }, [notice('title', "no job has 'not'")]],
    [
      { title: 'cook not nruse' },
      [
        notice('title', "'not' is read as a word; for the operator write -", 'cook -nruse'),
        notice('title', "no job has 'nruse'"),
      ],
    ],
    [
      { title: "l'infirmier" },
      [notice('title', 'with infirmier too, 2 jobs are found', "l'infirmier OR infirmier")],
    ],
    [
      { title: 'Nurse & Kitchen - Help' },
      [notice('title', "no job has all words; without 'Nurse', 50 jobs are found", 'Kitchen Help')],
    ],
    [
      { title: '"night shift" nurse' },
      [
        notice(
          'title',
          `no job has all words; without '"night shift"', 12 jobs are found`,
          'nurse',
        ),
      ],
    ],
    [{ location: 'Sainte-Foy' }, [notice('location', "no job is in 'Sainte-Foy'")]],
    [
      { location: 'St. Johns' },
      [
        notice(
          'location',
          "no job is in 'St. Johns'; did you mean St. John's, Newfoundland and Labrador?",
          "St. John's, Newfoundland and Labrador",
        ),
      ],
    ],
    [{ title: 'nurse, cook' }, [notice('title', OMITTED, 'nurse')]],
    [
      { location_advanced: 'tornto & canada' },
      [
        notice(
          'location_advanced',
          "no job has 'tornto'; did you mean toronto?",
          'toronto & canada',
        ),
      ],
    ],
    [
      { organization: 'uber' },
      [notice('organization', "no employer is named 'uber'; did you mean Uber?", 'Uber')],
    ],
    [
      { exclude_organization: 'uber', title: 'cook' },
      [
        notice(
          'exclude_organization',
          "no employer is named 'uber', so nothing is excluded; did you mean Uber?",
          'Uber',
        ),
      ],
    ],
    // A name with commas, as one name or as a list.
    ...['Aldvera, Diagnostcs, Inc.', '"Aldvera, Diagnostcs, Inc."'].map(
      (organization): [Record<string, string>, Notice[]] => [
        { organization },
        [
          notice(
            'organization',
            "no employer is named 'Aldvera, Diagnostcs, Inc.'; did you mean Aldvera, Diagnostics, Inc.?",
            '"Aldvera, Diagnostics, Inc."',
          ),
        ],
      ],
    ),
    [
      { organization: 'Ubre,Aldvera, Diagnostcs, Inc.,Xqzw' },
      [['Ubre', 'Uber'], ['Aldvera, Diagnostcs, Inc.', 'Aldvera, Diagnostics, Inc.'], ['Xqzw']].map(
        ([wrong, meant]) =>
          notice(
            'organization',
            `no employer is named '${wrong}'${meant ? `; did you mean ${meant}?` : ''}`,
            meant === undefined ? null : 'Xqzw,Uber,"Aldvera, Diagnostics, Inc."',
          ),
      ),
    ],
    [
      { organization: 'Crème & Co, Diagnostcs' },
      [notice('organization', "no employer is named 'Diagnostcs'", null)],
    ],
    [
      { organization: 'Creme & Co' },
      [
        notice(
          'organization',
          "no employer is named 'Creme & Co'; did you mean Crème & Co?",
          'Crème & Co',
        ),
      ],
    ],
    [
      { organization_advanced: 'ubr' },
      [notice('organization_advanced', "no job has 'ubr'; did you mean uber?", 'uber')],
    ],
    [
      { source: 'green house' },
      [notice('source', "no job has 'green house'; did you mean greenhouse?", 'greenhouse')],
    ],
    [
      { title: 'nurses' },
      [notice('title', 'with nurse too, 14 jobs are found', 'nurses OR nurse')],
    ],
    [
      { title: 'fullstack developer' },
      [
        notice(
          'title',
          'with "full stack" too, 12 jobs are found',
          '(fullstack OR "full stack") developer',
        ),
      ],
    ],
    [{ title: 'nurse cook' }, [notice('title', OMITTED, 'nurse')]],
    [
      { title: 'nurse jobs' },
      [
        notice('title', "no job has 'jobs'"),
        notice('title', "without 'jobs', 12 jobs are found", 'nurse'),
      ],
    ],
    [
      { title: 'fullstack laval' },
      [
        notice('title', "no job has 'laval'"),
        {
          ...notice('title', "with 'location=laval', 1 job is found", 'fullstack'),
          with: { location: 'laval' },
        },
      ],
    ],
    [
      { title: 'n.u.r.s.e' },
      [notice('title', 'with nurse too, 12 jobs are found', 'n.u.r.s.e OR nurse')],
    ],
    // Two names, or one with a comma.
    [
      { organization: 'Ubre,Xqzw' },
      [
        notice('organization', "no employer is named 'Ubre'; did you mean Uber?", 'Xqzw,Uber'),
        notice('organization', "no employer is named 'Xqzw'"),
      ],
    ],
    [
      { description: 'nodejs' },
      [notice('description', 'with "node js" too, 5 jobs are found', 'nodejs OR "node js"')],
    ],
    [{ title: 'nruse', country: 'US' }, [notice('title', "no job has 'nruse'")]],
    [
      { title: 'kitchan' },
      [notice('title', "few jobs have 'kitchan'; with kitchen, 50 jobs are found", 'kitchen')],
    ],
  ])('%j', async (search, expected) => {
    expect(await noticesOf(feed(search))).toEqual(expected)
    expect(await noticesOf(feed(search).replace('active-ats', 'active-ats-count'))).toEqual(
      expected,
    )
  })

  test('by the live search too', async () => {
    expect(await noticesOf('/v1/jobs?q=nruse&city=Tornto&source=grenhouse')).toEqual([
      notice('q', "no job has 'nruse'; did you mean nurse?", 'nurse'),
      notice('city', "no job is in 'Tornto'; did you mean Toronto, Ontario?", 'Toronto, Ontario'),
      notice('source', "no job has 'grenhouse'; did you mean greenhouse?", 'greenhouse'),
    ])
  })

  test('by the live search, of an area and of a city in the title', async () => {
    const area =
      'it is an area, which the parameter location of the feeds reads; here send one of its cities, such as Toronto'
    expect(await noticesOf('/v1/jobs?city=GTA')).toEqual([
      notice('city', `no job is in 'GTA'; ${area}`, 'Toronto'),
    ])
    expect(await noticesOf('/v1/jobs?title=cook toronto')).toEqual([
      notice('title', "no job has 'toronto'"),
      {
        ...notice('title', "with 'city=toronto', 5 jobs are found", 'cook'),
        with: { city: 'toronto' },
      },
    ])
  })

  test('by the modified feed, and by the first page of a list by id', async () => {
    // No nurse was changed.
    expect(await noticesOf('/v1/modified-ats?title=nruse')).toEqual([
      notice('title', "no job has 'nruse'"),
    ])
    expect(await noticesOf(feed({ title: 'nruse', cursor: '0' }))).toEqual([
      notice('title', "no job has 'nruse'; did you mean nurse?", 'nurse'),
    ])
  })
})

describe('the reading is told at any count', () => {
  test.each<[Record<string, string>, Notice[]]>([
    [{ title: 'nurse NOT cook' }, [notice('title', 'read as nurse -cook')]],
    [
      { description: 'nurse or nurse' },
      [
        notice(
          'description',
          "'or' is read as a word; for the operator write OR",
          'nurse OR nurse',
        ),
      ],
    ],
  ])('%j', async (search, expected) => {
    expect(await noticesOf(feed(search))).toEqual(expected)
    expect(await noticesOf(feed({ ...search, offset: '1' }))).toEqual([])
  })
})

describe('nothing is told', () => {
  test.each<Record<string, string>>([
    { title: 'nurse' },
    { title: 'cook' },
    { description: 'onboarding' },
    { title: '"night shift" cook' },
    { title: 'nruse', cursor: '1' },
    { title: 'nruse', offset: '1' },
    { title: 'nurse OR nruse' },
    { location: 'Laval, Quebec' },
    { location: 'Montréal' },
    { organization: 'Aldvera, Diagnostics, Inc.' },
    { has_salary: 'true' },
  ])('%j', async (search) => {
    expect(await noticesOf(feed(search))).toEqual([])
  })

  test('at any count of an exact name that excludes nothing', async () => {
    expect(await noticesOf(feed({ title: 'nurse', exclude_organization: 'uber' }))).toEqual([
      notice(
        'exclude_organization',
        "no employer is named 'uber', so nothing is excluded; did you mean Uber?",
        'Uber',
      ),
    ])
  })

  test('of a word that jobs have since the last count', async () => {
    await app.write(posting({ title: 'Plumber', url: 'https://jobs.example/plumber' }))
    expect(await noticesOf(feed({ title: 'plumber' }))).toEqual([])
    await app.write({
      ...posting({ title: 'Plumber', url: 'https://jobs.example/plumber' }),
      status: 'expired',
    })
  })
})

test('a service that has not counted yet tells without suggestions', async () => {
  const other = await createTestApp({
    start: app.clock.now().toISOString(),
    on: { url: app.url, database: app.database, drop: async () => undefined },
    name: 'uncounted',
  })
  const response = await other.request(feed({ title: 'nruse' }))
  expect(response.headers.get('X-Notices')).toBe(
    '[{"parameter":"title","detail":"no job has \'nruse\'","suggestion":null}]',
  )
  await other.stop()
})

test('the answer is the same as that of a service without time for notices', async () => {
  const silent = await createTestApp({
    start: app.clock.now().toISOString(),
    on: { url: app.url, database: app.database, drop: async () => undefined },
    name: 'silent',
    noticesMs: { withJobs: 0, empty: 0 },
  })
  const word = fc.constantFrom(
    'nurse',
    'nruse',
    'cook',
    'xqzw',
    'stack',
    '-cook',
    '-nruse',
    'OR nurse',
  )
  const search = fc.record(
    {
      title: fc
        .array(word, { minLength: 1, maxLength: 3 })
        .map((words) => `nurse ${words.join(' ')}`),
      location: fc.constantFrom('Toronto', 'Tornto', 'Laval OR Nowhere', '-Toronto'),
      organization: fc.constantFrom('Uber', 'uber', 'Uber,Nobody'),
      source: fc.constantFrom('greenhouse', 'nothing'),
    },
    { requiredKeys: [] },
  )
  const property = fc.asyncProperty(search, async (asked) => {
    for (const target of [feed(asked), feed(asked).replace('active-ats', 'active-ats-count')]) {
      const answers = await Promise.all([app.request(target), silent.request(target)])
      const [told, plain] = answers
      expect(await told.text()).toBe(await plain.text())
      expect(plain.headers.has('X-Notices')).toBe(false)
    }
  })
  await fc.assert(property, { numRuns: 40 })
  await silent.stop()
})

describe('the header', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const some = fc.array(
    fc.record({ parameter: fc.constant('title'), detail: text, suggestion: fc.option(text) }),
    { maxLength: 20 },
  )

  test('is JSON in ASCII of at most 2 KB, with whole notices', () => {
    const property = fc.property(some, (notices) => {
      const header = headerText(notices) ?? '[]'
      expect(header).toMatch(/^[\x20-\x7e]*$/)
      expect(header.length).toBeLessThanOrEqual(2_048)
      for (const one of JSON.parse(header)) expect(notices).toContainEqual(one)
    })
    fc.assert(property)
  })
})
