import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readAddress, readBoardList } from '../../../src/collect/read-board-list'
import { SYSTEMS } from '../../../src/collect/systems/index'

test('docs/collecting.md lists the systems, and which of them have details', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../docs/collecting.md')).text()
  const rows = [...page.matchAll(/^\| `([a-z]+)` +\| `\S+` +\| (yes)? *\|/gm)]
  expect(rows.map(([, source, details]) => [source, details === 'yes'])).toEqual(
    SYSTEMS.map(({ source, detail }) => [source, detail !== undefined]),
  )
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
