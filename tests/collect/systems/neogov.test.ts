import { describe, expect, test } from 'bun:test'
import { neogov } from '../../../src/collect/systems/neogov'
import { answering, boardOf, checkImportable, listed, recordings, testRecordings } from './answers'

const board = boardOf(neogov, 'birchcounty')
const FEED = 'https://www.governmentjobs.com/SearchEngine/JobsFeed?agency=birchcounty'

const feed = (
  items: readonly string[],
  title = 'Birch County, WA',
) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:joblisting="http://www.neogov.com/namespaces/JobListing">
<channel><title>${title}</title><link>https://www.governmentjobs.com/careers/birchcounty</link>
${items.join('\n')}
</channel></rss>
`

const item = (id: string, members = '') => `<item>
<guid isPermaLink="true">https://www.governmentjobs.com/careers/birchcounty/jobs/${id}</guid>
<link>https://www.governmentjobs.com/careers/birchcounty/jobs/${id}</link>
<title>Surveyor ${id} &amp; Mapper</title>
<description>&lt;p&gt;Survey &amp;amp; map.&lt;/p&gt;</description>
<pubDate>Thu, 20 Aug 2026 23:10:38 GMT</pubDate>
<joblisting:jobId>${id}</joblisting:jobId>
${members}
</item>`

const member = (name: string, value: string) => `<joblisting:${name}>${value}</joblisting:${name}>`

async function read(text: string) {
  const { fetch } = answering(neogov, { [FEED]: { body: text } })
  const listing = await listed(neogov, board, fetch)
  const postings = listing.postings.flatMap(({ posting }) => posting ?? [])
  for (const posting of postings) checkImportable(board, posting)
  return { ...listing, postings }
}

const firstOf = async (members: string, title?: string) =>
  (await read(feed([item('9', members)], title))).postings[0]

test('an item without dates, pay and type has none', async () => {
  const pay = `${member('minimumSalary', '0')}${member('maximumSalary', '0')}${member('salaryCurrency', 'USD')}${member('salaryInterval', 'Year')}`
  expect(await firstOf(pay)).toMatchObject({
    date_posted: null,
    date_valid_through: null,
    salary: null,
    employment_type: null,
  })
})

test('pay of two weeks has no unit, and the day of `Continuous` is none', async () => {
  const members = [
    member('minimumSalary', '2000'),
    member('maximumSalary', '2500'),
    member('salaryCurrency', 'USD'),
    member('salaryInterval', 'Bi-Weekly'),
    member('advertiseToDateTimeUTC', 'Continuous'),
  ].join('')
  expect(await firstOf(members)).toMatchObject({ salary: null, date_valid_through: null })
})

describe('the location', () => {
  test.each([
    ['Spokane', 'Birch County, WA', [{ text: 'Spokane, WA' }]],
    ['2112 S. Tyler St.', 'Birch County, WA', [{ text: '2112 S. Tyler St., WA' }]],
    [
      'Foss High School',
      'Birch County, WA',
      [{ address: { region: 'WA' }, text: 'Foss High School' }],
    ],
    ['Salem, OR', 'Birch County, WA', [{ text: 'Salem, OR' }]],
    [
      '600 Main St, Salem, OR 97301',
      'Birch County, WA',
      [{ text: '600 Main St, Salem, OR 97301' }],
    ],
    ['Foss High School', 'Birch County Jobs', [{ text: 'Foss High School' }]],
    ['Remote', 'Birch County, WA', [{ address: { region: 'WA' } }]],
    ['', 'Birch County, WA', [{ address: { region: 'WA' } }]],
    ['', 'Birch County', []],
  ])('%p of %p', async (location, title, places) => {
    expect((await firstOf(member('location', location), title))?.places).toEqual(places)
  })

  test('the state of the posting counts before that of the agency', async () => {
    const members = `${member('location', 'Salem')}${member('state', 'Oregon')}`
    expect((await firstOf(members))?.places).toEqual([{ text: 'Salem, Oregon' }])
  })

  test('Remote is an arrangement', async () => {
    expect(await firstOf(member('location', 'Remote'))).toMatchObject({
      work_arrangement: 'remote',
      location_type: 'TELECOMMUTE',
    })
  })
})

test('the id is that of the address when the item has none; broken items are named', async () => {
  const withoutId = item('11').replace(/<joblisting:jobId>.*<\/joblisting:jobId>/, '')
  const { postings, unreadable } = await read(
    feed([
      withoutId,
      item('12').replace(/<title>.*<\/title>/, ''),
      '<item><title>X</title></item>',
    ]),
  )
  expect(postings.map(({ external_id }) => external_id)).toEqual(['11'])
  expect(unreadable?.map(({ external_id }) => external_id)).toEqual(['12', undefined])
})

test('an edit changes pubDate, and not the fingerprint', async () => {
  const listing = async (text: string) => {
    const { fetch } = answering(neogov, { [FEED]: { body: text } })
    return (await listed(neogov, board, fetch)).postings[0]?.fingerprint
  }
  const text = feed([item('1')])
  expect(await listing(text.replace('23:10:38', '23:59:59'))).toBe(await listing(text))
  expect(await listing(text.replace('Survey &amp;', 'Draw &amp;'))).not.toBe(await listing(text))
})

test('a feed that ends early or is empty is not complete', async () => {
  expect(
    (
      await read(
        feed([item('1')])
          .trimEnd()
          .slice(0, -6),
      )
    ).incompleteReason,
  ).toBe('the XML ends early')
  expect((await read(feed([]))).incompleteReason).toBe(
    'the list is empty, as is that of a board that does not exist',
  )
})

describe('a board that does not exist', () => {
  test.each([
    [{ status: 404 }],
    [{ status: 302, headers: { location: 'https://www.neogov.com/' } }],
  ])('%p', async (answer) => {
    const { fetch } = answering(neogov, { [FEED]: answer })
    expect(await neogov.list(board, fetch)).toMatchObject({ kind: 'missing' })
  })
})

test('an agency of schooljobs.com is asked for there', async () => {
  const address = new URL('https://www.schooljobs.com/careers/BirchSchools/jobs/5409269/teacher')
  const found = neogov.boardOf(address)
  expect(found).toEqual({ slug: 'birchschools', settings: { host: 'www.schooljobs.com' } })
  const url = 'https://www.schooljobs.com/SearchEngine/JobsFeed?agency=birchschools'
  const { fetch, requests } = answering(neogov, { [url]: { body: feed([item('1')]) } })
  await listed(neogov, { source: 'neogov', slug: '', ...found }, fetch)
  expect(requests.map((request) => request.url)).toEqual([url])
})

test.each([
  ['Tacoma Public Schools (WA), WA', 'Tacoma Public Schools', 'Washington'],
  ['Tacoma Public Schools (WA), WA Jobs', 'Tacoma Public Schools', 'Washington'],
  ['Birch County, WA Jobs', 'Birch County', 'Washington'],
  ['Clark County Jobs', 'Clark County', undefined],
])('the title %s names the agency and its state', async (title, organization, region) => {
  const listed = await read(feed([item('9', '')], title))
  const [entry] = listed.postings
  const [place] = entry?.places ?? []
  const found = place !== undefined && 'address' in place ? place.address.region : undefined
  expect([listed.organization, found]).toEqual([organization, region && 'WA'])
})

testRecordings('recorded answers: every item is a posting', async () => {
  for (const [name, text] of await recordings('neogov')) {
    const { postings, unreadable, incompleteReason } = await read(text)
    expect([name, unreadable, incompleteReason]).toEqual([name, [], undefined])
    expect(postings).toHaveLength(text.split('<item>').length - 1)
  }
})

test('plain texts in CDATA come escaped as in HTML; a description stays HTML', async () => {
  const text = feed([item('9', member('department', '<![CDATA[Parks &amp; Trees]]>'))])
    .replace('Surveyor 9 &amp; Mapper', '<![CDATA[Surveyor &amp; Mapper]]>')
    .replace(/(?<=<description>).*(?=<)/, '<![CDATA[<b>Survey</b> &amp; map.]]>')
  expect((await read(text)).postings).toMatchObject([
    {
      title: 'Surveyor & Mapper',
      description_html: '<b>Survey</b> &amp; map.',
      source_fields: { fields: { department: { value: 'Parks & Trees' } } },
    },
  ])
})
