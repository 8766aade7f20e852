import { describe, expect, test } from 'bun:test'
import type { Fetch } from '../../../src/collect/system'
import { brassring } from '../../../src/collect/systems/brassring'
import {
  type Answer,
  boardOf,
  checkImportable,
  listed,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(brassring, '25001/5002')
const URL_OF_LIST = 'https://sjobs.brassring.com/TGnewUI/Search/Ajax/ProcessSortAndShowMoreJobs'

const job = (reqid: string, questions: Readonly<Record<string, string>> = {}) => ({
  Applied: false,
  Link: `https://sjobs.brassring.com/TGnewUI/Search/home/HomeWithPreLoad?partnerid=25001&siteid=5002&PageType=JobDetails&jobid=${reqid}`,
  Questions: Object.entries({
    reqid,
    hotjob: 'No',
    latitude: '43.5',
    longitude: '-80.2',
    lastupdated: '07/27/2026',
    jobtitle: `Roofer ${reqid} &amp; Tiler `,
    location: 'Guelph, ON ',
    formtext5: '',
    ...questions,
  }).map(([QuestionName, Value]) => ({ QuestionName, Value, QId: 1, Options: null })),
  geodist: 0,
  score: 0,
})

const page = (jobs: readonly unknown[], JobsCount = jobs.length): Answer => ({
  body: { JobsCount, Jobs: { Job: jobs }, TotalJobsCount: 0, PageSize: 0 },
})

/** Answers by the number of the page. */
function pages(...answers: readonly Answer[]) {
  const bodies: unknown[] = []
  const fetch: Fetch = async ({ url, method, body, accept }) => {
    expect([url, method]).toEqual([URL_OF_LIST, 'POST'])
    bodies.push(body)
    const number = Number(Object(body).pageNumber)
    const { status = 200, headers = {}, body: answer = '' } = answers[number - 1] ?? { status: 418 }
    if (status !== 200 && !accept?.includes(status)) throw new Error(`status ${status}`)
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
    return { status, headers: new Headers(headers), text }
  }
  return { fetch, bodies }
}

async function read(answer: Answer, on = board) {
  const listing = await listed(brassring, on, pages(answer).fetch)
  const postings = listing.postings.flatMap(({ posting }) => posting ?? [])
  for (const posting of postings) checkImportable(on, posting)
  return { ...listing, postings }
}

test('a site may have its places in other questions', async () => {
  const jobs = page([job('1', { formtext5: 'Poway', formtext4: 'California', location: 'HQ' })])
  const site = boardOf(brassring, '25001/5002', { settings: { location: 'formtext5, formtext4' } })
  expect((await read(jobs, site)).postings[0]?.places).toEqual([{ text: 'Poway, California' }])
})

describe('the questions that hold the places are found', () => {
  const CITIES = [
    ['Poway', 'California'],
    ['Camp Hill ', 'PA - Pennsylvania'],
    ['Guelph', 'ON'],
    ['Ansbach', 'Bavaria'],
  ]
  const places = ({ postings }: Awaited<ReturnType<typeof read>>) =>
    postings.map((posting) => posting.places.map((place) => place.text).join(' and '))
  const jobsWith = (name: (city: string, region: string) => Readonly<Record<string, string>>) =>
    page(CITIES.map(([city = '', region = ''], index) => job(String(index), name(city, region))))
  const inTwo = jobsWith((city, region) => ({
    location: 'Corporate Headquarters',
    formtext3: 'Day shift',
    formtext12: city,
    formtext10: region,
    // Texts of half of the jobs name places too.
    formtext7: city < 'D' ? 'Houston, TX' : '',
  }))

  test('a city and its region in two questions, in most jobs', async () => {
    const found = await read(inTwo)
    expect(found.foundSettings).toEqual({ location: 'formtext12,formtext10' })
    expect(places(found)).toEqual([
      'Poway, California',
      'Camp Hill, Pennsylvania',
      'Guelph, ON',
      'Ansbach, Bavaria',
    ])
  })

  test('both in one question', async () => {
    const found = await read(
      jobsWith((city, region) => ({ location: 'HQ', formtext5: `${city}, ${region}` })),
    )
    expect(found.foundSettings).toEqual({ location: 'formtext5' })
    expect(places(found)[1]).toBe('Camp Hill , Pennsylvania')
    const usual = await read(jobsWith((city) => ({ location: `${city}, CA, United States` })))
    expect(usual.foundSettings).toBeUndefined()
  })

  test('settings overrule what is found', async () => {
    const site = boardOf(brassring, '25001/5002', { settings: { location: 'formtext10' } })
    const found = await read(inTwo, site)
    expect([places(found)[0], found.foundSettings]).toEqual(['California', undefined])
  })

  test.each([
    ['cities of other regions', ['Poway', 'Ontario']],
    ['words that are codes', ['Inside sales', 'IN']],
    ['a city without a region', ['Poway', '']],
  ])('%s are none, nor is a title with a place', async (_, [formtext1 = '', formtext2 = '']) => {
    const jobs = CITIES.map((_city, index) =>
      job(String(index), { location: 'HQ', formtext1, formtext2, jobtitle: 'Poway, CA' }),
    )
    const found = await read(page(jobs))
    expect([found.foundSettings, places(found)[0]]).toEqual([undefined, 'HQ'])
  })

  test('half of the jobs are not most', async () => {
    const jobs = CITIES.map(([formtext12 = '', formtext10 = ''], index) =>
      job(String(index), index < 2 ? { formtext12, formtext10 } : {}),
    )
    expect((await read(page(jobs))).foundSettings).toBeUndefined()
  })
})

test('a job without a place has none', async () => {
  expect((await read(page([job('1', { location: '&nbsp;' })]))).postings[0]?.places).toEqual([])
})

test('an edit that changes only the time of the update is no change', async () => {
  const print = async (lastupdated: string) =>
    (await listed(brassring, board, pages(page([job('1', { lastupdated })])).fetch)).postings[0]
      ?.fingerprint
  expect(await print('27-Jul-2026')).toBe(await print('07/28/2026'))
})

describe('pages', () => {
  const many = (start: number, count: number) =>
    Array.from({ length: count }, (_, index) => job(String(start + index)))

  test('are read by fifties to the count, and the first one again', async () => {
    const { fetch, bodies } = pages(page(many(0, 50), 52), page(many(50, 2), 52))
    const { postings, incompleteReason } = await listed(brassring, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([52, undefined])
    expect(bodies.map((body) => Object(body).pageNumber)).toEqual(['1', '2', '1'])
  })

  test.each([
    ['the first page again', many(0, 50), 52, 'page 2 has no new rows'],
    ['another count', many(50, 2), 53, 'the total changed from 52 to 53'],
    ['too few', many(50, 1), 52, 'the list has 51 rows, and its total is 52'],
  ])('%s: not complete', async (_, second, count, incompleteReason) => {
    const { fetch } = pages(page(many(0, 50), 52), page(second, count))
    expect(await listed(brassring, board, fetch)).toMatchObject({ incompleteReason })
  })

  test('an empty site is empty; broken jobs are named, test jobs left out', async () => {
    expect(await read(page([]))).toMatchObject({ postings: [], unreadable: [] })
    const jobs = [
      job('1', { jobtitle: 'Test Job' }),
      { ...job('2'), Link: null },
      { Questions: [] },
    ]
    const { postings, unreadable } = await read(page(jobs))
    expect(postings).toEqual([])
    expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['2', undefined])
  })
})

test('404 and a redirect to the vendor: there is no such board', async () => {
  const redirect = { status: 302, headers: { location: 'https://www.brassring.com/' } }
  for (const answer of [{ status: 404 }, redirect]) {
    expect(await brassring.list(board, pages(answer).fetch)).toMatchObject({ kind: 'missing' })
  }
})

test.each([
  // Also the answer for a site that does not exist.
  [{ status: 500 }, 'status 500'],
  [{ body: '<html>Maintenance</html>' }, 'answered with something else than JSON'],
  [{ body: {} }, 'answered without JobsCount and Jobs'],
])('%p is an error, not an empty board', async (answer, message) => {
  await expect(brassring.list(board, pages(answer).fetch)).rejects.toThrow(message)
})

testRecordings('recorded answers: every job is a posting', async () => {
  for (const [name, text] of await recordings('brassring')) {
    const answer = JSON.parse(text)
    const jobs: unknown[] = answer.Jobs.Job
    const { postings, unreadable } = await read({ body: { ...answer, JobsCount: jobs.length } })
    expect([name, postings.length, unreadable]).toEqual([name, jobs.length, []])
  }
})
