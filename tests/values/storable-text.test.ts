import { expect, test } from 'bun:test'
import { storable, storableJson, storableText } from '../../src/values/storable-text'

test.each([
  ['plain é 😀', 'plain é 😀'],
  ['a\0b', 'a\ufffdb'],
  ['half \ud83d', 'half \ufffd'],
  ['\udc00', '\ufffd'],
])('%j', (text, stored) => {
  expect(storableText(text)).toBe(stored)
})

test.each([
  [String.raw`{"a":"\u0000"}`, { a: '\ufffd' }],
  [String.raw`{"a":"\ud83d"}`, { a: '\ufffd' }],
  [String.raw`{"a":"\uDE00\ud83d\ude00"}`, { a: '\ufffd😀' }],
  // An escaped backslash before the letters of an escape.
  [String.raw`{"a":"\\u0000"}`, { a: String.raw`\u0000` }],
  [String.raw`{"a":"\\\u0000"}`, { a: '\\\ufffd' }],
  ['{"a\0":1}', { 'a\ufffd': 1 }],
])('%s', (json, value) => {
  expect(JSON.parse(storableJson(json))).toEqual(value)
})

test('all texts of a value, and nothing else', () => {
  const at = new Date(0)
  expect(storable(at)).toBe(at)
  expect(storable(null)).toBeNull()
  expect<object>(storable({ a: ['\0', 1, { '\ud800': '\udfff' }] })).toEqual({
    a: ['\ufffd', 1, { '\ufffd': '\ufffd' }],
  })
})
