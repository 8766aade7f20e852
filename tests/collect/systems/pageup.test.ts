import { describe, expect, test } from 'bun:test'
import { pageup } from '../../../src/collect/systems/pageup'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  listed,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(pageup, '77/cw/en-us')
const BASE = 'https://careers.pageuppeople.com/77/cw/en-us'
const FEED = `${BASE}/rss`
const PAGE = `${BASE}/listing/`

interface Item {
  id: number
  title?: string
  location?: string
  category?: string
  workType?: string
  closes?: string
}

const item = ({ id, title = 'Seed Librarian', ...more }: Item, prefix = 'job') => `<item>
  <guid isPermaLink="true">${BASE}/job/${id}</guid><link>${BASE}/job/${id}</link>
  <title>${title}</title><description>Keep seeds.</description>
  <pubDate>Thu, 01 Oct 2026 20:35:00 Z</pubDate><a10:updated>2026-10-02T08:00:00Z</a10:updated>
  <${prefix}:category>${more.category ?? 'Library'}</${prefix}:category><${prefix}:refNo>${id}</${prefix}:refNo>
  <${prefix}:description>&lt;p&gt;Keep &amp;amp; lend seeds.&lt;/p&gt;</${prefix}:description>
  <${prefix}:applyLink>https://secure.dc4.pageuppeople.com/apply/77/gateway/default.aspx?c=apply&amp;lJobID=${id}</${prefix}:applyLink>
  <${prefix}:closingDate>${more.closes ?? ''}</${prefix}:closingDate>
  <${prefix}:location>${more.location ?? 'Bangor, Maine'}</${prefix}:location>
  <${prefix}:workType>${more.workType ?? 'Full Time'}</${prefix}:workType>
  <${prefix}:category>${more.category ?? 'Library'}</${prefix}:category><${prefix}:subCategory/>
  <${prefix}:businessLayer1>Collections</${prefix}:businessLayer1></item>`

const feedOf = (items: readonly string[], prefix = 'job', link = PAGE): string =>
  `<?xml version="1.0" encoding="utf-8"?><rss xmlns:a10="http://www.w3.org/2005/Atom" version="2.0">
  <channel xmlns:${prefix}="http://pageuppeople.com/"><title /><link>${link}</link><description />
  <a10:link rel="self" href="${BASE}/latest_jobs.rss" />${items.join('')}</channel></rss>`

const row = (id: number) =>
  `<tr><td><a class="job-link" href="/77/cw/en-us/job/${id}/seed-librarian">Seed Librarian</a></td></tr>
  <tr class="summary"><td>Keep seeds.</td></tr>`

const pageOf = (ids: readonly number[], left?: string, head = ''): string =>
  `<html><head><meta property="og:site_name" content="Acorn College">${head}</head><body>
  <div id="search-results"><table><tbody id="search-results-content">${ids.map(row).join('')}</tbody></table>
  ${left === undefined ? '' : `<p><a class="more-link button" href="?page=2">More Jobs <span class="count">${left}</span></a></p>`}
  </div><tbody id="recent-jobs-content">${ids.map(row).join('')}${row(999)}</tbody></body></html>`

const page = (body: string): Answer => ({ body })

const answersOf = (items: readonly Item[], total = items.map(({ id }) => id), left?: string) => ({
  [FEED]: page(feedOf(items.map((entry) => item(entry)))),
  [PAGE]: page(pageOf(total, left)),
  [`${BASE}/job/${items[0]?.id}`]: page(pageOf(total)),
})

const read = async (...items: readonly Item[]) =>
  await collected(pageup, board, answering(pageup, answersOf(items)).fetch)

describe('places and arrangements', () => {
  test.each([
    ['VT|Barre,ME|Saco', undefined, ['Barre, VT', 'Saco, ME'], null],
    ['Partial Remote,Bangor', undefined, ['Bangor'], 'hybrid'],
    ['Remote', undefined, [], 'remote'],
    // A choice of the candidate.
    ['Remote,Bangor', undefined, ['Bangor'], null],
    ['Remote,Hybrid', undefined, [], null],
    ['Bangor', 'Area|Plants,Work Arrangement|Hybrid', ['Bangor'], 'hybrid'],
    ['Bangor', 'Work Arrangement|Hybrid,Work Arrangement|Remote', ['Bangor'], null],
    ['Bangor', 'Work Arrangement|Flexible', ['Bangor'], null],
    ['', undefined, [], null],
  ])('%s, %p', async (location, category, texts, arrangement) => {
    const [posting] = await read({ id: 1, location, ...(category && { category }) })
    expect(posting?.places as object[]).toEqual(texts.map((text) => ({ text })))
    expect(posting?.work_arrangement as string | null | undefined).toBe(arrangement)
  })
})

test('the prefix of the namespace does not matter', async () => {
  const usual = answersOf([{ id: 1 }])
  const [posting] = await collected(pageup, board, answering(pageup, usual).fetch)
  const other = { ...usual, [FEED]: page(feedOf([item({ id: 1 }, 'ns1')], 'ns1')) }
  expect(await collected(pageup, board, answering(pageup, other).fetch)).toEqual(
    posting === undefined ? [] : [posting],
  )
})

test('the employer is named by the page of a posting', async () => {
  const { fetch } = answering(pageup, answersOf([{ id: 1 }]))
  expect((await listed(pageup, board, fetch)).organization).toBe('Acorn College')
})

describe('a list', () => {
  const items = [{ id: 1 }, { id: 2 }, { id: 3 }]
  const incompleteReasonOf = async (answers: Record<string, Answer>) =>
    (await listed(pageup, board, answering(pageup, answers).fetch)).incompleteReason

  test('is complete when the page of the board has as many', async () => {
    expect(await incompleteReasonOf(answersOf(items))).toBeUndefined()
  })

  test('is complete when the rows and those that are left are as many', async () => {
    expect(await incompleteReasonOf(answersOf(items, [7], '2'))).toBeUndefined()
    const many = Array.from({ length: 1300 }, (_, index) => ({ id: index + 1 }))
    expect(await incompleteReasonOf(answersOf(many, [1, 2], '1,298'))).toBeUndefined()
  })

  test.each([
    ['fewer', [1, 2], undefined, 'the feed has 3 postings, and the page of the board 2'],
    ['more', [1, 2, 3], '15', 'the feed has 3 postings, and the page of the board 18'],
    ['no number', [1], 'many', 'does not say how many'],
  ])('is in doubt when the page has %s', async (_, total, left, message) => {
    expect(await incompleteReasonOf(answersOf(items, total, left))).toContain(message)
  })

  test('is in doubt when the page of the board is another one', async () => {
    const answers = { ...answersOf(items), [PAGE]: page('<html>Back soon</html>') }
    expect(await incompleteReasonOf(answers)).toContain('does not say how many')
  })

  test.each([
    { status: 404 },
    { status: 302, headers: { location: 'https://careers.acorn.example/en-us/listing/' } },
  ])('is in doubt when the page of the board is elsewhere: %p', async (answer) => {
    expect(await incompleteReasonOf({ ...answersOf(items), [PAGE]: answer })).toContain(
      'does not say how many',
    )
  })

  test('that ends early is in doubt', async () => {
    const cut = feedOf(items.map((entry) => item(entry))).replace('</channel></rss>', '')
    expect(await incompleteReasonOf({ ...answersOf(items), [FEED]: page(cut) })).toBe(
      'the XML ends early',
    )
  })

  test('that repeats a posting counts it once', async () => {
    expect(await incompleteReasonOf(answersOf([...items, { id: 3 }], [1, 2, 3, 4]))).toContain(
      'the feed has 3 postings',
    )
  })

  test('names the items that cannot be read, and counts them', async () => {
    const { fetch } = answering(pageup, answersOf([...items, { id: 4, title: '' }]))
    const { postings, unreadable, incompleteReason } = await listed(pageup, board, fetch)
    expect([postings.length, unreadable?.[0]?.external_id, incompleteReason]).toEqual([
      3,
      '4',
      undefined,
    ])
  })

  test('that is empty is complete when the page of the board is', async () => {
    const { fetch, requests } = answering(pageup, answersOf([]))
    const { postings, incompleteReason } = await listed(pageup, board, fetch)
    expect([postings, incompleteReason]).toEqual([[], undefined])
    expect(requests.map(({ url }) => url)).toEqual([FEED, PAGE])
  })

  test('that is empty is in doubt when the page of the board is not', async () => {
    expect(await incompleteReasonOf(answersOf([], [1]))).toContain('the page of the board 1')
  })

  test.each([404, 302, 503])('does not depend on a posting that answers %d', async (status) => {
    const answers = { ...answersOf(items), [`${BASE}/job/1`]: { status } }
    const { fetch } = answering(pageup, answers)
    if (status === 503) await expect(pageup.list(board, fetch)).rejects.toThrow('status 503')
    else expect((await listed(pageup, board, fetch)).incompleteReason).toBeUndefined()
  })
})

describe('a board', () => {
  const refresh = (address: string) => `<META http-equiv="Refresh" content="0; url=${address}">`
  const moved = { status: 301, headers: { location: 'https://careers.acorn.example/jobs/search' } }

  test.each([404, 410])('%d: does not exist', async (status) => {
    const { fetch } = answering(pageup, { [FEED]: { status } })
    const reason = `${FEED} answered ${status}`
    expect(await pageup.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test.each([
    ['its feed redirects', { [FEED]: moved }, FEED],
    ['its page redirects', { ...answersOf([{ id: 1 }]), [PAGE]: moved }, PAGE],
    [
      'its page sends readers away',
      {
        ...answersOf([{ id: 1 }]),
        [PAGE]: page(pageOf([1], undefined, refresh('http://careers.acorn.example/'))),
      },
      PAGE,
    ],
    [
      'the page of a posting sends readers away',
      {
        ...answersOf([{ id: 1 }]),
        [`${BASE}/job/1`]: page(
          pageOf([1], undefined, refresh('https://careers.acorn.example/jobs/search')),
        ),
      },
      `${BASE}/job/1`,
    ],
  ])('has moved when %s, whatever its feed has', async (_, answers, url) => {
    const { fetch } = answering(pageup, answers)
    const reason = `${url} redirects to careers.acorn.example`
    expect(await pageup.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('has not moved when a page reloads itself', async () => {
    const answers = {
      ...answersOf([{ id: 1 }]),
      [PAGE]: page(pageOf([1], undefined, refresh('/77/cw/en-us/listing/'))),
    }
    expect((await listed(pageup, board, answering(pageup, answers).fetch)).postings.length).toBe(1)
  })
})

describe("on an employer's own host", () => {
  const own = boardOf(pageup, 'careers.acorn.example/cw/en-us')
  const OWN = `https://${own.slug}`
  const onOwnHost = (text: string) => text.replaceAll(BASE, OWN)
  const answers = {
    [`${OWN}/rss`]: page(onOwnHost(feedOf([item({ id: 1 })]))),
    [`${OWN}/listing/`]: page(pageOf([1])),
    [`${OWN}/job/1`]: page(pageOf([1])),
  }

  test('a board is read there, and its postings are there', async () => {
    const { fetch, requests } = answering(pageup, answers, own)
    const { postings, incompleteReason } = await listed(pageup, own, fetch)
    expect(incompleteReason).toBeUndefined()
    expect(postings.map(({ posting }) => posting?.url)).toEqual([`${OWN}/job/1`])
    expect(requests.map(({ url }) => url)).toEqual(Object.keys(answers))
  })

  test('its feed may name it by its number', async () => {
    const byNumber = { ...answers, [`${OWN}/rss`]: page(feedOf([item({ id: 1 })])) }
    const { fetch } = answering(pageup, byNumber, own)
    expect((await listed(pageup, own, fetch)).postings.length).toBe(1)
  })

  test.each([
    ['77/cw/en', 'https://careers.pageuppeople.com/77/cw/en/listing/'],
    ['jobs.acorn.example/cw/en-us', 'https://jobs.acorn.example/en-us/listing/'],
  ])('a feed of another board is refused: %s', async (name, link) => {
    const other = { ...answers, [`${OWN}/rss`]: page(feedOf([], 'job', link)) }
    const { fetch } = answering(pageup, other, own)
    await expect(pageup.list(own, fetch)).rejects.toThrow(`answered with the feed of ${name}`)
  })

  test('a board has moved when its feed leads to the newer site of the same host', async () => {
    const location = 'https://careers.acorn.example/jobs/search'
    const { fetch } = answering(
      pageup,
      { [`${OWN}/rss`]: { status: 301, headers: { location } } },
      own,
    )
    const reason = `${OWN}/rss redirects to careers.acorn.example`
    expect(await pageup.list(own, fetch)).toEqual({ kind: 'missing', reason })
  })

  test('a board has moved when its page sends readers to another host', async () => {
    const refresh = '<meta http-equiv="refresh" content="0; url=https://acorn.example/work">'
    const listing = { [`${OWN}/listing/`]: page(pageOf([1], undefined, refresh)) }
    const { fetch } = answering(pageup, { ...answers, ...listing }, own)
    const reason = `${OWN}/listing/ redirects to acorn.example`
    expect(await pageup.list(own, fetch)).toEqual({ kind: 'missing', reason })
  })

  test.each([
    ['https://careers.acorn.example/cw/en-us/listing/', 'careers.acorn.example/cw/en-us'],
    [
      'https://careers.acorn.example/CW/en-US/job/512345/gardener',
      'careers.acorn.example/cw/en-us',
    ],
    ['https://careers.acorn.example/mob/shops/en/listing/', 'careers.acorn.example/shops/en'],
    // Some leave out the site.
    ['https://careers.acorn.example/en-us/job/512345', 'careers.acorn.example/cw/en-us'],
    ['https://careers.acorn.example/en/', 'careers.acorn.example/cw/en'],
    ['https://careers.acorn.example/', undefined],
    ['https://careers.acorn.example/cw', undefined],
    ['https://careers.acorn.example/jobs/search', undefined],
    ['https://careers.acorn.example/ci/en/listing/', undefined],
    ['https://10.0.0.1/cw/en/listing/', undefined],
    ['https://careers.acorn.example:8080/cw/en/listing/', undefined],
  ])('%s is %s', (address, slug) => {
    expect(pageup.ownBoardOf?.(new URL(address))?.slug).toBe(slug)
  })
})

testRecordings('recorded answers: the fields that were read by hand', async () => {
  const [feed = ''] = (await recordings('pageup')).values()
  const slug = '865/cw/en-us'
  const base = `https://careers.pageuppeople.com/${slug}`
  const { fetch } = answering(pageup, {
    [`${base}/rss`]: page(feed),
    [PAGE.replace('77', '865')]: page(pageOf([504065])),
    [`${base}/job/504065`]: page(pageOf([504065])),
  })
  const [posting, other] = await collected(pageup, boardOf(pageup, slug), fetch)
  expect(other).toBeUndefined()
  expect(posting).toMatchObject({
    external_id: '504065',
    title: 'Administrative Coordinator, Parking Services',
    url: `${base}/job/504065`,
    places: [{ text: 'Bethlehem' }],
    work_arrangement: 'hybrid',
    date_posted: '2026-10-01T20:35:00Z',
    date_valid_through: null,
    // `Nonexempt Staff Full-time`.
    employment_type: null,
  })
})

test('plain texts in CDATA come escaped as in HTML', async () => {
  const title = '<![CDATA[Seeds &amp; Bulbs Librarian]]>'
  const [posting] = await read({ id: 5001, title, category: '<![CDATA[Arts &amp; Crafts]]>' })
  expect(posting).toMatchObject({
    title: 'Seeds & Bulbs Librarian',
    description_html: '<p>Keep &amp; lend seeds.</p>',
    source_fields: { fields: { category: { value: 'Arts & Crafts' } } },
  })
})
