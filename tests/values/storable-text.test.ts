import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  storable,
  storableJson,
  storableText,
  wellFormedJson,
} from '../../src/values/storable-text'

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

describe('half a character becomes U+FFFD', () => {
  test.each([
    [String.raw`"\ud800"`, String.raw`"\ufffd"`],
    [String.raw`"a \uDFFF\uDBFF b"`, String.raw`"a \ufffd\ufffd b"`],
    [String.raw`"\ude00\ud83d"`, String.raw`"\ufffd\ufffd"`],
    [String.raw`"\ud83d\ud83d\ude00\ude00"`, String.raw`"\ufffd\ud83d\ude00\ufffd"`],
    [String.raw`"\\\ud800"`, String.raw`"\\\ufffd"`],
    [String.raw`"\\ud83d\ude00"`, String.raw`"\\ud83d\ufffd"`],
    [String.raw`"\ud83d\\ude00"`, String.raw`"\ufffd\\ude00"`],
    [String.raw`{"\ud800":"\n\ud800"}`, String.raw`{"\ufffd":"\n\ufffd"}`],
  ])('%s', (json, expected) => {
    expect(wellFormedJson(json)).toBe(expected)
  })
})

describe('everything else stays', () => {
  test.each([
    String.raw`"\ud83d\ude00\uD83D\uDE00"`,
    String.raw`"\\ud800"`,
    String.raw`"\ud7ff\ue000\u00e9"`,
    '"😀 é"',
    String.raw`"\Ud800"`,
    String.raw`"\ud8"`,
    String.raw`"\ud8 00"`,
  ])('%s', (json) => {
    expect(wellFormedJson(json)).toBe(json)
  })
})

test('the text reads as if its strings had been decoded from UTF-8', () => {
  const piece = fc.constantFrom('\\', 'ud83d', 'ude00', '\ud83d', '\ude00', '"', '\n', 'é')
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (value) => {
      expect(JSON.parse(wellFormedJson(JSON.stringify(value)))).toBe(value.toWellFormed())
    }),
    { numRuns: 5_000 },
  )
})
