import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { countMembers, countNames, firstDuplicate } from '../../src/import/json-members'

/** JSON texts with and without duplicate members, and whether they have any. */
const name = fc.constantFrom('a', 'b', '', '"', '\\', '\\"', ':', '{', ',', '\u2028', '__proto__')
const space = fc.constantFrom('', ' ', '\n\t')
const { value } = fc.letrec<{ value: { text: string; isDuplicated: boolean } }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('1', 'null', '"a"', '"\\\\"', '"\\":"', '"{\\"a\\":1,"').map((text) => ({
      text,
      isDuplicated: false,
    })),
    fc.array(tie('value'), { maxLength: 3 }).map((items) => ({
      text: `[${items.map(({ text }) => text)}]`,
      isDuplicated: items.some(({ isDuplicated }) => isDuplicated),
    })),
    fc.array(fc.tuple(name, space, tie('value')), { maxLength: 3 }).map((members) => ({
      text: `{${members.map(([key, blank, { text }]) => `${JSON.stringify(key)}${blank}:${text}`)}}`,
      isDuplicated:
        new Set(members.map(([key]) => key)).size < members.length ||
        members.some(([, , { isDuplicated }]) => isDuplicated),
    })),
  ),
}))

test('a text has more names than its value has members when a member is duplicate', () => {
  fc.assert(
    fc.property(value, ({ text, isDuplicated }) => {
      expect(countNames(text) > (countMembers([JSON.parse(text)]) ?? 0)).toBe(isDuplicated)
      expect(firstDuplicate(text) !== undefined).toBe(isDuplicated)
    }),
    { numRuns: 5_000 },
  )
})

test('a depth limits the search', () => {
  expect(firstDuplicate('{"a":{"b":1,"b":1}}', 1)).toBeUndefined()
  expect(firstDuplicate('{"a":{"b":1},"a":1}', 1)).toEqual(['a'])
})
