import { describe, expect, test } from 'bun:test'
import { isJobLike, pageAddress, pageFilter } from '../../../src/collect/sites/page-address'
import { type SitemapEntry, SitemapReader } from '../../../src/collect/sites/sitemap-reader'
import { readSitemaps } from '../../../src/collect/sites/sitemaps'
import { careerpage } from '../../../src/collect/systems/careerpage'
import { sitemap } from '../support/site-rehearsal'
import { type Answer, answering } from '../systems/answers'

const HOST = 'acme.example'
const START = `https://${HOST}/sitemap.xml`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>\n${url}\n</loc></sitemap>`).join('')}</sitemapindex><!-- 2 ms -->`

async function read(answers: Record<string, Answer>, starts = [START]) {
  const { fetch, requests } = answering({ ...careerpage, isHost: () => true }, answers)
  const pageOf = ({ address, lastmod }: SitemapEntry) => ({
    external_id: address,
    fingerprint: lastmod,
  })
  const isNamed = (host: string) => host.endsWith(HOST)
  const list = await readSitemaps(starts, pageOf, { isNamed, fetch })
  return { ...list, requests: requests.map(({ url }) => url) }
}

describe('sitemaps', () => {
  test('an index, with relative, http, repeated and looping addresses', async () => {
    const list = await read({
      [START]: {
        body: index('/jobs.xml', `http://${HOST}/jobs.xml`, START, `https://b.${HOST}/all.txt`),
      },
      [`https://${HOST}/jobs.xml`]: {
        body: sitemap(HOST, ['/jobs/1?a=1&b=2', '/jobs/2', '/jobs/1?a=1&b=2'], '2026-01-05'),
      },
      [`https://b.${HOST}/all.txt`]: {
        body: `\nhttps://${HOST}/jobs/2\r\nhttps://${HOST}/jobs/3\n`,
      },
    })
    expect(list.pages).toEqual([
      { external_id: `https://${HOST}/jobs/1?a=1&b=2`, fingerprint: '2026-01-05' },
      { external_id: `https://${HOST}/jobs/2`, fingerprint: '2026-01-05' },
      { external_id: `https://${HOST}/jobs/3`, fingerprint: '' },
    ])
    expect([list.files, list.incompleteReason, list.requests.length]).toEqual([3, undefined, 3])
  })

  const whole = sitemap(HOST, ['/jobs/1', '/jobs/2'])
  test.each<[string, Record<string, Answer>, number, string | RegExp]>([
    ['a file that answers 500', { [START]: { status: 500 } }, 0, /sitemap.xml: status 500$/],
    ['one that is cut off', { [START]: { body: whole.slice(0, -20) } }, 0, /cut off$/],
    ['a page instead', { [START]: { body: '<html>Not found</html>' } }, 0, /neither a urlset/],
    ['a text instead', { [START]: { body: 'Not found' } }, 0, /neither XML nor a list/],
    [
      'one on another host',
      { [START]: { body: index('https://cdn.example/s.xml') } },
      0,
      /add hosts=cdn.example$/,
    ],
    [
      'one of several',
      {
        [START]: { body: index('/a.xml', '/b.xml') },
        [`https://${HOST}/a.xml`]: { status: 404 },
        [`https://${HOST}/b.xml`]: { body: whole },
      },
      2,
      /a.xml: status 404$/,
    ],
    [
      'an index in an index in an index',
      {
        [START]: { body: index('/a.xml') },
        [`https://${HOST}/a.xml`]: { body: index('/b.xml') },
      },
      0,
      'https://acme.example/a.xml is an index in an index',
    ],
    [
      'too many addresses',
      {
        [START]: {
          body: sitemap(
            HOST,
            Array.from({ length: 50_001 }, (_, id) => `/${id}`),
          ),
        },
      },
      50_000,
      'https://acme.example/sitemap.xml has more than 50000 addresses',
    ],
    [
      'too many files',
      {
        [START]: { body: index(...Array.from({ length: 100 }, (_, id) => `/${id}.xml`)) },
        ...Object.fromEntries(
          Array.from({ length: 100 }, (_, id) => [`https://${HOST}/${id}.xml`, { body: whole }]),
        ),
      },
      2,
      'there are more than 100 sitemaps',
    ],
  ])('%s proves nothing', async (_, answers, count, incompleteReason) => {
    const list = await read(answers)
    expect(list.pages).toHaveLength(count)
    expect(list.incompleteReason).toMatch(incompleteReason)
  })
})

/** What a sitemap names, read in parts of some length, or why it is none. */
function named(text: string, length: number): unknown {
  const found: unknown[] = []
  const reader = new SitemapReader(START, {
    page: (entry) => found.push(entry),
    file: (url) => found.push(url),
  })
  try {
    for (let at = 0; at < text.length; at += length) reader.write(text.slice(at, at + length))
    reader.end()
    return found
  } catch (error) {
    return [found, error]
  }
}

describe('a sitemap is the same in one part and in parts of any length', () => {
  const page = (address: string, lastmod = '') => ({ address, lastmod })
  test.each<[string, string, unknown]>([
    [
      'with entities, CDATA, comments and members of other vocabularies',
      ` <?xml version="1.0"?><!-- a & b --><urlset xmlns="x"><url><loc> https://a.example/?a=1&amp;b=&#50; </loc>
        <image:image><image:loc>https://no.example/</image:loc><loc>https://no.example/</loc></image:image>
        <lastmod>2026-11-20</lastmod></url><url><loc><![CDATA[https://a.example/é]]></loc></url><url/></urlset>`,
      [page('https://a.example/?a=1&b=2', '2026-11-20'), page('https://a.example/é')],
    ],
    [
      'of lines',
      '\n https://a.example/1\r\n\n https://a.example/2',
      [page('https://a.example/1'), page('https://a.example/2')],
    ],
    [
      'an index',
      index('/a.xml', 'http://a.example/b.xml'),
      [`https://${HOST}/a.xml`, 'https://a.example/b.xml'],
    ],
    ['without entries', '<urlset/>', []],
    [
      'with an address that is too long for a page',
      `<urlset><url><loc>https://a.example/${'x'.repeat(20_000)}</loc></url><url><loc>https://a.example/1</loc></url></urlset>`,
      [page('https://a.example/1')],
    ],
    [
      'of lines, one too long',
      `https://a.example/${'x'.repeat(20_000)}\nhttps://a.example/1`,
      [page('https://a.example/1')],
    ],
    [
      'nested too deeply',
      '<urlset>'.repeat(60),
      [[], new Error('XML: nested deeper than 50 levels')],
    ],
    [
      'cut off in an entry',
      '<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/2',
      [[page('https://a.example/1')], new Error('neither a urlset nor a sitemapindex, or cut off')],
    ],
  ])('%s', (_, text, expected) => {
    for (const length of [1, 2, 3, 7, 1000, text.length])
      expect(named(text, length)).toEqual(expected)
  })
})

describe('addresses', () => {
  test.each([
    [
      'http://ACME.example/Jobs/1/?b=2&utm_source=x&a=%20#top',
      'https://acme.example/Jobs/1/?b=2&a=+',
    ],
    ['https://acme.example/jobs?id=%C3%A9&ref=7', 'https://acme.example/jobs?id=%C3%A9&ref=7'],
    ['https://acme.example/a;jsessionid=1F?gclid=2', 'https://acme.example/a'],
    ['/jobs/1', 'https://acme.example/jobs/1'],
    ['mailto:jobs@acme.example', undefined],
    [`https://acme.example/${'x'.repeat(2000)}`, undefined],
  ])('%s', (text, expected) => {
    expect(pageAddress(text, 'https://acme.example/')).toBe(expected)
  })

  test.each([
    ['https://acme.example/job/1', {}, true],
    ['https://acme.example/flyer.PDF', {}, false],
    ['https://acme.example:8443/job/1', {}, false],
    ['https://jobs.acme.example/1', {}, false],
    ['https://jobs.acme.example/1', { hosts: 'a.example, JOBS.acme.example' }, true],
    ['https://acme.example/job/1', { path: '/jobs/,/job/' }, true],
    ['https://acme.example/en/job/1', { path: '/job/' }, false],
    ['https://acme.example/en/job/1', { path: '/*/job/' }, true],
    ['https://acme.example/view?job=1', { path: '/view?job=' }, true],
    ['https://acme.example/viewXjob=1', { path: '/view?job=' }, false],
  ])('%s may hold a posting with %j: %p', (address, settings, expected) => {
    const named = Object.fromEntries(Object.entries(settings))
    expect(pageFilter({ slug: HOST, settings: named })(address)).toBe(expected)
  })

  test('look like a job', () => {
    expect(isJobLike('https://acme.example/fr/emplois/1')).toBe(true)
    expect(isJobLike('https://jobs.acme.example/about')).toBe(false)
  })
})
