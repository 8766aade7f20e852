import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { readAddress } from '../../../src/collect/read-board-list'
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
