import { describe, expect, test } from 'bun:test'
import { crowded, domainOf, findBoards } from '../../../src/collect/find/find-boards'
import { SITE_LIMITS, SiteBudget } from '../../../src/collect/find/site-budget'
import { readAddress } from '../../../src/collect/names/read-address'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { type Answer, useSites } from './sites'

const sites = useSites()

/** The boards that are found on sites whose addresses are without `https://`, and where. */
async function found(answers: Readonly<Record<string, Answer>>, domain = 'acme.example') {
  sites.serve(answers)
  const { pages: budget } = new SiteBudget(SITE_LIMITS, () => new Date())
  const finder = { systems: SYSTEMS, client: sites.client }
  const { boards, pages, names } = await findBoards(domain, finder, budget)
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
      'https://acme.example/sitemap.xml acme.example answered 404',
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
  ['<form><input type="password"></form>', 'it asks for a login'],
  ['<script src="/app.js"></script><div id="root"></div>', 'a script loads its content'],
  ['<div id="grnhse_app"></div>', 'a script loads postings of Greenhouse'],
  [link('https://acme.example/role?ashby_jid=1'), 'a script loads postings of Ashby'],
  ['<script>whr_embed(12345, {})</script>', 'a script loads postings of Workable'],
])('a page of which nothing can be seen says so: %s', async (part, issue) => {
  const { boards, pages } = await found({
    'acme.example/': HOME,
    'acme.example/careers': `<body>${part}</body>`,
  })
  expect(boards).toEqual([])
  expect(pages[1]).toBe(`https://acme.example/careers could not be seen: ${issue}`)
})

describe('when pages name no board, sitemaps are read', () => {
  const posting = `<script type="application/ld+json">${JSON.stringify({ '@type': 'JobPosting', title: 'Potter' })}</script>`
  const sitemap = (...addresses: string[]) =>
    `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`
  const index = (...addresses: string[]) =>
    `<sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`

  test('at the usual address, and a page of them that is a posting makes the site a board', async () => {
    const { boards, pages } = await found({
      'acme.example/': HOME,
      'acme.example/careers': page('Write to us'),
      'acme.example/sitemap.xml': sitemap(
        'https://acme.example/',
        'https://acme.example/careers',
        'http://acme.example/careers/open/potter-toronto',
      ),
      'acme.example/careers/open/potter-toronto': page(posting),
    })
    expect(boards).toEqual(['careerpage/acme.example'])
    expect(pages.slice(-2)).toEqual([
      'https://acme.example/sitemap.xml names 2 pages whose addresses say jobs',
      'https://acme.example/careers/open/potter-toronto names boards',
    ])
  })

  test('those of robots.txt, and of an index the file that says jobs', async () => {
    const { boards } = await found(
      {
        'wheel.example/robots.txt': 'Sitemap: https://www.wheel.example/all.xml',
        'wheel.example/': page(),
        'www.wheel.example/all.xml': index(
          'https://www.wheel.example/pages.xml',
          'https://www.wheel.example/job-listings.xml',
        ),
        'www.wheel.example/job-listings.xml': sitemap('https://www.wheel.example/emplois/potier'),
        'www.wheel.example/emplois/potier': page(posting),
      },
      'wheel.example',
    )
    expect(boards).toEqual(['careerpage/www.wheel.example'])
  })

  test('one whose pages are no postings proves nothing, and other domains are not asked', async () => {
    const { boards } = await found({
      'acme.example/': page(),
      'acme.example/sitemap.xml': sitemap(
        'https://acme.example/careers/benefits',
        'https://other.example/jobs/potter/1',
      ),
      'acme.example/careers/benefits': page('Benefits'),
      'other.example/jobs/potter/1': page(posting),
    })
    expect(boards).toEqual([])
    expect(sites.requests).not.toContain('other.example/jobs/potter/1')
  })

  test('within twelve requests, those for robots.txt and redirects among them', async () => {
    const links = Array.from({ length: 4 }, (_, at) => link(`/jobs/${at}`, 'Jobs'))
    const moved = Object.fromEntries(
      ['clay.example', 'careers.clay.example', 'jobs.clay.example'].map((host) => [
        `${host}/robots.txt`,
        { redirect: `https://www.clay.example/robots-of/${host}` },
      ]),
    )
    const { pages } = await found(
      {
        ...moved,
        'clay.example/': page(...links),
        'clay.example/sitemap.xml': sitemap('https://clay.example/jobs/a/b/1'),
        'clay.example/jobs/a/b/1': page(posting),
      },
      'clay.example',
    )
    expect(sites.requests.length).toBeLessThanOrEqual(12)
    expect(pages.at(-1)).toBe('https://clay.example/jobs/a/b/1 names boards')
  })
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
