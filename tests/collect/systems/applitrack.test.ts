import { expect, test } from 'bun:test'
import { readText } from '../../../src/collect/http/read-text'
import { applitrack } from '../../../src/collect/systems/applitrack'
import { type Answer, answering, boardOf, listed } from './answers'

const board = boardOf(applitrack)
const PAGE = 'https://www.applitrack.com/acme/onlineapp/default.aspx'
const LIST = 'https://www.applitrack.com/acme/onlineapp/jobpostings/Output.asp?all=1'

const page = (...lines: string[]): Answer => ({
  body: `<footer><ul id="contactInfo"><li><a href="https://acme.example">Acme Schools</a></li>${lines
    .map((line) => `<li>\n  ${line} </li>`)
    .join('')}</ul></footer>`,
})

const TOWN = page('1 Kiln Rd', 'East Reno, NV 89501')

const field = (label: string, ...values: string[]) =>
  `<li><span class="label" >${label}</span><br/>&nbsp;&nbsp;${values
    .map((value) => `<span class='normal'>${value}</span>`)
    .join('')}<br/><br/></li>`

interface Written {
  title?: string
  fields?: string
  text?: string
}

const FIELDS =
  field('Position Type:', 'Arts/', 'Kilns') +
  field('Date Posted:', '6/8/2026') +
  field('Location:', 'Reno High School ') +
  field(' Closing Date: ', '08/30/2026')

const row = (
  id: string,
  { title = "Potter's &amp; glazer's aide", fields = FIELDS, text }: Written = {},
) =>
  `<ul class='postingsList' id='p${id}'><table class='title'><tr><td id='wrapword' style='width: 950px'>${title}</td>` +
  `<td><span class='title2'> JobID: 1 </span></td></tr></table><div>${fields}<span>&nbsp&nbsp</span>` +
  `<span class="label" >Additional Information: &nbsp;</span><span class="normal"><a href="#"><u>Show/Hide</u></a></span>` +
  `<span id='DescriptionText${id}' style='display:none;'>${text ?? '<span class="normal"><p>Fire the <b>ware</b>.</p></span>'}<br />` +
  `<img src='https://www.applitrack.com/clear.gif' height=8><br /></span><div class='label'>` +
  `<a href='javascript:mail("mailto:?body=","I thought you would be interested in an employment opportunity I found at St. Acme&#39;s Schools. The position is Potter.")'>Email To A Friend</a></div></div></ul>`

const COUNT = (count: number) => `Viewing All Types&nbsp;(<b>${count}</b> openings)`
const STATE = `<a href='http://www.k12jobspot.com/nevada-teaching-jobs'>Nevada teaching jobs</a> at`
const END = '</form></div>'

/** The script that writes the parts, each with a call of its own. */
const script = (...parts: string[]): Answer => {
  const writes = [
    "<div id='AppliTrackOutput'><form><div>Openings as of 8/6/2026</div>",
    ...parts,
  ].map((part) => `document.write('${part.replaceAll("'", "\\'")}');\nvar h = 0\n`)
  return {
    body: `var winLoc = ''\n${writes.join('')}document.write(unescape("%3Cscript%3E"));`,
  }
}

const list = (...rows: string[]) => script(COUNT(rows.length), ...rows, STATE, END)

const listOf = async (answer: Answer, office: Answer = TOWN) => {
  const { fetch } = answering(applitrack, { [PAGE]: office, [LIST]: answer })
  return await listed(applitrack, board, fetch)
}

const postingOf = async (written: Written, office?: Answer, id = '101_') =>
  (await listOf(list(row(id, written)), office)).postings[0]?.posting

const nevada = { address: { region: 'Nevada', country: 'US' } }

test.each([
  [page('1 Kiln Rd', 'Reno, NV 89501-1234'), { city: 'Reno', region: 'Nevada', country: 'US' }],
  [page('Saskatoon, SK S7K 1M7'), { city: 'Saskatoon', region: 'Saskatchewan', country: 'CA' }],
  [page('Suite 5, 1 Kiln Rd', 'Reno, XX 89501', 'Reno, NV'), nevada.address],
  [{ body: '<html>Apply</html>' }, nevada.address],
  [{ status: 404 }, nevada.address],
])(
  'the place is the town of the page, or else the state of the list: case %#',
  async (office, address) => {
    expect((await postingOf({}, office))?.places).toEqual([{ address }] as never)
  },
)

test.each([
  ['474_142', field('Location:', 'Kiln house'), [nevada]],
  ['474_142', field('Location:', 'Sparks, Nevada'), [{ text: 'Sparks, Nevada' }]],
  // A place outside the state is no place for certain.
  ['474_142', field('Location:', 'Central Office, PA'), [nevada]],
  ['474_', field('Location:', 'Kiln house') + field('District:', 'Sparks Schools'), [nevada]],
])('a board that several employers share has no town: %s, case %#', async (id, fields, places) => {
  const posting = await postingOf({ fields }, TOWN, id)
  expect(posting?.places).toEqual(places)
  expect(posting?.external_id).toBe(id.replace(/_$/, ''))
})

test('the employer of a row counts more than that of the board', async () => {
  const fields = field('District:', 'Sparks Schools')
  expect(await postingOf({ fields }, TOWN, '474_142')).toMatchObject({
    organization: 'Sparks Schools',
  })
  const shared = list(row('474_142', { fields }), row('474_143'))
  expect(await listOf(shared)).toMatchObject({
    organization: undefined,
    incompleteReason: undefined,
  })
  expect(await listOf(list(row('1_'), row('2_')))).toMatchObject({
    organization: "St. Acme's Schools",
  })
})

test('without a page and a state, the place is the country that the operator gave', async () => {
  const answers = { [PAGE]: { status: 404 }, [LIST]: script(COUNT(1), row('1_'), END) }
  const { fetch } = answering(applitrack, answers)
  const [first] = (await listed(applitrack, board, fetch)).postings
  expect(first?.posting?.places).toEqual([])
  const ours = boardOf(applitrack, 'acme', { country: 'CA' })
  const [second] = (await listed(applitrack, ours, fetch)).postings
  expect(second?.posting?.places).toEqual([{ address: { country: 'CA' } }])
})

test.each([
  [{ fields: field('Date Posted:', '8/6/2026') }, { date_posted: '2026-08-06T00:00:00Z' }],
  // The list is of August 6.
  [{ fields: field('Date Posted:', '8/20/2026') }, { date_posted: null }],
  [{ fields: field('Date Posted:', '13/1/2026') }, { date_posted: null }],
  [{ fields: field(' Closing Date: ', 'Until filled') }, { date_valid_through: null }],
  [{ fields: field('Location:', 'Remote') }, { work_arrangement: 'remote' }],
  [
    { title: 'Potter – <font color=red>(Internal Only)</font>' },
    { title: 'Potter – (Internal Only)' },
  ],
  [
    { text: '<p><img src="data:image/png;base64,iVBORw0KGgo="></p></div></ul></span></td>' },
    { description_html: '<p><img src=""></p></div></ul></span></td>' },
  ],
])('what is stated: case %#', async (written, expected) => {
  expect(await postingOf(written)).toMatchObject(expected as never)
})

test('a posting without a description has none', async () => {
  const short = row('101_').replace(/<span id='DescriptionText.*clear\.gif' height=8>/, '')
  const { postings } = await listOf(list(short))
  expect(postings[0]?.posting).toMatchObject({
    description_html: null,
    title: "Potter's & glazer's aide",
  })
})

test('a posting with a row for each of its types is one', async () => {
  const types = (name: string) => ({ fields: field('Position Type:', 'Arts/', name) })
  const rows = [row('101_', types('Kilns')), row('102_'), row('101_', types('Glaze'))]
  const { postings, incompleteReason } = await listOf(list(...rows))
  expect([postings.length, incompleteReason]).toEqual([2, undefined])
  expect(postings[0]?.posting?.source_fields?.fields.positionTypes?.value).toEqual([
    'Arts/Glaze',
    'Arts/Kilns',
  ])
})

test('texts of the script end anywhere, also inside a posting', async () => {
  const whole = list(row('101_'), row('102_'))
  const rows = row('101_') + row('102_')
  const [one, two] = [rows.slice(0, 700), rows.slice(700)]
  const parts = script(COUNT(2), one, two, STATE, END)
  expect(await listOf(parts)).toEqual(await listOf(whole))
})

test('a list is whole when its count is that of its rows', async () => {
  expect(await listOf(list(row('1_'), row('2_')))).toMatchObject({ incompleteReason: undefined })
  expect(await listOf(script(COUNT(1229), row('1_'), END))).toMatchObject({
    incompleteReason: 'the list has 1 rows, and its total is 1229',
  })
  expect(await listOf(script(row('1_'), END))).toMatchObject({
    incompleteReason: 'the list does not say how many postings it has',
  })
})

test('a script that is cut off is no proof', async () => {
  const body = String(list(row('1_'), row('2_')).body)
  const early = { incompleteReason: 'the script ends early' }
  expect(await listOf({ body: body.slice(0, body.indexOf('nevada-teaching')) })).toMatchObject(
    early,
  )
  expect(await listOf(script(COUNT(1), row('1_')))).toMatchObject(early)
})

test('an empty list that says so is a proof', async () => {
  const empty = { postings: [], incompleteReason: undefined }
  expect(await listOf(script(COUNT(0), END))).toMatchObject(empty)
  expect(await listOf(script('&nbsp;(no results)', END))).toMatchObject(empty)
  expect(await listOf(script('We do not have any openings.', END))).toMatchObject(empty)
  expect(await listOf(script('Back soon', END))).toMatchObject({
    incompleteReason: 'the list does not say how many postings it has',
  })
})

test('a row without a title is named', async () => {
  const { postings, unreadable, incompleteReason } = await listOf(
    list(row('1_'), row('2_', { title: '' })),
  )
  expect([postings.length, incompleteReason]).toEqual([1, undefined])
  expect(unreadable).toMatchObject([{ external_id: '2' }])
})

test('Windows-1252 is read, which no header names', async () => {
  const bytes = Buffer.from(
    String(list(row('1_', { title: 'Potter \u0096 nights' })).body),
    'latin1',
  )
  const answer = new Response(bytes, { headers: { 'content-type': 'text/javascript' } })
  const { postings } = await listOf({ body: await readText(answer, 1_000_000) })
  expect(postings[0]?.posting?.title).toBe('Potter – nights')
})

test.each([404, 410])('%d: there is no such board', async (status) => {
  const { fetch } = answering(applitrack, { [PAGE]: { status }, [LIST]: { status } })
  expect(await applitrack.list(board, fetch)).toEqual({
    kind: 'missing',
    reason: `${LIST} answered ${status}`,
  })
})

test.each([
  [{ status: 500 }, 'status 500'],
  [{ body: '<html>Back soon</html>' }, 'answered without a list of postings'],
])('a list that fails is no absence: %p', async (answer, message) => {
  const { fetch } = answering(applitrack, { [PAGE]: TOWN, [LIST]: answer })
  await expect(applitrack.list(board, fetch)).rejects.toThrow(message)
})

test('a row of the older page has its title and its text elsewhere', async () => {
  const older =
    `<ul class='postingsList' id='p5482_'><li class='title'>Kiln &amp; glaze aide<span class='title2' style='float:right;'> JobID: 5482 ` +
    `<input type='button' value=' Apply ' class='screenOnly' /></span></li><li>&nbsp;</li><div>${FIELDS}<span>&nbsp&nbsp</span>` +
    `<span class="normal"><p>Fire the <b>ware</b>.</p></span><br /><img src='https://www.applitrack.com/clear.gif' height=8><br /></div></ul>`
  expect((await listOf(script(older, STATE, END))).postings).toMatchObject([
    {
      external_id: '5482',
      posting: {
        title: 'Kiln & glaze aide',
        date_posted: '2026-06-08T00:00:00Z',
        places: [{ address: { city: 'East Reno' } }],
        description_html: '<span class="normal"><p>Fire the <b>ware</b>.</p></span>',
        source_fields: { fields: { location: { value: 'Reno High School' } } },
      },
    },
  ])
})
