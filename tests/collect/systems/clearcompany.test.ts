import { expect, test } from 'bun:test'
import { clearcompany } from '../../../src/collect/systems/clearcompany'
import {
  type Answer,
  answering,
  boardOf,
  collected,
  detailFrom,
  listed,
  listFrom,
  recordings,
  testGone,
  testRecordings,
} from './answers'

const board = boardOf(clearcompany)
const LIST = 'https://acme.hrmdirect.com/employment/xml.php'
const POSTING = 'https://acme.hrmdirect.com/employment/job-opening.php?req=101'

const job = (id: number, more: Record<string, string> = {}) => {
  const members = {
    title: 'Kiln operator',
    office: 'Kiln house',
    department: 'Kilns',
    date: 'Fri, 07 Aug 2026 04:00:00 +0100',
    referencenumber: String(id),
    customreqid: '7',
    url: `http://acme.hrmdirect.com/employment/view.php?req=${id}`,
    company: 'Acme & Sons',
    city: 'Reno',
    state: 'NV',
    country: 'UNITED STATES',
    applylink: `https://apply.hrmdirect.com/resumedirect/ApplyOnline/Apply.aspx?req_id=${id}`,
    descriptionrich: '<p>Fire the ware',
    ...more,
  }
  const lines = Object.entries(members).map(
    ([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`,
  )
  return `<job>${lines.join('\n')}</job>`
}

const feed = (...jobs: string[]): Answer => ({
  body: `<?xml version="1.0" encoding="UTF-8"?>
<source>
<publisher>HRM Direct</publisher>
${jobs.join('\n')}</source>
 `,
})

const page = (
  fields: Record<string, string> = {},
  text = '<p>Fire the <b>ware</b>.</p>',
): Answer => {
  const rows = Object.entries(fields).map(
    ([name, value]) =>
      `<tr>\t<td class="viewFieldName" ><b>${name}:</b></td>\n\t<td class="viewFieldValue">${value}<br></td></tr>`,
  )
  return {
    body: `<html><div class="hrmWelcomeContent"><h2>Join us</h2></div><div class="reqResult"><h2>Kiln operator</h2>
<table class="viewFields">${rows.join('')}</table><div class="jobDesc">${text}</div></div></html>`,
  }
}

const CLOSED: Answer = {
  body: `<p>\n<br/>\n\tOops! The position you're looking for does not exist.\n<br/></p>`,
}

test('a posting with a row for each place is one with all of them', async () => {
  const rows = [job(101), job(101, { city: '', state: 'OR' }), job(101), job(102, { city: 'Bend' })]
  const { fetch } = answering(clearcompany, {
    [LIST]: feed(...rows),
    [POSTING]: page(),
    [POSTING.replace('101', '102')]: page(),
  })
  const postings = await collected(clearcompany, board, fetch)
  const places = postings.map((posting) => new Set(posting.places))
  const country = 'UNITED STATES'
  expect(places).toEqual([
    new Set([
      { address: { city: 'Reno', region: 'NV', country } },
      { address: { region: 'OR', country } },
    ]),
    new Set([{ address: { city: 'Bend', region: 'NV', country } }]),
  ])
})

test.each([
  [{ office: 'Remote' }, {}, { work_arrangement: 'remote' }],
  [{}, { 'Workplace Type': 'Hybrid' }, { work_arrangement: 'hybrid' }],
  [{}, { 'Employment Type': 'Part Time' }, { employment_type: ['PART_TIME'] }],
  [{}, { Salary: 'Salary 35+' }, { salary: null }],
  [{ date: '' }, {}, { date_posted: null }],
  [{ title: 'Potter \u0096 nights' }, {}, { title: 'Potter – nights' }],
  [{ city: '', state: '', country: '' }, {}, { places: [] }],
])('what is stated: case %#', async (members, fields, expected) => {
  const { fetch } = answering(clearcompany, {
    [LIST]: feed(job(101, members)),
    [POSTING]: page(fields),
  })
  const [posting] = await collected(clearcompany, board, fetch)
  expect(posting).toMatchObject(expected as never)
})

test('a list that ends early is no proof, and an empty one is', async () => {
  const { body } = feed(job(101), job(102))
  const cut = String(body).slice(0, -40)
  const found = await listFrom(clearcompany, { body: cut })
  expect(found).toMatchObject({ incompleteReason: 'the XML ends early' })
  expect(await listFrom(clearcompany, feed())).toMatchObject({
    postings: [],
    incompleteReason: undefined,
  })
})

test('rows that cannot be read are named, and the employer is that of all rows', async () => {
  const { fetch } = answering(clearcompany, { [LIST]: feed(job(101), job(102, { title: '-' })) })
  const { postings, unreadable, organization } = await listed(clearcompany, board, fetch)
  expect([postings.length, organization]).toEqual([1, 'Acme & Sons'])
  expect(unreadable).toMatchObject([{ external_id: '102' }])
})

test.each([404, 410])('%d: there is no such board', async (status) => {
  expect(await listFrom(clearcompany, { status })).toMatchObject({ kind: 'missing' })
})

const detailOf = (answer: Answer) =>
  detailFrom(
    clearcompany,
    board,
    { external_id: '101', url: POSTING, reference: '{"title":"Potter"}' },
    answer,
  )

testGone(detailOf)

test('a page that says so is gone, and one without a posting is an error', async () => {
  expect(await detailOf(CLOSED)).toBeUndefined()
  await expect(detailOf({ body: '<html>Back soon</html>' })).rejects.toThrow(
    'has neither a description nor says that the posting is closed',
  )
})

testRecordings('recorded lists of ClearCompany are read', async () => {
  for (const [, body] of await recordings('clearcompany')) {
    const found = await listFrom(clearcompany, { body })
    expect(found).toMatchObject({ kind: 'listed', unreadable: [], incompleteReason: undefined })
  }
})

test('plain texts come escaped as in HTML, inside CDATA', async () => {
  const names = { title: 'Senior FP&amp;A Analyst', department: 'R&amp;D', office: 'Kiln &#38; Co' }
  const { fetch } = answering(clearcompany, { [LIST]: feed(job(101, names)), [POSTING]: page() })
  expect(await collected(clearcompany, board, fetch)).toMatchObject([
    {
      title: 'Senior FP&A Analyst',
      source_fields: {
        fields: { department: { value: 'R&D' }, office: { value: 'Kiln & Co' } },
      },
    },
  ])
})
