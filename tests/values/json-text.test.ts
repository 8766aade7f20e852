import { expect, test } from 'bun:test'
import { jsonIntegers } from '../../src/values/json-text'

test.each([
  [[], '[]'],
  [[1], '[1]'],
  [[1, 9, 10, 99, 100, 12_345_678, 999_999_999], '[1,9,10,99,100,12345678,999999999]'],
  [[2 ** 32, 2 ** 53 - 1], '[4294967296,9007199254740991]'],
])('%p as JSON', (integers, text) => {
  const bytes = jsonIntegers(Float64Array.from(integers), () => true)
  expect(Buffer.from(bytes).toString()).toBe(text)
})

test('only the integers that are asked for', () => {
  const bytes = jsonIntegers(Float64Array.of(10, 20, 30, 40), (index) => index % 2 === 1)
  expect(Buffer.from(bytes).toString()).toBe('[20,40]')
})
