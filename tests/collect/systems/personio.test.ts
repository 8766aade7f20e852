import { describe, expect, test } from 'bun:test'
import { personio } from '../../../src/collect/systems/personio'
import { answering, boardOf, checkImportable, listed, recordings, testRecordings } from './answers'

const board = boardOf(personio, 'fichte', { settings: { domain: 'jobs.personio.de' } })
const DE = 'https://fichte.jobs.personio.de/xml?language=en'
const COM = 'https://fichte.jobs.personio.com/xml?language=en'

const xml = (...positions: string[]) => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<workzag-jobs>\n${positions.join('\n')}\n</workzag-jobs>\n`,
})

const position = (id: string, members: string, office = 'Toronto') => `<position>
    <id>${id}</id>
    <subcompany>Fichte &amp; S&#246;hne GmbH</subcompany>
    <office>${office}</office>
    <name>Carpenter ${id}</name>
    ${members}
    <createdAt>2026-01-11T20:04:28+00:00</createdAt>
</position>`

async function read(...positions: string[]) {
  const { fetch } = answering(personio, { [DE]: xml(...positions) })
  return listed(personio, board, fetch)
}

test('positions of one id are one posting with all offices', async () => {
  const { postings } = await read(
    position('12', '<schedule>full-time</schedule>', 'Toronto'),
    position('12', '<schedule>full-time</schedule>', 'Calgary'),
  )
  expect(postings.map(({ posting }) => posting)).toMatchObject([
    {
      external_id: '12',
      places: [{ text: 'Calgary' }, { text: 'Toronto' }],
      employment_type: ['FULL_TIME'],
      description_html: null,
    },
  ])
  for (const { posting } of postings) if (posting) checkImportable(board, posting)
})

test('permanent and trainee say nothing about hours; a remote office is a text', async () => {
  const { postings } = await read(
    position('13', '<employmentType>permanent</employmentType>', 'Remote'),
    position(
      '14',
      '<employmentType>trainee</employmentType><schedule>full-or-part-time</schedule>',
    ),
    position(
      '15',
      '<employmentType>intern</employmentType><salaryInformation><min>0</min><currencyCode>EUR</currencyCode><type>monthly</type></salaryInformation>',
    ),
  )
  const read13 = postings.map(({ posting }) => posting)
  expect(read13).toMatchObject([
    { employment_type: null, places: [{ text: 'Remote' }] },
    { employment_type: ['FULL_TIME', 'PART_TIME'] },
    { employment_type: ['INTERN'], salary: null },
  ])
  for (const posting of read13) if (posting) checkImportable(board, posting)
})

test('a position without a number or a name is named as unreadable, and a test is left out', async () => {
  const { postings, unreadable } = await read(
    '<position><name>No id</name></position>',
    '<position><id>16</id><name> </name></position>',
    '<position><id>17</id><name>Test</name></position>',
    position('18', ''),
  )
  expect(postings.map(({ external_id }) => external_id)).toEqual(['18'])
  expect(unreadable).toEqual([
    { reason: 'id: missing' },
    { external_id: '16', reason: expect.stringContaining('name: expected') },
  ])
})

test('an XML text that ends early is not complete', async () => {
  const whole = xml(position('19', ''), position('20', '')).body
  const cut = whole.slice(0, whole.indexOf('<id>20'))
  const { fetch } = answering(personio, { [DE]: { body: cut } })
  expect(await listed(personio, board, fetch)).toMatchObject({
    incompleteReason: 'the XML ends early',
  })
})

test('an empty list is complete', async () => {
  const { fetch } = answering(personio, { [DE]: xml() })
  expect(await listed(personio, board, fetch)).toEqual({
    kind: 'listed',
    postings: [],
    unreadable: [],
  })
})

describe('a board that does not exist', () => {
  const gone = { status: 307, headers: { location: 'https://www.personio.com/' } }

  test('redirects to the vendor on both domains', async () => {
    const { fetch, requests } = answering(personio, { [DE]: gone, [COM]: gone })
    expect(await personio.list(board, fetch)).toEqual({
      kind: 'missing',
      reason: `${DE} redirects to www.personio.com`,
    })
    expect(requests.map(({ url }) => url)).toEqual([DE, COM])
  })

  test('is not one that the other domain has', async () => {
    const { fetch } = answering(personio, { [DE]: gone, [COM]: xml(position('1', '')) })
    const { postings } = await listed(personio, board, fetch)
    expect(postings[0]?.posting?.url).toBe('https://fichte.jobs.personio.com/job/1')
  })
})

testRecordings('recorded answers: every position is a posting', async () => {
  for (const [name, text] of await recordings('personio')) {
    const ids = new Set([...text.matchAll(/<id>(\d+)/g)].map(([, id]) => String(id)))
    const { fetch } = answering(personio, { [DE]: { body: text } })
    const { postings, unreadable, incompleteReason } = await listed(personio, board, fetch)
    expect([name, unreadable, incompleteReason]).toEqual([name, [], undefined])
    expect(postings.map(({ external_id }) => external_id)).toEqual([...ids])
    for (const { posting } of postings) if (posting) checkImportable(board, posting)
  }
})

test('plain texts in CDATA come escaped as in HTML; a description stays HTML', async () => {
  const { postings } = await read(
    position(
      '16',
      `<department><![CDATA[Saws &amp; glue]]></department><jobDescriptions><jobDescription>
      <name>Tasks</name><value><![CDATA[<b>Saw</b> &amp; glue]]></value></jobDescription></jobDescriptions>`,
      '<![CDATA[Saint John&apos;s]]>',
    ).replace('Carpenter 16', '<![CDATA[Carpenter &amp; joiner]]>'),
  )
  expect(postings.map(({ posting }) => posting)).toMatchObject([
    {
      title: 'Carpenter & joiner',
      places: [{ text: "Saint John's" }],
      description_html: '<h3>Tasks</h3>\n<b>Saw</b> &amp; glue',
      source_fields: { fields: { department: { value: 'Saws & glue' } } },
    },
  ])
})
