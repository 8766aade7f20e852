import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { exactSourceFields, hasMoreValues } from '../../../../src/catalogue/import/line/line-json'

/** The plain way: every number of the line as it was written. */
function readWhole(line: string): unknown {
  const value = JSON.parse(line, (_, value, { source }) =>
    typeof value === 'number' ? JSON.rawJSON(source) : value,
  ) as { source_fields: unknown }
  return value.source_fields
}

const NUMBERS = ['12345678901234567890', '1.0', '1e2', '-0', '7', '0.1000000000000000055511']

/** JSON texts, with the name of the member in every place where it is none. */
const { text } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...NUMBERS),
    fc.constantFrom('"source_fields"', String.raw`"\"source_fields"`, '"a"', 'null'),
    fc.array(tie('text'), { maxLength: 3 }).map((items) => `[${items}]`),
    fc
      .tuple(fc.constantFrom('"source_fields"', '"a"', String.raw`"\"source_fields"`), tie('text'))
      .map(([name, value]) => `{${name}: ${value}}`),
  ),
}))

const members = fc.array(fc.tuple(fc.constantFrom('"a"', String.raw`"\"source_fields"`), text), {
  maxLength: 3,
})

test('source fields are those of the line, with every number as it was written', () => {
  fc.assert(
    fc.property(members, text, members, (before, sourceFields, after) => {
      const all = [...before, ['"source_fields"', sourceFields], ...after]
      const line = `{${all.map(([name, value]) => `${name}:${value}`)}}`
      const { source_fields: read } = JSON.parse(line)
      const exact = exactSourceFields(line, read)
      expect(JSON.stringify(exact)).toBe(JSON.stringify(readWhole(line)))
    }),
    { numRuns: 1_000 },
  )
})

test('they are found under a name that is written with escapes', () => {
  const line = String.raw`{"source\u005ffields":{"a":1.0}}`
  expect(JSON.stringify(exactSourceFields(line, { a: 1 }))).toBe('{"a":1.0}')
})

test('elements and members count as values, at every depth', () => {
  const value = { a: [1, { b: null, c: [] }], d: {} }
  expect([hasMoreValues(value, 6), hasMoreValues(value, 5)]).toEqual([false, true])
})
