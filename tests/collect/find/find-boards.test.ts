import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { crowded, domainOf, findBoards } from '../../../src/collect/find/find-boards'
import { readAddress } from '../../../src/collect/read-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { type Answer, startSites } from './sites'

let sites: Awaited<ReturnType<typeof startSites>>
beforeAll(async () => {
  sites = await startSites()
})
afterAll(() => sites.stop())

/** The boards that are found on sites whose addresses are without `https://`, and where. */
async function found(answers: Readonly<Record<string, Answer>>, domain = 'acme.example') {
  sites.serve(answers)
  const { boards, pages, names } = await findBoards(domain, {
    systems: SYSTEMS,
    client: sites.client,
  })
  return {
    boards: boards.map(({ board }) => `${board.source}/${board.slug}`),
    on: boards.map(({ on }) => on),
    pages: pages.map(({ address, result }) => `${address} ${result}`),
    names,
    report: boards,
  }
}

const page = (...parts: string[]) =>
  `<html><head><title>Acme</title></head><body><h1>Acme makes kilns</h1>${parts.join('\n')}</body></html>`
const link = (address: string, text = 'See open roles') => `<a href="${address}">${text}</a>`
const HOME = page(link('/careers', 'Careers'))

const onVendors = SYSTEMS.filter(({ isNamedByHost }) => !isNamedByHost)

describe('a board of each system is found by its address', () => {
  test.each(onVendors.map(({ source, example }) => [source, example]))(
    '%s: a link to %s',
    async (_, example) => {
      const { source, slug } = readAddress(example, SYSTEMS)
      const careers = page(link(example.replaceAll('&', '&amp;')))
      const { boards, on } = await found({
        'acme.example/': HOME,
        'acme.example/careers': careers,
      })
      expect(boards).toEqual([`${source}/${slug}`])
      expect(on).toEqual(['https://acme.example/careers'])
    },
  )

  test.each(onVendors.map(({ source, example }) => [source, example]))(
    '%s: a redirect to %s',
    async (_, example) => {
      const { source, slug } = readAddress(example, SYSTEMS)
      const { boards, on } = await found({
        'acme.example/': page(),
        'careers.acme.example/': { redirect: example },
      })
      expect(boards).toEqual([`${source}/${slug}`])
      expect(on).toEqual(['https://careers.acme.example/'])
    },
  )
})

test.each([
  [
    'greenhouse/acme',
    '<script src="https://boards.greenhouse.io/embed/job_board/js?for=acme"></script>',
  ],
  [
    'greenhouse/acme',
    '<iframe src="https://boards.greenhouse.io/embed/job_board?for=acme&amp;b=1"></iframe>',
  ],
  [
    'greenhouse/acme',
    `<script>fetch("https:\\/\\/boards-api.greenhouse.io\\/v1\\/boards\\/acme\\/jobs")</script>`,
  ],
  ['lever/acme', `<script>const api = 'https://api.lever.co/v0/postings/acme?mode=json'</script>`],
  ['ashby/acme', '<script src="https://jobs.ashbyhq.com/acme/embed?version=2"></script>'],
  ['workday/acme/External', link('https://acme.wd5.myworkdayjobs.com/en-US/External')],
  ['bamboohr/acme', '<div id="BambooHR" data-domain="acme.bamboohr.com"></div>'],
  ['smartrecruiters/Acme', link('//careers.smartrecruiters.com/Acme')],
  ['personio/acme', link('https://acme.jobs.personio.com/')],
  ['rippling/acme', '<iframe src="https://ats.rippling.com/embed/acme/jobs"></iframe>'],
  [
    'recruitee/careers.acme.example',
    '<script src="https://d10zminp1cyta8.recruiteecdn.com/a.js"></script>',
  ],
  ['jibe/careers.acme.example', '<script src="https://app.jibecdn.com/prod/main.js"></script>'],
])('%s is found by what a page embeds: %s', async (board, part) => {
  const { boards } = await found({
    'acme.example/': page(link('https://careers.acme.example/', 'Careers')),
    'careers.acme.example/': page(part),
  })
  expect(boards).toEqual([board])
})

test('an own site with structured postings is a career page', async () => {
  const posting = { '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Potter' }
  const { boards } = await found({
    'acme.example/': HOME,
    'acme.example/careers': page(
      `<script type="application/ld+json">${JSON.stringify(posting)}</script>`,
    ),
  })
  expect(boards).toEqual(['careerpage/acme.example'])
})

describe('on the way', () => {
  test('the home page leads to the page for careers, and that to the one with the board', async () => {
    const { boards, on, pages } = await found({
      'acme.example/': page(link('/about', 'About'), link('/en/work-with-us', 'Work with us')),
      'acme.example/en/work-with-us': page(link('/en/jobs/all', 'Open positions')),
      'acme.example/en/jobs/all': page(link('https://jobs.lever.co/acme')),
    })
    expect([boards, on]).toEqual([['lever/acme'], ['https://acme.example/en/jobs/all']])
    expect(pages).toEqual([
      'https://acme.example/ names no board',
      'https://acme.example/en/work-with-us names no board',
      'https://acme.example/en/jobs/all names boards',
    ])
  })

  test('redirects within the site are followed', async () => {
    const { boards } = await found({
      'acme.example/': { redirect: 'https://www.acme.example/en' },
      'www.acme.example/en': page(link('https://jobs.lever.co/acme')),
    })
    expect(boards).toEqual(['lever/acme'])
  })

  test('without a link to careers the usual addresses are tried, and the report says which', async () => {
    const { boards, pages } = await found({ 'acme.example/': page() })
    expect(boards).toEqual([])
    expect(pages).toEqual([
      'https://acme.example/ names no board',
      'https://acme.example/careers 404',
      'https://careers.acme.example/ 404',
      'https://jobs.acme.example/ 404',
      'https://acme.example/jobs 404',
      'https://acme.example/careers/jobs 404',
    ])
  })

  test('robots.txt is obeyed', async () => {
    const answers = {
      'kiln.example/robots.txt': 'User-agent: *\nDisallow: /careers',
      'kiln.example/': HOME,
      'kiln.example/careers': page(link('https://jobs.lever.co/kiln')),
    }
    const { pages } = await found(answers, 'kiln.example')
    expect(pages[1]).toContain('robots.txt')
    expect(sites.requests).not.toContain('kiln.example/careers')
  })

  test('a site gets at most twelve requests, whatever it links to', async () => {
    const links = Array.from({ length: 40 }, (_, at) =>
      link(`https://a${at}.acme.example/jobs/${at}`, 'Jobs'),
    )
    const many = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`a${at}.acme.example/jobs/${at}`, page(...links)]),
    )
    await found({ 'acme.example/': page(...links), ...many })
    expect(sites.requests.length).toBeLessThanOrEqual(12)
  })
})

describe('what is no board of the employer', () => {
  test.each([
    ['a partner by a long text', link('https://other.example/careers', 'Careers at our partner')],
    ['a link to another domain', link('https://notacme.example/careers', 'Careers')],
    ["a vendor's own page", link('https://www.greenhouse.io/', 'Powered by Greenhouse')],
    ['a generic word of an address', link('https://jobs.lever.co/jobs')],
    [
      'a script of a vendor',
      '<script src="https://boards.greenhouse.io/embed/job_board/js"></script>',
    ],
    ['a vendor in words', 'We use jobs.lever.co/acme'],
  ])('%s', async (_, part) => {
    const { boards } = await found({ 'acme.example/': page(part) })
    expect(boards).toEqual([])
  })

  test('two systems on one page are two boards', async () => {
    const { boards } = await found({
      'acme.example/': page(
        link('https://jobs.lever.co/acme'),
        link('https://jobs.lever.co/acme/11111111-2222-3333-4444-555555555555'),
        link('https://acme.bamboohr.com/careers'),
      ),
    })
    expect(boards).toEqual(['lever/acme', 'bamboohr/acme'])
  })

  test('a site that lists the boards of many employers is told', async () => {
    const links = ['kiln', 'wheel', 'glaze', 'clay'].map((name) =>
      link(`https://jobs.lever.co/${name}`),
    )
    const { report } = await found({ 'acme.example/': page(...links) })
    expect(crowded(report)).toEqual(['lever'])
    expect(crowded(report.slice(1))).toEqual([])
  })
})

test.each([
  ['<form><input type="password"></form>', 'asks for a login'],
  ['<script src="/app.js"></script><div id="root"></div>', 'loads its content by a script'],
])('a page of which nothing can be seen says so: %s', async (part, issue) => {
  const { pages } = await found({
    'acme.example/': HOME,
    'acme.example/careers': `<body>${part}</body>`,
  })
  expect(pages[1]).toContain(issue)
})

test('the names of the employer are those of its domain and its home page', async () => {
  const { names } = await found({
    'acme.example/': `<title>Home | Acme Kilns, Inc.</title><meta property="og:site_name" content="Acme Kilns">`,
  })
  expect(names).toEqual(['acme', 'Acme Kilns', 'Acme Kilns, Inc.'])
})

test.each([
  ['acme.com', 'acme.com'],
  ['https://www.acme.com/about', 'acme.com'],
  ['careers.acme.com', 'acme.com'],
  ['jobs.com', 'jobs.com'],
  ['acme', undefined],
  ['127.0.0.1', undefined],
  ['acme com', undefined],
])('the site of %s is %s', (text, domain) => {
  expect(domainOf(text)).toBe(domain as string)
})
