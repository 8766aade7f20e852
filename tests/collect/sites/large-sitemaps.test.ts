import { beforeEach, expect, test } from 'bun:test'
import { ListMemory } from '../../../src/collect/http/list-memory'
import { startOnce } from '../../support/start-once'
import { startSiteRehearsal } from '../support/site-rehearsal'

const HOST = 'acme.example'

const rehearsal = startOnce(startSiteRehearsal, ({ close }) => close())
beforeEach(() => rehearsal.reset())

const memory = (kilobytes: number) => new ListMemory(kilobytes / 1024)

/** A sitemap of pages, each with this many bytes of what is not kept. */
function fatSitemap(pages: number, bytes: number): string {
  const image = `<image:image><image:title>${'x'.repeat(bytes)}</image:title></image:image>`
  const urls = Array.from(
    { length: pages },
    (_, index) => `<url><loc>https://${HOST}/flyers/${index}</loc>${image}</url>`,
  )
  return `<urlset>${urls.join('')}</urlset>`
}

test('a sitemap takes the memory of what is kept of it, whatever else it has', async () => {
  await rehearsal.add(HOST, { '/sitemap.xml': fatSitemap(20, 100_000) }, { path: '/flyers' })
  const lists = memory(512)
  await rehearsal.run({ memory: lists })
  expect(await rehearsal.board(HOST)).toMatchObject({ lastCount: 20, incompleteReason: null })
  expect(lists.total).toBe(0)
})

test('pages that are left out take none', async () => {
  await rehearsal.add(HOST, { '/sitemap.xml': fatSitemap(5_000, 1) }, { path: '/jobs' })
  await rehearsal.run({ memory: memory(512) })
  expect(await rehearsal.board(HOST)).toMatchObject({
    lastCount: 0,
    incompleteReason: 'the sitemaps name no page of the site',
  })
})

test('more pages than the memory has room for make the list incomplete; the files before them are kept', async () => {
  await rehearsal.add(HOST, {
    '/robots.txt': `Sitemap: https://${HOST}/1.xml\nSitemap: https://${HOST}/2.xml\n`,
    '/1.xml': fatSitemap(10, 1),
    '/2.xml': fatSitemap(5_000, 1),
  })
  await rehearsal.run({ memory: memory(512) })
  expect(await rehearsal.board(HOST)).toMatchObject({
    lastCount: 10,
    incompleteReason: 'the list takes more than 0.5 MB of memory (COLLECT_LIST_MB)',
  })
})

test('a sitemap that is cut off keeps none of its pages and none of the memory', async () => {
  const robots = Array.from({ length: 4 }, (_, index) => `Sitemap: https://${HOST}/${index}.xml\n`)
  const cut = fatSitemap(100, 5_000).slice(0, -20)
  await rehearsal.add(HOST, {
    '/robots.txt': robots.join(''),
    ...{ '/0.xml': cut, '/1.xml': cut, '/2.xml': cut },
    '/3.xml': fatSitemap(100, 1),
  })
  await rehearsal.run({ memory: memory(512) })
  expect(await rehearsal.board(HOST)).toMatchObject({
    lastCount: 100,
    incompleteReason: expect.stringMatching(
      /0\.xml: neither a urlset nor a sitemapindex, or cut off$/,
    ),
  })
})
