import { describe, expect, test } from 'bun:test'
import { successfactors } from '../../../src/collect/systems/successfactors'
import { answering, boardOf, checkImportable, listed, recordings, testRecordings } from './answers'

const HOST = 'career4.successfactors.com'
const board = boardOf(successfactors, 'LanternP1', { settings: { host: HOST } })
const LIST = `https://${HOST}/career?company=LanternP1&career_ns=job_listing_summary&resultType=XML`

const xml = (...jobs: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Job-Listing>\n${jobs.join('\n')}\n</Job-Listing>\n`

const facet = (name: string, label: string, value: string) =>
  `<${name}>\n<label>${label}</label>\n<value>${value}</value>\n</${name}>`

/** With the element without a name that stands in every job. */
const job = (id: string, ...members: string[]) => `<Job>
<JobTitle><![CDATA[Lamp Maker ${id} [[id]]]]></JobTitle>
<Job-Description><![CDATA[<p>Job [[id]] in [[filter3]]; pay [[salaryMin]].</p>]]></Job-Description>
<ReqId>${id}</ReqId>
<>9000${id}</>
<Department></Department>
${members.join('\n')}
</Job>`

async function read(text: string) {
  const { fetch } = answering(successfactors, { [LIST]: { body: text } })
  const listing = await listed(successfactors, board, fetch)
  const postings = listing.postings.flatMap(({ posting }) => posting ?? [])
  for (const posting of postings) checkImportable(board, posting)
  return { ...listing, postings }
}

const first = async (...members: string[]) => (await read(xml(job('7', ...members)))).postings[0]

test('another tenant names its fields otherwise, or has none', async () => {
  const { postings } = await read(
    xml(
      job(
        '42',
        '<Location>US-Lake Oswego</Location>',
        '<Division>Assembly</Division>',
        facet('filter2', 'Posting Country', 'United States'),
        facet('mfield3', 'Location Flexibility', 'Flexible hours'),
      ),
      job('43'),
    ),
  )
  expect(postings).toMatchObject([
    {
      external_id: '42',
      organization: null,
      date_posted: null,
      places: [{ text: 'US-Lake Oswego, United States' }],
      work_arrangement: null,
      salary: null,
      employment_type: null,
      source_fields: { fields: { Division: { value: 'Assembly' } } },
    },
    { external_id: '43', places: [], description_html: '<p>Job 43 in ; pay .</p>' },
  ])
})

test.each([
  [['<Location>Paris, France</Location>', facet('filter1', 'Country', 'France')], 'Paris, France'],
  [
    ['<Location>[[location]]</Location>', facet('filter8', 'Location', 'Halifax, NS')],
    'Halifax, NS',
  ],
  [['<Location>N/A</Location>', facet('filter8', 'Work Location', 'US-Salem')], 'US-Salem'],
])('%p: the place is %s', async (members, text) => {
  expect((await first(...members))?.places).toEqual([{ text }])
})

test('fields that say nothing are no place', async () => {
  const members = [
    facet('filter2', 'Country', 'Canada'),
    facet('filter8', 'Location', 'Other/Not Applicable'),
    facet('filter9', 'City', '[[city]]'),
  ]
  expect((await first(...members))?.places).toEqual([{ address: { country: 'Canada' } }])
})

test.each([
  ['07/26/2026', '2026-07-26T00:00:00Z'],
  ['26/07/2026', '2026-07-26T00:00:00Z'],
  ['7/7/2026', '2026-07-07T00:00:00Z'],
  ['2026-07-26', '2026-07-26T00:00:00Z'],
  ['07/08/2026', null],
  ['13/13/2026', null],
  ['[[postedDate]]', null],
  ['yesterday', null],
])('the date %s is %p', async (text, expected) => {
  expect((await first(`<Posted-Date>${text}</Posted-Date>`))?.date_posted).toBe(expected)
})

test('jobs without an id or a title are unreadable, test jobs left out', async () => {
  const { postings, unreadable } = await read(
    xml(
      job('1'),
      '<Job><JobTitle>No id</JobTitle></Job>',
      '<Job><ReqId>3</ReqId><JobTitle></JobTitle></Job>',
      '<Job><ReqId>4</ReqId><JobTitle>Test Job</JobTitle></Job>',
    ),
  )
  expect(postings.map(({ external_id }) => external_id)).toEqual(['1'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual([undefined, '3'])
})

test('a list that ends early is not complete', async () => {
  expect((await read(xml(job('1'), job('2')).slice(0, -18))).incompleteReason).toBe(
    'the XML ends early',
  )
  expect((await read('<Job-Listing/>')).incompleteReason).toBeUndefined()
})

test('an answer may have 64 MB', async () => {
  const { fetch, requests } = answering(successfactors, { [LIST]: { body: xml() } })
  await listed(successfactors, board, fetch)
  expect(requests[0]?.maxBytes).toBe(64 * 1024 * 1024)
})

describe('a board that does not exist', () => {
  test('404, or a redirect to the vendor', async () => {
    const answers = [
      { status: 404 },
      { status: 302, headers: { location: 'https://www.sap.com/products/hcm.html' } },
    ]
    for (const answer of answers) {
      const { fetch } = answering(successfactors, { [LIST]: answer })
      expect(await successfactors.list(board, fetch)).toMatchObject({ kind: 'missing' })
    }
  })

  test('a board added without its host says what is needed', async () => {
    const { fetch } = answering(successfactors, {})
    await expect(successfactors.list(boardOf(successfactors, 'x'), fetch)).rejects.toThrow(
      'the setting host is missing, such as host=career4.successfactors.com',
    )
  })
})

testRecordings('recorded answers: every job is a posting', async () => {
  for (const [name, text] of await recordings('successfactors')) {
    if (!name.endsWith('.xml')) continue
    const { postings, unreadable, incompleteReason } = await read(text)
    expect([name, unreadable, incompleteReason]).toEqual([name, [], undefined])
    const ids = [...text.matchAll(/<ReqId>(\d+)/g)].map(([, id]) => String(id))
    expect(postings.map(({ external_id }) => external_id)).toEqual(ids)
    for (const { places } of postings) expect(places).toHaveLength(1)
  }
})

test('plain texts in CDATA come escaped as in HTML; a description stays HTML', async () => {
  const escaped = job('7', facet('filter5', 'Company', '<![CDATA[Lantern &amp; Sons]]>'))
  const text = xml(
    escaped.replace('Lamp Maker', 'Lamp &amp; Shade Maker').replace('pay [[', '&amp; ['),
  )
  expect((await read(text)).postings).toMatchObject([
    {
      title: 'Lamp & Shade Maker 7',
      organization: 'Lantern & Sons',
      description_html: '<p>Job 7 in ; &amp; [salaryMin]].</p>',
    },
  ])
})
