import { describe, expect, test } from 'bun:test'
import { icims } from '../../../src/collect/systems/icims'
import {
  type Answer,
  answering,
  boardOf,
  checkImportable,
  collected,
  listed,
  recordings,
  testRecordings,
} from './answers'

const board = boardOf(icims, 'careers-dogwood')
const HOST = 'https://careers-dogwood.icims.com'
const PAGE = (page: number) => `${HOST}/jobs/search?pr=${page}&in_iframe=1`
const DETAIL = (id: number) => `${HOST}/jobs/${id}/joiner/job?in_iframe=1`

interface Card {
  id: number
  title?: string
  location?: string
  posted?: [title: string, text: string, label?: string]
  fields?: Record<string, string>
}

function card({ id, title = 'Joiner', location, posted, fields = {} }: Card): string {
  const tags = Object.entries(fields).map(
    ([label, value]) => `<div class="iCIMS_JobHeaderTag">
<dt class="iCIMS_JobHeaderField">${label}</dt>
<dd class="iCIMS_JobHeaderData"><span >
${value}</span>
</dd></div>`,
  )
  return `<li class="iCIMS_JobCardItem"><div class="row">
<div class="col-xs-6 header left">${
    location === undefined
      ? ''
      : `<span class="sr-only field-label">Job Locations</span>\n<span >\n${location}</span>`
  }</div>
<div class="col-xs-6 header right">${
    posted === undefined
      ? ''
      : `<span class="sr-only field-label">${posted[2] ?? 'Posted Date'}</span>
<span title="${posted[0]}">
${posted[1]}<span class="sr-only">(${posted[0]})</span></span>`
  }</div>
<div class="col-xs-12 title">
<a href="${HOST}/jobs/${id}/joiner/job?in_iframe=1" class="iCIMS_Anchor" title="${id} - x">
<span class="sr-only field-label">Title</span>
<h3 >
${title}</h3></a></div>
<div class="col-xs-12 description">Join &amp; plane...</div>
<dl class="iCIMS_JobHeaderGroup">${tags.join('\n')}</dl>
</div></li>`
}

const pageOf = (cards: string[], number = 1, pages = 1): Answer => ({
  body: `<html><head><!-- don't use rel="next" on the last page. -->
${number < pages ? `<link rel="next" href="${PAGE(number)}" />` : ''}</head><body>
<h2 class="iCIMS_SubHeader iCIMS_SubHeader_Jobs">
Search Results
Page ${number} of ${pages}
</h2><ul class="container-fluid iCIMS_JobsTable">${cards.join('\n')}</ul></body></html>`,
})

const jobPosting = {
  '@context': 'http://schema.org',
  '@type': 'JobPosting',
  title: 'Joiner',
  description: '<p>Join &amp; plane.</p>',
  datePosted: '2026-07-27T04:00:00.000Z',
  validThrough: '2026-12-31T05:00:00.000Z',
  employmentType: 'FULL_TIME',
  hiringOrganization: { '@type': 'Organization', name: 'Dogwood Works' },
  jobLocation: [
    {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Monrovia',
        addressRegion: 'CA',
        addressCountry: 'US',
        postalCode: 'UNAVAILABLE',
      },
    },
  ],
  baseSalary: {
    '@type': 'MonetaryAmount',
    currency: 'USD',
    value: { '@type': 'QuantitativeValue', minValue: 65000, maxValue: 70000, unitText: 'YEAR' },
  },
}

const detail = (id: number, job: unknown): Record<string, Answer> => ({
  [DETAIL(id)]: {
    body: `<html><script type="application/ld+json">${JSON.stringify(job)}</script></html>`,
  },
})

describe('pages', () => {
  const cards = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => card({ id: from + index }))

  test('are read to the number of pages, and the first one again', async () => {
    const { fetch, requests } = answering(icims, {
      [PAGE(0)]: pageOf(cards(0, 20), 1, 3),
      [PAGE(1)]: pageOf(cards(20, 40), 2, 3),
      [PAGE(2)]: pageOf(cards(40, 45), 3, 3),
    })
    const { postings, incompleteReason } = await listed(icims, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([45, undefined])
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(1), PAGE(2), PAGE(0)])
  })

  test('that repeat, or whose number changes, are no complete list', async () => {
    const repeated = answering(icims, {
      [PAGE(0)]: pageOf(cards(0, 20), 1, 2),
      [PAGE(1)]: pageOf(cards(0, 20), 2, 2),
    })
    expect((await listed(icims, board, repeated.fetch)).incompleteReason).toBe(
      'page 2 has no new rows',
    )
    const changed = answering(icims, {
      [PAGE(0)]: pageOf(cards(0, 20), 1, 2),
      [PAGE(1)]: pageOf(cards(20, 40), 2, 3),
      [PAGE(2)]: pageOf(cards(40, 41), 3, 3),
    })
    expect((await listed(icims, board, changed.fetch)).incompleteReason).toBe(
      'the number of pages changed while they were read',
    )
  })

  test.each([
    ['one without cards proves it', pageOf([], 2, 1), undefined],
    ['the last one again proves it', pageOf(cards(0, 20), 1, 1), undefined],
    [
      'one with other cards does not',
      pageOf(cards(20, 21), 2, 1),
      'more rows follow the last page that the total allows',
    ],
    [
      'something else than a list does not',
      { body: '<html>Maintenance</html>' },
      'the page behind the last one: answered with something else than a list',
    ],
  ])('behind a full last page one more is asked for: %s', async (_, behind, incompleteReason) => {
    const { fetch, requests } = answering(icims, {
      [PAGE(0)]: pageOf(cards(0, 20), 1, 1),
      [PAGE(1)]: behind,
    })
    expect((await listed(icims, board, fetch)).incompleteReason).toBe(incompleteReason)
    expect(requests.map(({ url }) => url)).toEqual([PAGE(0), PAGE(1)])
  })

  test('without a number, the link to the next one leads on, and nothing is proved', async () => {
    const strip = ({ body }: Answer) => ({ body: String(body).replace(/Page \d+ of \d+/, '') })
    const { fetch } = answering(icims, {
      [PAGE(0)]: strip(pageOf(cards(0, 20), 1, 2)),
      [PAGE(1)]: strip(pageOf(cards(20, 25), 2, 2)),
    })
    const { postings, incompleteReason } = await listed(icims, board, fetch)
    expect([postings.length, incompleteReason]).toEqual([
      25,
      'the first page has no number of pages, or no jobs',
    ])
  })

  test('without cards are not complete', async () => {
    const { fetch } = answering(icims, {
      [PAGE(0)]: { body: '<div class="iCIMS_Message">no jobs</div>' },
    })
    expect(await listed(icims, board, fetch)).toMatchObject({
      postings: [],
      incompleteReason: 'the first page has no number of pages, or no jobs',
    })
  })
})

test('how long ago a job was posted does not change the fingerprint; a place does', async () => {
  const read = async (more: Partial<Card>) => {
    const { fetch } = answering(icims, { [PAGE(0)]: pageOf([card({ id: 1, ...more })]) })
    return (await listed(icims, board, fetch)).postings[0]?.fingerprint
  }
  const first = await read({ posted: ['7/28/2026 2:40 PM', '23 minutes ago'] })
  expect(await read({ posted: ['7/28/2026 2:40 PM', '4 days ago'] })).toBe(first)
  const french = (text: string): Partial<Card> => ({
    posted: ['2026-07-28 14:40', text, "Date d'affichage"],
  })
  expect(await read(french('il y a 4 jours'))).toBe(await read(french('il y a 3 jours')))
  expect(await read({ location: 'US-CA-Monrovia' })).not.toBe(first)
})

test('a card without a title is named, one without an address is not; test jobs are left out', async () => {
  const button =
    '<li class="iCIMS_JobCardItem"><a href="/connect" class="iCIMS_Anchor">Join us</a></li>'
  const { fetch } = answering(icims, {
    [PAGE(0)]: pageOf([
      card({ id: 1 }),
      card({ id: 2, title: ' ' }),
      card({ id: 3, title: 'Test Job' }),
      button,
    ]),
  })
  const { postings, unreadable, incompleteReason } = await listed(icims, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  const reason = 'a card without an id or a title'
  expect(unreadable).toEqual([{ external_id: '2', reason }, { reason }])
  expect(incompleteReason).toBeUndefined()
})

describe('the detail', () => {
  const reference = JSON.stringify({
    id: '1',
    title: 'Joiner',
    path: '/jobs/1/joiner/job',
    fields: [],
  })
  const read = (answer: Answer) =>
    icims.detail?.(
      board,
      { external_id: '1', fingerprint: '', reference },
      answering(icims, { [DETAIL(1)]: answer }).fetch,
    )

  test.each([404, 410])('%d: the posting is gone', async (status) => {
    expect(await read({ status })).toBeUndefined()
  })

  test('a page without a job is an error, and removes nothing', async () => {
    await expect(read({ body: '<html class="iCIMS_other"></html>' })).rejects.toThrow(
      'has neither a JobPosting nor a content',
    )
  })
})

describe('a board that does not exist', () => {
  test.each([
    [{ status: 404 }, `${PAGE(0)} answered 404`],
    [
      { status: 302, headers: { location: 'https://www.icims.com/' } },
      `${PAGE(0)} redirects to www.icims.com`,
    ],
  ])('%p', async (answer, reason) => {
    const { fetch } = answering(icims, { [PAGE(0)]: answer })
    expect(await icims.list(board, fetch)).toEqual({ kind: 'missing', reason })
  })

  test.each([
    [{ status: 500 }, 'status 500'],
    [{ body: '<html>later</html>' }, 'answered with something else than a list'],
    [
      { status: 302, headers: { location: 'https://jobs.dogwood.example/jobs' } },
      'redirects to https://jobs.dogwood.example/jobs',
    ],
  ])('is neither one under maintenance nor one that moved: %p', async (answer, message) => {
    const { fetch } = answering(icims, { [PAGE(0)]: answer })
    await expect(icims.list(board, fetch)).rejects.toThrow(message)
  })
})

test('a card that links to another board of the employer is asked for there', async () => {
  const there = 'https://hourly-dogwood.icims.com'
  const linked = card({ id: 21 }).replaceAll(HOST, there)
  const { fetch } = answering(icims, {
    [PAGE(0)]: pageOf([linked, card({ id: 22 }).replaceAll(HOST, 'https://evil.example')]),
    [`${there}/jobs/21/joiner/job?in_iframe=1`]: detail(21, jobPosting)[DETAIL(21)] ?? {},
    ...detail(22, jobPosting),
  })
  const postings = await collected(icims, board, fetch)
  expect(postings.map(({ url }) => url)).toEqual([
    `${there}/jobs/21/joiner/job`,
    `${HOST}/jobs/22/joiner/job`,
  ])
})

test('newer pages have a title with a link for each job, and no cards', async () => {
  const title = (id: number) =>
    `<div class="row"><div class="title"><a href="${HOST}/jobs/${id}/joiner/job?mobile=true">Joiner ${id}</a></div></div>`
  const { fetch } = answering(icims, {
    [PAGE(0)]: pageOf([title(31), title(32)]),
    ...detail(31, jobPosting),
    ...detail(32, jobPosting),
  })
  const { postings } = await listed(icims, board, fetch)
  expect(postings.map(({ external_id }) => external_id)).toEqual(['31', '32'])
})

test('a description inside a part with header and buttons is taken once, without these', async () => {
  const { fetch } = answering(icims, {
    [PAGE(0)]: pageOf([card({ id: 41 })]),
    [DETAIL(41)]: {
      body: `<div class="iCIMS_JobContent"><h1>Joiner</h1><a href="/apply">Apply</a>
        <div class="iCIMS_InfoMsg iCIMS_InfoMsg_Job"><p>Join.</p></div>
        <div class="iCIMS_InfoMsg iCIMS_InfoMsg_Job"><p>Plane.</p></div></div>`,
    },
  })
  const [posting] = await collected(icims, board, fetch)
  expect(posting?.description_html).toBe('<p>Join.</p>\n<p>Plane.</p>')
})

testRecordings('recorded answers: every card is a posting, and every detail is read', async () => {
  for (const [name, text] of await recordings('icims')) {
    if (name.startsWith('detail')) {
      const reference = JSON.stringify({
        title: 'x',
        path: '/jobs/1/joiner/job',
        fields: [['Job Locations', 'US-CA-Monrovia']],
      })
      const { fetch } = answering(icims, { [DETAIL(1)]: { body: text } })
      const entry = { external_id: '1', fingerprint: '', reference }
      const posting = await icims.detail?.(board, entry, fetch)
      expect([name, posting?.description_html?.length]).toEqual([name, expect.any(Number)])
      if (posting) checkImportable(board, posting)
      continue
    }
    const whole = text.replace(/Page 1 of \d+/, 'Page 1 of 1')
    const ids = [...new Set([...text.matchAll(/\/jobs\/(\d+)\/[^"/]+\/job\?in_iframe=1"/g)])]
    const { fetch } = answering(icims, { [PAGE(0)]: { body: whole }, [PAGE(1)]: { body: whole } })
    const { postings, unreadable, incompleteReason } = await listed(icims, board, fetch)
    expect([name, unreadable, incompleteReason]).toEqual([name, [], undefined])
    expect(postings.map(({ external_id }) => external_id)).toEqual(ids.map(([, id]) => String(id)))
    for (const entry of postings) {
      const job = `<script type="application/ld+json">{"@type":"JobPosting","description":"<p>x</p>"}</script>`
      const posting = await icims.detail?.(board, entry, async () => ({
        status: 200,
        headers: new Headers(),
        text: job,
      }))
      if (posting) checkImportable(board, posting)
      expect([name, posting?.places.length]).toEqual([name, 1])
    }
  }
})
