import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { locateWords } from '../../../../../src/service/pages/explore/browser/results/locate-words'
import { analyze } from '../../../../../src/text/search/index/analyzer'

test.each([
  ['Ingénieur C++ (Île-de-France)', ['Ingénieur', 'C++', 'Île', 'de', 'France']],
  // Decomposed, and a ligature.
  ['re\u0301gime oﬃce', ['re\u0301gime', 'oﬃce']],
  ['ASP.NET 𝐁old 😀 x', ['ASP', '.NET', '𝐁old', 'x']],
])('the words of %s are where they are written', (text, written) => {
  expect(locateWords(text).map(({ start, end }) => text.slice(start, end))).toEqual(written)
})

test('the words are those of the analyzer, in order, and each is in its place', () => {
  const unit = fc.oneof(
    fc.constantFrom('é', 'ﬃ', 'C++', '.NET', ' ', "l'", 'ß', 'x'),
    fc.string({ unit: 'binary' }),
  )
  const texts = fc.array(unit, { maxLength: 20 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(texts, (text) => {
      const words = locateWords(text)
      expect(words.map(({ word }) => word)).toEqual(analyze(text))
      let before = 0
      for (const { start, end } of words) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        before = start
      }
    }),
  )
})
