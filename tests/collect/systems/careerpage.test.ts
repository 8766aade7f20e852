import { describe, expect, test } from 'bun:test'
import { readAddress } from '../../../src/collect/names/read-address'
import { readBoardList } from '../../../src/collect/names/read-board-list'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { jobPage, sitemap } from '../support/site-rehearsal'
import { type Answer, answering, boardOf, checkImportable, recordings, testEach } from './answers'

const HOST = 'acme.example'
const ROBOTS = `https://${HOST}/robots.txt`
const NOW = new Date('2026-03-02T08:00:00Z')

async function list(answers: Record<string, Answer>, settings = {}) {
  const { fetch, requests } = answering({ ...careerpage, isHost: () => true }, answers)
  const listing = await careerpage.list(boardOf(careerpage, HOST, { settings }), fetch)
  if (listing.kind === 'missing') throw new Error(listing.reason)
  const addresses = listing.postings.map(({ external_id }) => external_id)
  return {
    addresses,
    incompleteReason: listing.incompleteReason,
    requests: requests.map(({ url }) => url),
  }
}

describe('the list', () => {
  const [one, two] = [`https://${HOST}/jobs/1`, `https://${HOST}/jobs/2`]

  test('is that of the sitemaps in robots.txt', async () => {
    const { addresses, incompleteReason } = await list({
      [ROBOTS]: { body: `User-agent: *\nAllow: /\nSitemap: /a.xml\nsitemap: http://${HOST}/b.xml` },
      [`https://${HOST}/a.xml`]: { body: sitemap(HOST, ['/jobs/1', '/jobs/1?utm_source=x']) },
      [`https://${HOST}/b.xml`]: { body: sitemap(HOST, ['/jobs/2', '/flyer.pdf']) },
    })
    expect([addresses, incompleteReason]).toEqual([[one, two], undefined])
  })

  test('else of a usual address, or of the setting', async () => {
    const answers = {
      [ROBOTS]: { body: '' },
      [`https://${HOST}/sitemap.xml`]: { status: 404 },
      [`https://${HOST}/sitemap_index.xml`]: { body: sitemap(HOST, ['/jobs/1', '/news/1']) },
    }
    expect((await list(answers)).addresses).toEqual([one, `https://${HOST}/news/1`])
    expect((await list(answers, { path: '/jobs/' })).addresses).toEqual([one])
    const named = await list(
      { [`https://jobs.${HOST}/s.xml`]: { body: sitemap(HOST, ['/jobs/2']) } },
      { sitemap: `https://jobs.${HOST}/s.xml`, hosts: `jobs.${HOST}` },
    )
    expect([named.addresses, named.requests.length]).toEqual([[two], 1])
  })

  test('without a page of the site proves nothing, and without a sitemap is an error', async () => {
    const empty = {
      [ROBOTS]: { body: '' },
      [`https://${HOST}/sitemap.xml`]: { body: '<urlset></urlset>' },
    }
    expect((await list(empty)).incompleteReason).toBe('the sitemaps name no page of the site')
    const none = Object.fromEntries(
      ['sitemap.xml', 'sitemap_index.xml', 'sitemap.xml.gz'].map((path) => [
        `https://${HOST}/${path}`,
        { status: 404 },
      ]),
    )
    await expect(list({ [ROBOTS]: { body: '' }, ...none })).rejects.toThrow(
      'acme.example has no sitemap that can be read; name one in the setting sitemap: the sitemap https://acme.example/sitemap.xml: status 404',
    )
  })
})

describe('a board', () => {
  test.each([
    ['careerpage/acme.example', 'acme.example'],
    ['careers/Jobs.Acme.example', 'jobs.acme.example'],
    ['careerpage/https://acme.example/', 'acme.example'],
  ])('is added as %s', (text, slug) => {
    expect(readAddress(text, SYSTEMS)).toEqual({ source: 'careerpage', slug })
  })

  test('is added by a list, with its settings', () => {
    const csv = `source,slug,settings\ncareer_site,ACME.example,"sitemap=https://acme.example/s.xml path=/jobs/,/emplois/"\n`
    expect(readBoardList(csv, SYSTEMS)).toEqual([
      {
        source: 'careerpage',
        slug: 'acme.example',
        settings: { sitemap: 'https://acme.example/s.xml', path: '/jobs/,/emplois/' },
      },
    ])
  })

  test.each([
    [
      'careerpage/acme.example/jobs',
      /slug: expected a host such as acme.example, got 'acme.example\/jobs'/,
    ],
    ['careerpage/localhost', /expected a host/],
    ['careerpage/10.0.0.1', /expected a host/],
    ['careerpage/acme.example:8443', /expected a host/],
    ['careerpage/boards.greenhouse.io', /is a host of Greenhouse; add the address of the board/],
    ['https://acme.example/jobs', /is not a board of a known system; see bun run boards --help/],
  ])('is not added as %s', (text, issue) => {
    expect(() => readAddress(text, SYSTEMS)).toThrow(issue)
  })

  test('has the hosts that the operator named', () => {
    const board = { slug: HOST, settings: { hosts: 'jobs.acme.example,Cdn.example' } }
    const hosts = [HOST, 'jobs.acme.example', 'cdn.example', 'www.acme.example', 'evil.example']
    expect(hosts.map((host) => careerpage.isHost(host, board))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(careerpage.isHost(HOST)).toBe(false)
  })
})

test('a page that leads elsewhere, and one that is too long, say nothing', async () => {
  const board = boardOf(careerpage, HOST)
  const address = `https://${HOST}/jobs/1`
  const { fetch, requests } = answering(
    { ...careerpage, isHost: () => true },
    { [address]: { body: jobPage('Cook') } },
  )
  const answer = await careerpage.readPage?.(board, address, NOW, fetch)
  expect(answer?.kind).toBe('posting')
  expect(requests.map(({ maxBytes }) => maxBytes)).toEqual([5 * 1024 * 1024])
})

testEach(await recordings('careerpage/*.xml'))(
  'recorded answers: every sitemap is read: %s',
  async (_, text) => {
    const named = text.replaceAll('https://example.com', `https://${HOST}`)
    const files = [...named.matchAll(/<sitemap>\s*<loc>([^<]+)/g)].map(([, file = '']) => file)
    const pages = Object.fromEntries(files.map((file) => [file, { body: sitemap(HOST, ['/1']) }]))
    const answers = { ...pages, [`https://${HOST}/s.xml`]: { body: named } }
    const { addresses, incompleteReason } = await list(answers, { sitemap: '/s.xml' })
    expect([addresses.length, incompleteReason]).toEqual([files.length > 0 ? 1 : 3, undefined])
  },
)

testEach(await recordings('careerpage/*.html'))(
  'recorded answers: every page is a posting: %s',
  async (name, text) => {
    // A page of several postings has the address of one of them.
    const url = `https://${HOST}${/"url": ?"(\/[^"]+)"/.exec(text)?.[1] ?? '/jobs/1'}`
    const board = boardOf(careerpage, HOST)
    const { fetch } = answering({ ...careerpage, isHost: () => true }, { [url]: { body: text } })
    const answer = await careerpage.readPage?.(board, url, new Date('2026-01-01'), fetch)
    if (answer?.kind !== 'posting') throw new Error(`${name}: ${answer?.reason}`)
    checkImportable(board, answer.posting)
    expect(answer.posting.places).not.toEqual([])
    expect(answer.posting.organization).toEqual(expect.any(String))
  },
)
