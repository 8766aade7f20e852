import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatTable, printable } from '../../../src/commands/terminal/output'

test('a terminal gets no control character, and lines stay', () => {
  expect(printable('a\u001b[2Jb\rc\u009bd\u202ee\tf\ng')).toBe(
    `${String.raw`a\u001b[2Jb\u000dc\u009bd\u202ee\u0009f`}\ng`,
  )
  expect(JSON.parse(printable(JSON.stringify('\u009b\u007f')))).toBe('\u009b\u007f')
})

test('a cell of a table stays in its row', () => {
  expect(formatTable(['BOARD'], [['lever/a\nb\u001b[1m']])).toBe('BOARD\nlever/a\\nb\\u001b[1m')
})

test('commands print with the functions of output.ts alone', () => {
  const folder = join(import.meta.dir, '../../../src/commands')
  const printing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') &&
      name !== 'terminal/output.ts' &&
      /console\.(?:log|error|warn|info)\(|std(?:out|err)\.write\(/.test(
        readFileSync(join(folder, name), 'utf8'),
      ),
  )
  // The request log, whose lines are JSON or made of checked fields.
  expect(printing).toEqual(['serve/serve.ts'])
})
