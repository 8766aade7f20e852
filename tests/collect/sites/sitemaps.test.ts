import { describe, expect, test } from 'bun:test'
import { isJobLike, pageAddress, pageFilter } from '../../../src/collect/sites/page-address'
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
  const list = await readSitemaps(starts, (host) => host.endsWith(HOST), fetch)
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
    expect(list.entries).toEqual([
      { address: `https://${HOST}/jobs/1?a=1&b=2`, lastmod: '2026-01-05' },
      { address: `https://${HOST}/jobs/2`, lastmod: '2026-01-05' },
      { address: `https://${HOST}/jobs/3`, lastmod: '' },
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
    expect(list.entries).toHaveLength(count)
    expect(list.incompleteReason).toMatch(incompleteReason)
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
