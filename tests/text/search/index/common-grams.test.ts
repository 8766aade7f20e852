import { expect, test } from 'bun:test'
import { htmlToText } from '../../../../src/catalogue/import/job/html-text'
import { sampleLines } from '../../../../src/sample/sample-lines'
import { analyze } from '../../../../src/text/search/index/analyzer'
import {
  COMMON_WORDS,
  commonNumber,
  MAX_PAIRS,
  pairTermOf,
} from '../../../../src/text/search/index/common-grams'

test('no word stands twice, and each is one word', () => {
  expect(new Set(COMMON_WORDS).size).toBe(COMMON_WORDS.length)
  expect(analyze(COMMON_WORDS.join(' '))).toEqual([...COMMON_WORDS])
})

test('each pair has a term of its own, of the same length, that begins as no word does', () => {
  const terms = Array.from({ length: MAX_PAIRS }, (_, pair) => pairTermOf(pair))
  expect(new Set(terms).size).toBe(MAX_PAIRS)
  expect(terms.filter((term) => Buffer.byteLength(term) !== 3)).toEqual([])
  const signs = new Set(terms.map((term) => term.slice(0, 1)))
  expect([...signs].filter((sign) => analyze(`${sign}net`).at(0)?.startsWith(sign))).toEqual([])
})

test('the words that three tenths of all postings have are common', () => {
  const names = /\p{Lu}\p{L}+|\d+/gu
  const texts = Array.from(sampleTexts(1_000), (text) => text.replaceAll(names, ' '))
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of new Set(analyze(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const frequent = [...counts].filter(([, count]) => count >= 0.3 * texts.length)
  const words = frequent.map(([word]) => word)
  expect(words).toEqual(expect.arrayContaining(['experience', 'team']))
  expect(words.filter((word) => commonNumber(word) === 0)).toEqual([])
})

function* sampleTexts(jobs: number): Generator<string> {
  const until = new Date('2026-11-20T00:00:00Z')
  for (const line of sampleLines({ jobs, random: 1, until })) {
    if (!('title' in line)) continue
    const { title, description_text, description_html } = line
    yield `${title} ${description_text ?? htmlToText(description_html ?? '')}`
  }
}
