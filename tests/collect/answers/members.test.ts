import { expect, test } from 'bun:test'
import { textAt } from '../../../src/collect/answers/members'

test.each([
  [7, '7'],
  [7.5, '7.5'],
  [' 7 ', '7'],
  [9007199254740991, '9007199254740991'],
  // Its digits are not those that were published.
  [JSON.parse('9007199254740993'), undefined],
  [1e308, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [' ', undefined],
  [['7'], undefined],
])('%p as text is %p', (value, text) => {
  expect(textAt({ value }, 'value')).toBe(text)
})
