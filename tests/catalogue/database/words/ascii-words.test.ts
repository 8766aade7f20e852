import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { hashWord, scanAsciiWords } from '../../../../src/catalogue/database/words/ascii-words'
import { analyze, MAX_WORD_LENGTH } from '../../../../src/text/search/index/analyzer'

describe('the words are those of analyze', () => {
  test.each([
    'C C++ C# F# .NET c+ + c+++ C++17 VC++ 3C# C#.NET',
    'ASP.NET .NET8 foo.network ...net ..NET .net.net .NE',
    `${'x'.repeat(MAX_WORD_LENGTH)}c++ ${'x'.repeat(MAX_WORD_LENGTH + 1)}`,
    `Senior/Lead "R&D" l'ingenieur a\0b\n\tc`,
    'c',
    'c+',
    'C#',
    '.net',
    '',
  ])('%j', (text) => {
    expect(scannedWords(text)).toEqual(analyze(text))
  })

  test('for any ASCII text', () => {
    const pieces = fc.constantFrom(...' .+#cCfFnNeEtT8-', '.net', 'c++', 'c#', 'x'.repeat(63))
    const text = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'binary-ascii' })), (value) => {
        expect(scannedWords(value)).toEqual(analyze(value))
      }),
      { numRuns: 1_000 },
    )
  })
})

test('it stops when no more words are taken', () => {
  const starts: number[] = []
  scanAsciiWords(new TextEncoder().encode('a b c d\0'), 0, 7, (start) => starts.push(start) < 2)
  expect(starts).toEqual([0, 2])
})

test('words that a plain polynomial cannot tell apart have hashes of their own', () => {
  const words = Array.from({ length: 2 ** 12 }, (_, number) =>
    Array.from({ length: 12 }, (_, bit) => ((number >> bit) & 1 ? 'ap' : 'c2')).join(''),
  )
  const bytes = words.map((word) => new TextEncoder().encode(word))
  const hashes = new Set(bytes.map((word) => hashWord(word, 0, word.length)))
  expect(hashes.size).toBeGreaterThan(words.length - 5)
})

/** Read between other texts, which must not matter. */
function scannedWords(text: string): string[] {
  const bytes = new TextEncoder().encode(`\0${text}\0net`)
  const words: string[] = []
  scanAsciiWords(bytes, 1, 1 + text.length, (start, end) => {
    words.push(new TextDecoder().decode(bytes.subarray(start, end)))
    return true
  })
  return words
}
