import { expect, test } from 'bun:test'
import { newBoardRow } from '../../../src/collect/board/new-board-row'
import { checkBoard } from '../../../src/collect/find/check-board'
import { type Finder, findOf } from '../../../src/collect/find/judge-site'
import { SITE_LIMITS } from '../../../src/collect/find/site-budget'
import { type Answer, useSites } from './sites'

const sites = useSites()

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const link = (address: string) => `<a href="${address}">Open roles</a>`

/** How many boards of the site are found and unsure. */
async function verdicts(answers: Readonly<Record<string, Answer>>, more: Partial<Finder> = {}) {
  sites.serve(answers)
  const result = await findOf('acme.example', { ...sites.finder, ...more })
  const count = (verdict: string) =>
    result.boards.filter(({ line }) => line.verdict === verdict).length
  return { found: count('found'), unsure: count('unsure'), result }
}

/** Each request gets other postings. */
function workdayList(total: number): Answer {
  let last = 0
  const posting = () => {
    last += 1
    return { title: 'Cook', externalPath: `/job/Cook_R${last}` }
  }
  return {
    get json() {
      return { total, jobPostings: Array.from({ length: 20 }, posting) }
    },
  }
}

const WORKDAY = 'acme.wd5.myworkdayjobs.com'

test('5,000 links to sites of one tenant of Workday cost the requests of five boards', async () => {
  const { found, unsure, result } = await verdicts({
    'acme.example/': numbers(5000)
      .map((site) => link(`https://${WORKDAY}/en-US/Site${site}`))
      .join(''),
    ...Object.fromEntries(
      numbers(5000).map((site) => [
        `${WORKDAY}/wday/cxs/acme/Site${site}/jobs`,
        { json: { total: 0, jobPostings: [] } },
      ]),
    ),
  })
  expect([found, unsure, result.more]).toEqual([5, 45, 4950])
  expect(result.boards.at(-1)?.line.issue).toBe(
    'the site names more than 5 boards of this employer or host',
  )
  expect(sites.requests.length).toBeLessThanOrEqual(12 + 5 * 2)
})

test("2,000 sites of Oracle on the employer's own host cost the requests of five boards", async () => {
  const { unsure, result } = await verdicts({
    'acme.example/': numbers(2000)
      .map((site) =>
        link(`https://jobs.acme.example/hcmUI/CandidateExperience/en/sites/CX_${site}`),
      )
      .join(''),
  })
  expect([unsure, result.more]).toEqual([45, 1950])
  expect(sites.requests.length).toBeLessThanOrEqual(12 + 5 * 2)
})

test('a board whose list takes more requests than a site may cost is unsure', async () => {
  sites.serve({
    'acme.example/': link(`https://${WORKDAY}/External`),
    [`${WORKDAY}/wday/cxs/acme/External/jobs`]: workdayList(90),
  })
  const limits = { ...SITE_LIMITS, employer: { requests: 3 } }
  const { boards } = await findOf('acme.example', { ...sites.finder, limits })
  expect(boards.map(({ line }) => [line.verdict, line.issue])).toEqual([
    ['unsure', 'it takes more than a site may cost: more than 3 requests'],
  ])
})

test('a home page with 20,001 names does not make a foreign board that of the employer', async () => {
  const names = numbers(20_001).map((n) => `<meta property="og:site_name" content="Name ${n}">`)
  const { unsure, result } = await verdicts({
    'acme.example/': `<html><head>${names.join('')}<meta property="og:site_name" content="Other"></head><body>We make kilns. ${link('https://boards.greenhouse.io/other')}</body></html>`,
    'boards-api.greenhouse.io/v1/boards/other/jobs?content=true&pay_transparency=true': {
      json: {
        jobs: [
          {
            id: 1,
            title: 'Cook',
            absolute_url: 'https://boards.greenhouse.io/other/jobs/1',
            company_name: 'Other',
            location: { name: 'Toronto, ON' },
            content: 'Cook.',
          },
        ],
      },
    },
  })
  expect(unsure).toBe(1)
  expect(result.pages[0]?.result).toBe('names boards, and says 20002 names of its own')
})

test('a site that sends a byte at a time ends with its time, and says so', async () => {
  const started = performance.now()
  const limits = { ...SITE_LIMITS, whole: { requests: 400, ms: 300 } }
  const { result } = await verdicts({ 'acme.example/': { drip: '<html>' } }, { limits })
  expect([result.boards, result.endedBy]).toEqual([[], 'more than 0.3 s'])
  expect(performance.now() - started).toBeLessThan(10_000)
})

test('a list of which a check read only what its requests allow has no number of postings', async () => {
  // Four full pages: whether more follow takes a fifth request.
  sites.serve({ [`${WORKDAY}/wday/cxs/acme/External/jobs`]: workdayList(80) })
  const board = { source: 'workday', slug: 'acme/External', settings: { host: WORKDAY } }
  const check = await checkBoard(newBoardRow(board, new Date()), [], sites.finder)
  expect([check.issue, check.listed, sites.requests.length]).toEqual([undefined, undefined, 4])
})
