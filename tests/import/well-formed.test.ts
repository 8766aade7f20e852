import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { wellFormed } from '../../src/import/well-formed'

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
    expect(wellFormed(json)).toBe(expected)
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
    expect(wellFormed(json)).toBe(json)
  })
})

test('the text reads as if its strings had been decoded from UTF-8', () => {
  const piece = fc.constantFrom('\\', 'ud83d', 'ude00', '\ud83d', '\ude00', '"', '\n', 'é')
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, (value) => {
      expect(JSON.parse(wellFormed(JSON.stringify(value)))).toBe(value.toWellFormed())
    }),
    { numRuns: 1_000 },
  )
})
