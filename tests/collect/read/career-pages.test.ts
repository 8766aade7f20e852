import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { complaintOf, isSuspicious, issueOf } from '../../../src/collect/board/board-complaint'
import { boardState } from '../../../src/collect/board/board-state'
import { setBoardState } from '../../../src/collect/board/boards'
import { acceptShare } from '../../../src/collect/health/suspects'
import { HttpClient } from '../../../src/collect/http/client'
import { Vendors } from '../../../src/collect/http/vendors'
import { startOnce } from '../../support/start-once'
import { jobPage, type Page, sitemap, startSiteRehearsal } from '../support/site-rehearsal'
import { suspect } from '../support/suspicion'

const HOST = 'acme.example'
const ABOUT = '<html><body>About us</body></html>'

const rehearsal = startOnce(startSiteRehearsal, ({ close }) => close())
beforeEach(() => rehearsal.reset())

const status =
  (code: number): Page =>
  () =>
    new Response('', { status: code })

function site(): Map<string, Page> {
  const pages = rehearsal.sites.get(HOST)
  if (pages === undefined) throw new Error('no site')
  return pages
}

const PAGES = ['/about', '/jobs/1', '/jobs/2', '/jobs/3']
const start = (more: Record<string, Page> = {}, settings = {}) =>
  rehearsal.add(
    HOST,
    {
      '/sitemap.xml': sitemap(HOST, PAGES),
      '/about': ABOUT,
      '/jobs/1': jobPage('Nurse'),
      '/jobs/2': jobPage('Cook'),
      '/jobs/3': jobPage('Driver'),
      ...more,
    },
    settings,
  )

/** The postings that each import of a run creates. */
async function createdByTurn(more: { isPaced?: boolean } = {}): Promise<number[]> {
  const created: number[] = []
  await rehearsal.run({ ...more, onImport: (counts) => created.push(counts.created) })
  return created
}

describe('a first collection', () => {
  test('reads robots.txt, the sitemap, pages that look like jobs, then the others', async () => {
    await start()
    await rehearsal.run()
    expect(rehearsal.requests).toEqual([
      'acme.example/robots.txt',
      'acme.example/sitemap.xml',
      'acme.example/jobs/1',
      'acme.example/jobs/2',
      'acme.example/jobs/3',
      'acme.example/about',
    ])
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
    expect(await rehearsal.board(HOST)).toMatchObject({
      lastCount: 4,
      incompleteReason: null,
      lastError: null,
    })
  })

  test('is spread over turns: the postings that were read are served before the next', async () => {
    const paths = Array.from({ length: 700 }, (_, index) => `/jobs/${index}`)
    await start({
      '/sitemap.xml': sitemap(HOST, paths),
      ...Object.fromEntries(paths.map((path) => [path, jobPage(`Job ${path}`)])),
    })
    expect(await createdByTurn()).toEqual([500, 200])
    expect(await rehearsal.titles()).toHaveLength(700)
    // The sitemaps are not read for each turn.
    expect(rehearsal.requests).toHaveLength(702)
  })

  test('keeps three seconds, or the Crawl-delay, between requests, and ends a turn after five minutes', async () => {
    const paths = Array.from({ length: 120 }, (_, index) => `/jobs/${index}`)
    const pages = {
      '/sitemap.xml': sitemap(HOST, paths),
      ...Object.fromEntries(paths.map((path) => [path, jobPage(`Job ${path}`)])),
    }
    await start(pages)
    expect((await createdByTurn({ isPaced: true }))[0]).toBeWithin(96, 102)
    await rehearsal.reset()
    await start({ ...pages, '/robots.txt': 'User-agent: *\nCrawl-delay: 20' })
    expect((await createdByTurn({ isPaced: true }))[0]).toBeWithin(12, 17)
  })
})

describe('a later collection', () => {
  beforeEach(async () => {
    await start()
    await rehearsal.run()
  })

  test('reads only what is new, changed or due', async () => {
    site().set('/sitemap.xml', sitemap(HOST, [...PAGES, '/jobs/4']))
    site().set('/jobs/4', jobPage('Welder'))
    expect(await rehearsal.after(6)).toEqual(['acme.example/sitemap.xml', 'acme.example/jobs/4'])
    // Postings are read daily, other pages again after two days.
    const paths = (await rehearsal.after(18)).filter((path) => !path.includes('.xml'))
    expect(paths.toSorted()).toEqual([
      'acme.example/jobs/1',
      'acme.example/jobs/2',
      'acme.example/jobs/3',
      'acme.example/robots.txt',
    ])
    expect(await rehearsal.after(30)).toContain('acme.example/about')
    expect(await rehearsal.after(24)).not.toContain('acme.example/about')
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver', 'Welder'])
  })

  test('writes nothing for the same content, and an update for another', async () => {
    site().set('/jobs/1', jobPage('Senior nurse'))
    await rehearsal.after(24)
    const [row] = await rehearsal.database.run(sql`select count(*)::integer as updates from changes
      where event = 'updated'`)
    expect(row).toEqual({ updates: 1 })
    expect(await rehearsal.titles()).toEqual(['Senior nurse', 'Cook', 'Driver'])
  })

  test('takes a changed lastmod as a hint, unless most of them changed', async () => {
    site().set('/sitemap.xml', sitemap(HOST, PAGES, '2026-03-02'))
    expect(await rehearsal.after(6)).toEqual(['acme.example/sitemap.xml'])
    const one = sitemap(HOST, ['/jobs/2'], '2026-03-03')
    const others = sitemap(HOST, ['/about', '/jobs/1', '/jobs/3'], '2026-03-02')
    site().set('/sitemap.xml', `${one.slice(0, -9)}${others.slice(others.indexOf('<url>'))}`)
    expect(await rehearsal.after(6)).toEqual(['acme.example/sitemap.xml', 'acme.example/jobs/2'])
  })

  test('reads all pages again when the settings of the board changed', async () => {
    await rehearsal.database.run(sql`update collector_boards set organization = 'Acme'`)
    const paths = await rehearsal.after(1)
    expect(paths.filter((path) => !path.includes('xml')).toSorted()).toEqual(
      PAGES.map((path) => `acme.example${path}`),
    )
    // Not again, although no page changed.
    expect(await rehearsal.after(1)).toEqual(['acme.example/sitemap.xml'])
  })
})

describe('a posting leaves', () => {
  beforeEach(async () => {
    await start()
    await rehearsal.run()
  })

  const ended = '2026-03-03T07:00:00Z'
  test.each<[string, Page]>([
    ['404', status(404)],
    ['410', status(410)],
    [
      'noindex in a meta tag',
      jobPage('Cook', {}, '<meta name="robots" content="noindex, follow">'),
    ],
    [
      'noindex in a header',
      () => new Response(jobPage('Cook'), { headers: { 'x-robots-tag': 'noindex' } }),
    ],
    ['validThrough', jobPage('Cook', { validThrough: ended })],
  ])('when its page says so twice, an hour apart: %s', async (_, page) => {
    site().set('/jobs/2', page)
    await rehearsal.after(24)
    expect(await rehearsal.titles()).toContain('Cook')
    await rehearsal.after(0.5)
    expect(await rehearsal.titles()).toContain('Cook')
    await rehearsal.after(0.6)
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Driver'])
    expect(await rehearsal.titles('expired')).toEqual(['Cook'])
    await rehearsal.after(1)
    // A page that comes back is a new job.
    site().set('/jobs/2', jobPage('Cook'))
    await rehearsal.after(7 * 24)
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Driver', 'Cook'])
  })

  test('and is asked about an hour later, without the sitemaps', async () => {
    site().set('/jobs/2', status(404))
    await rehearsal.after(24)
    const { nextDue } = await rehearsal.board(HOST)
    expect(nextDue.getTime() - rehearsal.clock.now().getTime()).toBe(3_600_000)
    rehearsal.clock.advance(3_600_000)
    rehearsal.requests.length = 0
    await rehearsal.run()
    // Another posting shows that the site answers well.
    expect(rehearsal.requests).toEqual(['acme.example/jobs/2', 'acme.example/jobs/1'])
    expect(await rehearsal.titles('expired')).toEqual(['Cook'])
  })

  test('not when the page is back at the second answer', async () => {
    site().set('/jobs/2', status(404))
    await rehearsal.after(24)
    site().set('/jobs/2', jobPage('Cook'))
    await rehearsal.after(1.1)
    await rehearsal.after(24)
    expect(await rehearsal.titles('expired')).toEqual([])
  })

  test('not while its system is suspect', async () => {
    site().set('/jobs/2', status(404))
    await suspect(rehearsal.database, 'careerpage', rehearsal.clock.now())
    for (const hours of [24, 1.1, 24]) await rehearsal.after(hours)
    expect(await rehearsal.titles('expired')).toEqual([])
    await acceptShare(rehearsal.database, 'careerpage')
    for (const hours of [24, 1.1]) await rehearsal.after(hours)
    expect(await rehearsal.titles('expired')).toEqual(['Cook'])
  })

  test('after six hours when most pages say so', async () => {
    for (const path of PAGES) site().set(path, status(404))
    await rehearsal.after(24)
    for (const hours of [1.1, 2, 2]) await rehearsal.after(hours)
    expect(await rehearsal.titles('expired')).toEqual([])
    await rehearsal.after(1)
    expect(await rehearsal.titles('expired')).toEqual(['Nurse', 'Cook', 'Driver'])
  })

  test('when the sitemaps lack its page, and the page no longer has a posting', async () => {
    site().set('/jobs/2', ABOUT)
    await rehearsal.after(24)
    await rehearsal.after(6)
    // The sitemap still names it: the page may be broken.
    expect(await rehearsal.titles()).toContain('Cook')
    expect((await rehearsal.pages(HOST)).find(({ skipped }) => skipped)).toMatchObject({
      externalId: 'https://acme.example/jobs/2',
      skipped: 'unreadable',
      skippedDetail: 'the page has no JobPosting',
    })
    site().set('/sitemap.xml', sitemap(HOST, ['/about', '/jobs/1', '/jobs/3']))
    expect(await rehearsal.after(6)).toContain('acme.example/jobs/2')
    await rehearsal.after(6)
    await rehearsal.after(6)
    expect(await rehearsal.titles('expired')).toEqual(['Cook'])
  })

  test('never because the sitemaps lack its page alone', async () => {
    site().set('/sitemap.xml', sitemap(HOST, ['/about']))
    for (let day = 0; day < 10; day += 1) await rehearsal.after(24)
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
    // A page without a posting that the sitemaps lack is forgotten.
    site().set('/sitemap.xml', sitemap(HOST, ['/jobs/1']))
    for (let day = 0; day < 9; day += 1) await rehearsal.after(24)
    expect((await rehearsal.pages(HOST)).map(({ externalId }) => externalId)).toEqual(
      ['1', '2', '3'].map((id) => `https://acme.example/jobs/${id}`),
    )
  })

  test('not for server errors, refusals, redirects elsewhere or sitemaps that fail', async () => {
    site().set('/jobs/1', status(503))
    site().set('/jobs/2', status(403))
    site().set('/jobs/3', () => Response.redirect('https://jobs.vendor.example/acme'))
    site().set('/sitemap.xml', status(500))
    for (let day = 0; day < 4; day += 1) await rehearsal.after(24)
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
    expect((await rehearsal.board(HOST)).incompleteReason).toMatch(
      /has no sitemap that can be read.*answered 500/,
    )
  })
})

test('a site that moved to another host says where to, and its jobs leave as those of a dead board', async () => {
  await start()
  await rehearsal.run()
  const pages = new Map(site())
  for (const path of site().keys()) {
    site().set(path, () => Response.redirect(`https://www.acme.example${path}`))
  }
  for (let day = 0; day < 4; day += 1) await rehearsal.after(25)
  const board = await rehearsal.board(HOST)
  expect(boardState(board)).toBe('missing')
  expect(complaintOf(board)).toBe(
    'there is no such board: acme.example moved to www.acme.example; with 5 such answers, a day apart, its jobs leave (so far 4): look for it with bun run boards check careerpage/acme.example',
  )
  expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
  await rehearsal.after(25)
  const dead = await rehearsal.board(HOST)
  expect([dead.state, await rehearsal.titles()]).toEqual(['dead', []])
  expect(complaintOf(dead)).toBe(
    'there is no such board: acme.example moved to www.acme.example; it is no longer asked, and its jobs have left: look for it with bun run boards check careerpage/acme.example',
  )
  rehearsal.sites.set(HOST, pages)
  await setBoardState(rehearsal.database, dead.id, 'active', rehearsal.clock.now())
  await rehearsal.after(1)
  expect((await rehearsal.titles()).toSorted()).toEqual(['Cook', 'Driver', 'Nurse'])
})

test('a turn in which no page answers is a failure, though too few are asked to end it', async () => {
  await start()
  await rehearsal.run()
  for (const path of PAGES) site().set(path, status(403))
  await rehearsal.database.run(sql`update collector_boards set list_due = '2999-01-01'`)
  // The pages are due after 20 hours.
  expect(await rehearsal.after(21)).toEqual(
    ['/jobs/1', '/jobs/2', '/jobs/3'].map((path) => `${HOST}${path}`),
  )
  const board = await rehearsal.board(HOST)
  expect([boardState(board), board.failures]).toEqual(['failing', 1])
  expect(board.lastError).toMatch(/^page https:\/\/acme\.example\/\S+: .*answered 403/)
})

test('a site that answers for one page is not gone', async () => {
  await start()
  await rehearsal.run()
  for (const path of [...site().keys()].slice(0, -1)) {
    site().set(path, () => Response.redirect(`https://www.acme.example${path}`))
  }
  for (let day = 0; day < 6; day += 1) await rehearsal.after(25)
  expect((await rehearsal.board(HOST)).missingAnswers).toBe(0)
  expect(await rehearsal.titles()).toContain('Driver')
})

describe('a host without an address', () => {
  /** A day later, with name servers that know no name, or only not that of the site. */
  async function nextDay(unknown: (host: string) => boolean): Promise<void> {
    const time = { now: rehearsal.clock.now, wait: () => Bun.sleep(0) }
    const client = new HttpClient({
      vendors: new Vendors(rehearsal.database, time, false),
      time,
      userAgent: 'job-catalogue/test',
      async lookup(host) {
        if (!unknown(host)) return ['93.184.216.34']
        throw Object.assign(new Error('getaddrinfo'), { code: 'DNS_ENOTFOUND' })
      },
    })
    // The sitemaps are due after 26.4 hours at the latest.
    rehearsal.clock.advance(27 * 3_600_000)
    await rehearsal.makeDue()
    await rehearsal.run({ client })
  }

  test('takes five days to be a dead board', async () => {
    await start()
    await rehearsal.run()
    for (let day = 0; day < 4; day += 1) await nextDay((host) => host === HOST)
    const { lastError } = await rehearsal.board(HOST)
    expect(lastError).toBe('there is no such board: acme.example does not resolve')
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
    await nextDay((host) => host === HOST)
    expect([(await rehearsal.board(HOST)).state, await rehearsal.titles()]).toEqual(['dead', []])
  })

  test('proves nothing while no name resolves', async () => {
    await start()
    await rehearsal.run()
    for (let day = 0; day < 9; day += 1) await nextDay(() => true)
    const board = await rehearsal.board(HOST)
    expect([boardState(board), board.missingAnswers]).toEqual(['failing', 0])
    expect(board.lastError).toContain('acme.example: the name does not resolve')
    expect([issueOf(board), isSuspicious(board)]).toEqual(['no network', false])
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
  })
})

describe('robots.txt', () => {
  test('is obeyed for the product name, else for all', async () => {
    await start({
      '/robots.txt':
        'User-agent: job-catalogue\nDisallow: /jobs/2\n\nUser-agent: *\nDisallow: /\nSitemap: http://acme.example/sitemap.xml',
    })
    await rehearsal.run()
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Driver'])
    expect(rehearsal.requests).not.toContain('acme.example/jobs/2')
  })

  test('may be elsewhere on the named hosts; behind other redirects it is unreachable', async () => {
    await start({
      '/robots.txt': () => Response.redirect('https://acme.example/en/robots'),
      '/en/robots': 'User-agent: *\nDisallow: /jobs/1\nDisallow: /en',
    })
    await rehearsal.run()
    expect(await rehearsal.titles()).toEqual(['Cook', 'Driver'])
    await rehearsal.add('beta.example', {
      '/robots.txt': () => Response.redirect('https://www.beta.example/robots.txt'),
    })
    await rehearsal.run()
    expect((await rehearsal.board('beta.example')).lastError).toBe(
      'there is no such board: beta.example moved to www.beta.example',
    )
  })

  test('that forbids a page that was never read names it', async () => {
    await start({ '/robots.txt': 'User-agent: *\nDisallow: /jobs/2' })
    await rehearsal.run()
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Driver'])
    const pages = await rehearsal.pages(HOST)
    expect(pages.filter(({ skipped }) => skipped !== null)).toMatchObject([
      {
        externalId: 'https://acme.example/jobs/2',
        skipped: 'forbidden',
        skippedDetail: 'robots.txt of acme.example forbids /jobs/2',
      },
    ])
    site().delete('/robots.txt')
    await rehearsal.after(25)
    expect((await rehearsal.titles()).toSorted()).toEqual(['Cook', 'Driver', 'Nurse'])
  })

  test('that forbids suddenly stops the requests, and removes nothing', async () => {
    await start()
    await rehearsal.run()
    site().set('/robots.txt', 'User-agent: *\nDisallow: /')
    expect(await rehearsal.after(25)).toEqual(['acme.example/robots.txt'])
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook', 'Driver'])
    expect((await rehearsal.pages(HOST)).map(({ skipped }) => skipped).toSorted()).toEqual([
      'forbidden',
      'forbidden',
      'forbidden',
      null,
    ])
    site().delete('/robots.txt')
    expect(await rehearsal.after(25)).toContain('acme.example/jobs/1')
    expect((await rehearsal.pages(HOST)).map(({ skipped }) => skipped)).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  test('is read once a day; without an answer nothing is allowed, or what the last copy allows', async () => {
    await start({ '/robots.txt': status(503) })
    await rehearsal.run()
    expect([...new Set(rehearsal.requests)]).toEqual(['acme.example/robots.txt'])
    expect((await rehearsal.board(HOST)).lastError).toBe(
      'robots.txt of acme.example is unreachable: acme.example answered 503',
    )
    site().set('/robots.txt', 'User-agent: *\nDisallow: /jobs/3')
    await rehearsal.after(1)
    expect(await rehearsal.titles()).toEqual(['Nurse', 'Cook'])
    expect(await rehearsal.after(6)).not.toContain('acme.example/robots.txt')
    site().set('/robots.txt', status(503))
    const later = await rehearsal.after(20)
    expect(later).toContain('acme.example/robots.txt')
    expect(later).toContain('acme.example/jobs/1')
    expect(later).not.toContain('acme.example/jobs/3')
  })
})

describe('a host', () => {
  test('has its own breaker and Retry-After', async () => {
    await start({
      '/sitemap.xml': () => new Response('', { status: 429, headers: { 'retry-after': '7200' } }),
    })
    await rehearsal.add('beta.example', {
      '/sitemap.xml': sitemap('beta.example', ['/jobs/1']),
      '/jobs/1': jobPage('Baker'),
    })
    await rehearsal.run()
    expect(await rehearsal.titles()).toEqual(['Baker'])
    expect(await rehearsal.after(1)).not.toContain('acme.example/sitemap.xml')
    expect(await rehearsal.after(1.1)).toContain('acme.example/sitemap.xml')
  })

  test('that the operator did not name is not asked', async () => {
    await start(
      {
        '/sitemap.xml': `${sitemap(HOST, ['/jobs/1']).slice(0, -9)}
          <url><loc>https://jobs.acme.example/a</loc></url>
          <url><loc>https://evil.example/b</loc></url></urlset>`,
        '/jobs/1': () => Response.redirect('https://evil.example/c'),
      },
      { hosts: 'jobs.acme.example' },
    )
    rehearsal.sites.set('jobs.acme.example', new Map([['/a', jobPage('Smith')]]))
    await rehearsal.run()
    expect(await rehearsal.titles()).toEqual(['Smith'])
    expect(rehearsal.requests.filter((path) => path.includes('evil'))).toEqual([])
  })
})

test('a copy that names another page as its own is no posting, whichever is read first', async () => {
  const canonical = (path: string) => `<link rel="canonical" href="https://acme.example${path}">`
  const paths = ['/jobs/1?view=print', '/jobs/1', '/jobs/2', '/jobs/3', '/']
  await start({
    '/sitemap.xml': sitemap(HOST, paths),
    '/': ABOUT,
    '/jobs/1?view=print': jobPage('Nurse, for print', {}, canonical('/jobs/1')),
    '/jobs/1': jobPage('Nurse', {}, canonical('/jobs/1')),
    // Wrong links: to a page without a posting, and to each other.
    '/jobs/2': jobPage('Cook', {}, canonical('/')),
    '/jobs/3': jobPage('Driver', {}, canonical('/jobs/2')),
  })
  await rehearsal.run()
  expect((await rehearsal.titles()).toSorted()).toEqual(['Cook', 'Nurse'])
})
