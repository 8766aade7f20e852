import { describe, expect, test } from 'bun:test'
import type { Notice } from '../../../src/values/notice'
import { place, posting } from '../../support/posting-builder'
import { useTestApp } from '../../support/use-test-app'

const TORONTO = [place('Toronto', 'ON', 'CA')]
const HOUSTON = [place('Houston', 'TX', 'US')]
const many = (count: number, title: string, members: Parameters<typeof posting>[0] = {}) =>
  Array.from({ length: count }, (_, index) => {
    const url = `https://jobs.example/${title}/${JSON.stringify(members)}/${index}`
    return posting({ title, url, locations: TORONTO, ...members })
  })

const app = useTestApp({ start: '2026-01-15T08:30:00Z' }, async (app) => {
  await app.write(
    ...many(30, 'Registered Nurse'),
    ...many(3, 'RN'),
    ...many(12, 'Manager'),
    ...many(11, 'Managers'),
    ...many(14, 'Back End Engineer'),
    ...many(12, 'Backend Engineer'),
    ...many(20, 'Customer Service Agent'),
    ...many(9, 'Infirmier'),
    ...many(8, 'Infirmière'),
    ...many(15, 'Welder', { locations: HOUSTON }),
    ...many(13, 'Welder', { location_type: 'TELECOMMUTE' }),
    ...many(2, 'Java Developer, Python'),
    ...many(3, 'Warehouse Picker'),
    ...many(30, 'Social Worker'),
    ...many(2, 'Nurse Ontario'),
    ...many(60, 'Worker', { description_text: 'hiring' }),
    ...many(1, 'Social Workers'),
    ...many(12, '.NET Engineer'),
    ...many(9, 'Cashier', { employment_type: ['PART_TIME'] }),
    ...many(5, 'Cashier', { employment_type: ['FULL_TIME'] }),
    ...many(1, 'Cashier (Part-Time)'),
    ...many(2, 'Full-Time Clerk'),
    ...many(11, 'C++ Engineer'),
    ...many(10, 'Childcare Aide', { description_text: 'Child care, H-1B' }),
    ...many(2, 'Assembler', { description_text: 'H1B; 4-day week' }),
  )
  app.clock.set('2026-01-15T10:30:00Z')
  await app.prepare()
})

const feed = (search: Record<string, string>, path = 'active-ats') =>
  `/v1/${path}?${new URLSearchParams({ time_frame: '24h', ...search })}`

async function noticesOf(target: string): Promise<Notice[]> {
  const response = await app.request(target)
  expect(response.status).toBe(200)
  return JSON.parse(response.headers.get('X-Notices') ?? '[]')
}

/** The request with a suggestion. */
function sentBack(search: Record<string, string>, notice: Notice): Record<string, string> {
  const changed = Object.entries({
    ...search,
    [notice.parameter]: notice.suggestion,
    ...notice.with,
  })
  return Object.fromEntries(changed.filter((entry): entry is [string, string] => entry[1] !== null))
}

type Told = [title: string, detail: string, suggestion: string, beside?: Notice['with']]

describe('another search is told at any count, and finds what is said when it is sent back', () => {
  const searches: Told[] = [
    // Forms: the one that was typed stays in.
    ['social workers', 'with worker too, 31 jobs are found', 'social (workers OR worker)'],
    ['managers', 'with manager too, 23 jobs are found', 'managers OR manager'],
    [
      'backend engineer',
      'with "back end" too, 26 jobs are found',
      '(backend OR "back end") engineer',
    ],
    ['back end engineer', 'with backend too, 26 jobs are found', '(back end OR backend) engineer'],
    ['back-end engineer', 'with backend too, 26 jobs are found', '(back-end OR backend) engineer'],
    [
      'customerservice',
      'with "customer service" too, 20 jobs are found',
      'customerservice OR "customer service"',
    ],
    ['infirmier(ère)', 'with infirmiere too, 17 jobs are found', 'infirmier OR infirmiere'],
    ['infirmier/ère', 'with infirmiere too, 17 jobs are found', 'infirmier OR infirmiere'],
    ['RN', 'with "registered nurse" too, 33 jobs are found', 'rn OR "registered nurse"'],
    [
      'R.N.',
      'with rn, "registered nurse" too, 33 jobs are found',
      'R.N. OR rn OR "registered nurse"',
    ],
    [
      'RNs',
      'with rn, "registered nurse" too, 33 jobs are found',
      'rns OR rn OR "registered nurse"',
    ],
    // Signs that are written out, and words with digits.
    ['dot net engineer', 'with .net too, 12 jobs are found', '("dot net" OR .net) engineer'],
    ['c plus plus', 'with c++ too, 11 jobs are found', '"c plus plus" OR c++'],
    ['dot.net', 'with .net too, 12 jobs are found', 'dot.net OR .net'],
    // Fillers, ids and marks of gender.
    ['seeking welder', "without 'seeking', 28 jobs are found", 'welder'],
    ['jobs at welder', "without 'jobs at', 28 jobs are found", 'welder'],
    ['welder 16 year olds', "without '16 year olds', 28 jobs are found", 'welder'],
    [
      '20 dollars an hour welder',
      "pay cannot be searched here, without '20 dollars an hour', 28 jobs are found",
      'welder',
    ],
    [
      '80-100k welder',
      "pay cannot be searched here, without '80-100k', 28 jobs are found",
      'welder',
    ],
    [
      '$20-25/hr welder',
      "pay cannot be searched here, without '$20-25/hr', 28 jobs are found",
      'welder',
    ],
    [
      'welder paying 2000 a week',
      "pay cannot be searched here, without 'paying 2000 a week', 28 jobs are found",
      'welder',
    ],
    [
      'welder minimum wage',
      "pay cannot be searched here, without 'minimum wage', 28 jobs are found",
      'welder',
    ],
    [
      'in texas welder',
      "with 'location=texas', 15 jobs are found",
      'welder',
      { location: 'texas' },
    ],
    [
      'social in toronto worker',
      "with 'location=toronto', 30 jobs are found",
      'social worker',
      { location: 'toronto' },
    ],
    [
      'welder houston or toronto',
      "with 'location=houston OR toronto', 28 jobs are found",
      'welder',
      { location: 'houston OR toronto' },
    ],
    [
      'welder Etobicoke',
      "with 'location=Etobicoke OR Toronto, Ontario', 13 jobs are found",
      'welder',
      { location: 'Etobicoke OR Toronto, Ontario' },
    ],
    ['how to get a job as welder', "without 'how to get a job as', 28 jobs are found", 'welder'],
    ['[HIRING] welder', "without 'HIRING', 28 jobs are found", 'welder'],
    ['welder jobs', "without 'jobs', 28 jobs are found", 'welder'],
    ['hiring welder (H/F)', "without '(H/F)', without 'hiring', 28 jobs are found", 'welder'],
    ['welder 5+ years', "without '5+ years', 28 jobs are found", 'welder'],
    ['Job Title: Welder', "without 'Job Title:', 28 jobs are found", 'Welder'],
    ['Welder (R0012345)', "without '(R0012345)', 28 jobs are found", 'Welder'],
    [
      'welder $30 an hour',
      "pay cannot be searched here, without '$30 an hour', 28 jobs are found",
      'welder',
    ],
    [
      'welder 77001',
      "postal codes cannot be searched, without '77001', 28 jobs are found",
      'welder',
    ],
    [
      'java/python developer',
      'with the words around the slash as words of their own, 2 jobs are found',
      'java python developer',
    ],
    // A place and remote work go to their parameters.
    [
      'welder in texas usa',
      "with 'location=texas usa', 15 jobs are found",
      'welder',
      { location: 'texas usa' },
    ],
    [
      'welder in texas',
      "with 'location=texas', 15 jobs are found",
      'welder',
      { location: 'texas' },
    ],
    [
      'welder houston tx',
      "with 'location=houston tx', 15 jobs are found",
      'welder',
      { location: 'houston tx' },
    ],
    [
      'Toronto welder',
      "with 'location=Toronto', 13 jobs are found",
      'welder',
      { location: 'Toronto' },
    ],
    ['welder télétravail', "with 'remote=true', 13 jobs are found", 'welder', { remote: 'true' }],
    [
      'welder jobs in texas',
      "without 'jobs', with 'location=texas', 15 jobs are found",
      'welder',
      { location: 'texas' },
    ],
  ]

  test.each(searches.map(([title, ...others]) => [title, others] as const))(
    '%s',
    async (title, others) => {
      const [detail, suggestion, beside] = others
      for (const path of ['active-ats', 'active-ats-count']) {
        const told = await noticesOf(feed({ title }, path))
        const notice = told.find((one) => one.suggestion !== null)
        const expected = { parameter: 'title', detail, suggestion, ...(beside && { with: beside }) }
        expect<unknown>(notice).toEqual(expected)
        if (notice === undefined) return
        const response = await app.request(feed(sentBack({ title }, notice), 'active-ats-count'))
        const { count } = (await response.json()) as { count: number }
        expect(count).toBe(Number(/(\d+) jobs are found$/.exec(detail)?.[1]))
      }
    },
  )

  test('a text without a word of a job is left out', async () => {
    expect(await noticesOf(feed({ title: 'jobs in Toronto' }))).toEqual([
      { parameter: 'title', detail: "no job has 'jobs'", suggestion: null },
      { parameter: 'title', detail: "no job has 'in'", suggestion: null },
      { parameter: 'title', detail: "no job has 'toronto'", suggestion: null },
      {
        parameter: 'location',
        detail: "without 'jobs', with 'location=Toronto', at least 100 jobs are found",
        suggestion: 'Toronto',
        with: { title: null },
      },
    ])
  })

  test('hours go to the type where it can be asked, and is not', async () => {
    const title = 'part time cashier'
    const [told, ...others] = await noticesOf(`/v1/jobs?title=${title}`)
    const expected = {
      parameter: 'title',
      detail: "with 'employment_type=PART_TIME', 10 jobs are found",
      suggestion: 'cashier',
      with: { employment_type: 'PART_TIME' },
    }
    expect<unknown>([told, ...others]).toEqual([expected])
    const sent = new URLSearchParams(sentBack({ title }, expected))
    const { jobs } = await app.get<{ jobs: unknown[] }>(`/v1/jobs?limit=100&${sent}`)
    expect(jobs).toHaveLength(10)
    expect(await noticesOf(`/v1/jobs?title=${title}&employment_type=FULL_TIME`)).not.toContainEqual(
      expect.objectContaining({ detail: expect.stringContaining('employment_type') }),
    )
    expect(await noticesOf(feed({ title }))).toEqual([])
  })

  test('hours that find as many jobs as the type are told', async () => {
    expect(await noticesOf('/v1/jobs?title=full-time clerk')).toContainEqual({
      parameter: 'title',
      detail:
        "'full-time' is read as words; for jobs of this kind send 'employment_type=FULL_TIME'",
      suggestion: null,
    })
  })

  test('a text of hours alone is left out', async () => {
    const told = await noticesOf('/v1/jobs?title=à temps plein')
    expect(told.at(-1)).toEqual({
      parameter: 'employment_type',
      detail: "with 'employment_type=FULL_TIME', 7 jobs are found",
      suggestion: 'FULL_TIME',
      with: { title: null },
    })
  })

  test('by the live search, whose places have other parameters', async () => {
    const told = await noticesOf('/v1/jobs?country=US&q=welder in texas')
    expect(told.find(({ suggestion }) => suggestion !== null)).toEqual({
      parameter: 'q',
      detail: "with 'state=TX', 15 jobs are found",
      suggestion: 'welder',
      with: { state: 'TX' },
    })
  })
})

describe('nothing else is told', () => {
  test.each([
    // No half as many again, or no other form.
    ['registered nurse', []],
    ['welder', []],
    ['CI/CD', ["no job has 'ci'", "no job has 'cd'"]],
    // Quotes say that it is meant as it stands.
    ['"welder in texas jobs"', ["no job has 'jobs'", "no job has 'in'", "no job has 'texas'"]],
    // An employer or a title may be called so.
    ['Nurse Ontario', []],
    // What is read as words is told when no search with it finds more.
    ['social worker in texas', ["'texas' is read as words; for a place send 'location=texas'"]],
    // A code that `location` refuses.
    ['social worker (US)', ["'US' is read as words; for a place send 'location=United States'"]],
  ])('%s', async (title, expected) => {
    const told = await noticesOf(feed({ title }))
    expect(
      told
        .filter(({ suggestion }) => suggestion === null)
        .map(({ detail }) => detail)
        .toSorted(),
    ).toEqual(expected.toSorted())
  })

  const LEFT_OUT = 'leave them out if they are no part of the job'
  test.each([
    ['and/or', "'and/or' is read as words side by side; for them anywhere write and or"],
    [
      'social-worker',
      "'social-worker' is read as words side by side; for them anywhere write social worker",
    ],
    [
      'child care',
      `'child care' is read as words anywhere; side by side write "child care" OR childcare`,
    ],
    ['on call', `'on call' is read as words anywhere; side by side write "on call"`],
    [
      'non-profit',
      "'non-profit' is read as words side by side; for them anywhere write non profit",
    ],
    ['4 day week', `'4 day' is read as words anywhere; side by side write "4 day"`],
    ['social worker needed', undefined],
    ['hiring', `'hiring' is read as words; ${LEFT_OUT}`],
  ])('but how %s is read in a whole text', async (description, expected) => {
    const told = await noticesOf(feed({ description }))
    const readings = told.flatMap(({ detail }) => (/ is read as /.test(detail) ? [detail] : []))
    expect(readings).toEqual(expected === undefined ? [] : [expected])
  })

  test('a word with digits may be parted', async () => {
    const told = await noticesOf(feed({ description: 'h1b' }))
    const detail = 'with "h 1b" too, 12 jobs are found'
    expect(told).toEqual([{ parameter: 'description', detail, suggestion: 'h1b OR "h 1b"' }])
  })

  test('a hint for a place of the other country is a request that is answered', async () => {
    const told = await noticesOf('/v1/jobs?title=social+worker+in+texas')
    const hint = "'texas' is read as words; for a place send 'country=US&state=TX'"
    expect(told.map(({ detail }) => detail)).toContain(hint)
    expect((await app.request('/v1/jobs?title=social+worker&country=US&state=TX')).status).toBe(200)
    const inUnitedStates = await noticesOf('/v1/jobs?country=US&title=social+worker+in+texas')
    expect(inUnitedStates.map(({ detail }) => detail)).toContain(
      "'texas' is read as words; for a place send 'state=TX'",
    )
  })

  test('never the only word that names the job', async () => {
    expect(await noticesOf(feed({ title: 'warehouse worker' }))).toEqual([
      {
        parameter: 'title',
        detail: "no job has all words; without 'worker', 3 jobs are found",
        suggestion: 'warehouse',
      },
    ])
  })
})

describe('of words that no job has together, the longest part of a title is told', () => {
  test.each<[Record<string, string>, string, Partial<Notice>]>([
    [
      { description: 'registered nurse social warehouse' },
      "; without 'social warehouse', 30 jobs are found",
      { suggestion: 'registered nurse' },
    ],
    [
      { title: 'java registered nurse worker' },
      "; without 'java', without 'worker', 30 jobs are found",
      { suggestion: 'registered nurse' },
    ],
    [
      { title: 'registered nurse worker $30 an hour' },
      "; without '$30 an hour', without 'worker', 30 jobs are found",
      { suggestion: 'registered nurse' },
    ],
    [
      { title: 'backend welder in texas' },
      "; without 'backend', 15 jobs are found",
      { suggestion: 'welder', with: { location: 'texas' } },
    ],
    // Numbers are left out first.
    [
      { title: 'social worker 12 java' },
      "; without '12 java', 30 jobs are found",
      { suggestion: 'social worker' },
    ],
    // The job counts more than the place.
    [
      { title: 'registered social worker in texas' },
      "; without 'registered', without 'in texas', 30 jobs are found",
      { suggestion: 'social worker' },
    ],
    // What is left begins and ends with no particle.
    [
      { title: 'social worker of the warehouse' },
      "; without 'of the warehouse', 30 jobs are found",
      { suggestion: 'social worker' },
    ],
    [{ title: 'registered nurse', location: 'Texas' }, '', { suggestion: null }],
  ])('%j', async (search, without, told) => {
    const [parameter = ''] = Object.keys(search)
    const notices = await noticesOf(feed(search))
    const shorter = notices.filter(({ detail }) => detail.startsWith('no job has all words'))
    expect(shorter).toEqual([
      { parameter, detail: `no job has all words${without}`, ...told } as Notice,
    ])
  })
})

test('a corrected text that no job has gets the other forms of its words', async () => {
  expect(await noticesOf(feed({ title: 'regstered RN' }))).toEqual([
    {
      parameter: 'title',
      detail: "no job has 'regstered'; did you mean registered?",
      suggestion: 'registered (rn OR "registered nurse")',
    },
  ])
})

describe('a text with exclusions is told other searches that keep them', () => {
  test.each<[Record<string, string>, (string | null)[]]>([
    [{ title: 'managers -night' }, ['(managers OR manager) -night']],
    [{ title: 'welder jobs -night' }, ['welder -night']],
    [{ title: '-night social workers' }, ['social (workers OR worker) -night']],
    [
      { title: 'social workers no night' },
      ['social workers -night', 'social (workers OR worker) -night'],
    ],
    [{ title: 'welder -night -day houston' }, ['welder -night -day']],
    [{ title: 'registered nurse social -night' }, ['registered nurse -night']],
    // Other operators leave it as it is.
    [{ title: 'managers OR workers -night' }, []],
  ])('%j', async (search, suggestions) => {
    const told = await noticesOf(feed(search))
    expect(told.flatMap(({ suggestion }) => suggestion ?? [])).toEqual(suggestions as string[])
  })
})

test('a notice without a statement comes even when there is no time', async () => {
  const { createTestApp } = await import('../../support/test-app')
  const silent = await createTestApp({
    start: app.clock.now().toISOString(),
    on: { url: app.url, database: app.database, drop: async () => undefined },
    name: 'late',
    noticesMs: { withJobs: 0, empty: 0 },
  })
  await silent.prepare()
  const response = await silent.request(feed({ title: 'welder NOT remote' }))
  expect(JSON.parse(response.headers.get('X-Notices') ?? '[]')).toEqual([
    { parameter: 'title', detail: 'read as welder -remote', suggestion: null },
  ])
  const places = await silent.request(feed({ title: 'welder houston or toronto' }))
  expect(JSON.parse(places.headers.get('X-Notices') ?? '[]')).toHaveLength(2)
  await silent.stop()
})
