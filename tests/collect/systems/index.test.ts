import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readAddress } from '../../../src/collect/names/read-address'
import { readBoardList } from '../../../src/collect/names/read-board-list'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { writtenLists } from './written-lists'

test('docs/systems.md lists the systems, and which of them have details', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/systems.md')).text()
  const rows = [...page.matchAll(/^\| `([a-z]+)` +\| `\S+` +\| (yes)? *\|/gm)]
  expect(rows.map(([, source, details]) => [source, details === 'yes'])).toEqual(
    SYSTEMS.map(({ source, detail }) => [source, detail !== undefined]),
  )
})

test('docs/collecting-at-scale.md has the limit of each system', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/collecting-at-scale.md')).text()
  const rows = [...page.matchAll(/^\| ([\d,]+)( for each host)? +\| (.+?) +\|$/gm)]
  const documented = rows.flatMap(([, limit = '', each, names = '']) =>
    names.split(', ').map((name) => [name, Number(limit.replaceAll(',', '')), each !== undefined]),
  )
  const limits = SYSTEMS.map(({ name, limits: { minIntervalMs, isPerHost = false } }) => [
    name,
    Math.round(3_600_000 / minIntervalMs),
    isPerHost,
  ])
  expect(documented.toSorted()).toEqual(limits.toSorted())
})

test('other files name and count the systems; after a change, run: bun tests/collect/systems/write-lists.ts', async () => {
  for (const [file, text] of await writtenLists()) {
    const found = await Bun.file(file).text()
    if (file.endsWith('.json')) expect(JSON.parse(found)).toEqual(JSON.parse(text))
    else expect(found).toBe(text)
  }
})

test.each(SYSTEMS.map(({ source, example }) => [source, example]))(
  'the example of %s is one of its boards: %s',
  (source, example) => {
    expect(readAddress(example, SYSTEMS).source).toBe(source)
  },
)

test.each([
  ['workday/acme/External', 'host', 'https://acme.wd5.myworkdayjobs.com/en-US/External'],
  ['successfactors/acme', 'host', 'https://career4.successfactors.com/career?company=acme'],
  [
    'taleo/tbe/ACME/41',
    'host and instance',
    'https://acme.taleo.net/careersection/2/jobsearch.ftl',
  ],
])('%s is not added without its %s', (name, missing, example) => {
  expect(() => readAddress(name, SYSTEMS)).toThrow(
    `${name} does not say its ${missing}; add the address of the board, such as ${example}, or give it as settings`,
  )
})

test.each([
  ['greenhouse', 'regoin=eu', "settings: 'regoin': unknown setting; did you mean region?"],
  ['brassring', 'locatoin=x', "settings: 'locatoin': unknown setting; did you mean location?"],
  ['ashby', 'host=x', "settings: 'host': unknown setting; Ashby has prefer"],
])('misspelt settings are refused: %s %s', (source, settings, message) => {
  const slug = source === 'brassring' ? '1/2' : 'acme'
  const [board] = readBoardList(`source,slug,settings\n${source},${slug},${settings}`, SYSTEMS)
  expect(board).toMatchObject({ message: `line 2: ${message}` })
})

test('a name that needs settings is added with them, and other names without', () => {
  const csv = `source,slug,settings
workday,acme/External,host=acme.wd5.myworkdayjobs.com
workday,acme/Campus,
taleo,acme/2,`
  const [first, second, third] = readBoardList(csv, SYSTEMS)
  expect(first).toMatchObject({ settings: { host: 'acme.wd5.myworkdayjobs.com' } })
  expect(String(second)).toMatch(/line 3: workday\/acme\/Campus does not say its host/)
  expect(third).toEqual({ source: 'taleo', slug: 'acme/2' })
})

test.each([
  'lever/../x',
  'lever/acme\nnext',
  'lever/acme\u001b[2J',
  'ashby/../../../etc/passwd',
  'greenhouse/acme?x=1',
  'breezy/acme.example#',
  'bamboohr/acme.evil',
  'jibe/10.0.0.1',
  'jibe/jobs.acme.example:8080',
  'jibe/localhost',
  'oracle/10.0.0.1/CX_1',
  'oracle/acme.fa.us2.oraclecloud.com/CX_1/more',
  'brassring/25000',
  'taleo/acme/../2',
  'smartrecruiters/Acme/../Other',
  // Hosts of the vendors themselves.
  'icims/cdn02',
  'breezy/developer',
  'recruitee/auth',
])('%j is no name of a board', (name) => {
  expect(() => readAddress(name, SYSTEMS)).toThrow('cannot be a board of')
})

test.each([
  'careerpage/acme.example@evil.example',
  'https://acme.example@jobs.lever.co/acme',
  'careerpage/user:password@acme.example',
])('%s names a user, and no board', (address) => {
  expect(() => readAddress(address, SYSTEMS)).toThrow(/expected a host|is not a board/)
})

test.each(['ashby/Jerry.ai', 'lever/Acme Co', 'greenhouse/a-b_c', 'jibe/jobs.acme.example'])(
  '%s is a name of a board',
  (name) => {
    expect(readAddress(name, SYSTEMS)).toMatchObject({ slug: name.slice(name.indexOf('/') + 1) })
  },
)

test('the operator has to turn SmartRecruiters on', () => {
  const optIns = SYSTEMS.flatMap(({ source, optIn }) => (optIn ? [[source, optIn.setting]] : []))
  expect(optIns).toEqual([['smartrecruiters', 'COLLECT_SMARTRECRUITERS']])
})

test("a host that is no vendor's is asked for a board of it alone", () => {
  const host = 'jobs.acme.example'
  expect(SYSTEMS.filter(({ isHost }) => isHost(host))).toEqual([])
  const slugs = { careerpage: host, jibe: host, oracle: `${host}/CX`, phenom: host, radancy: host }
  for (const [source, slug] of Object.entries(slugs)) {
    const system = SYSTEMS.find((one) => one.source === source)
    expect(system?.isHost(host, { slug })).toBe(true)
  }
})
