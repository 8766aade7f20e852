import { hashWord } from './ascii-words'
import text from './common-words.txt' with { type: 'text' }
import type { WordPositions } from './word-positions'

/**
 * The words that a quarter of all postings have, in real postings or in the sample, and the words that most French
 * postings have; the most frequent first. Two of them side by side are a term of the index, as with `common_grams` in
 * Elasticsearch: a phrase of them is found in the index alone, where the words of nearly every job would be read
 * otherwise. Change the list only together with `ANALYZER_VERSION`.
 */
export const COMMON_WORDS: readonly string[] = text.trim().split(/\s+/)

const numbers = new Map(COMMON_WORDS.map((word, index) => [word, index + 1]))

/** From 1; 0 for a word that is not common. */
export function commonNumber(word: string): number {
  return numbers.get(word) ?? 0
}

/** The pairs of common words that have a number, from 0. */
export const MAX_PAIRS = COMMON_WORDS.length ** 2

/** The number of two common words side by side; both are numbers from 1. */
export function pairNumber(left: number, right: number): number {
  return (left - 1) * COMMON_WORDS.length + right - 1
}

/** The term of two words side by side; undefined unless both are common. */
export function pairTerm(left: string, right: string): string | undefined {
  const [leftNumber, rightNumber] = [commonNumber(left), commonNumber(right)]
  if (leftNumber === 0 || rightNumber === 0) return undefined
  return pairTermOf(pairNumber(leftNumber, rightNumber))
}

/** In bytes of ASCII. */
export const PAIR_TERM_LENGTH = 3

/** Begins with a sign that begins no word of the analyzer. */
export function pairTermOf(pair: number): string {
  const [first, second, third] = [
    Math.floor(pair / PLACES ** 2),
    Math.floor(pair / PLACES) % PLACES,
    pair % PLACES,
  ]
  return `${SIGNS[first]}${FOLLOWING[second]}${FOLLOWING[third]}`
}

const SIGNS = '!"$%&()*,-/:;<=>?@[]^_`{|}~'

/** Printable ASCII without the two characters that the text of a tsquery doubles. */
const FOLLOWING = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  .filter((character) => character !== "'" && character !== '\\')
  .join('')
const PLACES = FOLLOWING.length

/** The distinct numbers of the pairs of a document, in the order of their first positions. */
export function pairNumbers(positions: WordPositions): Set<number> {
  const commonAt = new Map<number, number>()
  for (const [word, places] of positions) {
    const number = commonNumber(word)
    if (number > 0) for (const place of places) commonAt.set(place, number)
  }
  const pairs = new Set<number>()
  for (const [place, left] of [...commonAt].sort(([a], [b]) => a - b)) {
    const right = commonAt.get(place + 1)
    if (right !== undefined) pairs.add(pairNumber(left, right))
  }
  return pairs
}

/** As `commonNumber`, of the ASCII bytes of a word; `hash` is its `hashWord`. */
export function commonNumberOf(text: Uint8Array, start: number, end: number, hash: number): number {
  let slot = hash % SLOTS
  for (;;) {
    const number = slots[slot] ?? 0
    if (number === 0 || isWord(number, text, start, end)) return number
    slot = (slot + 1) % SLOTS
  }
}

/** The words as bytes. */
const bytes = COMMON_WORDS.map((word) => new TextEncoder().encode(word))

/** Four times as many slots as words, so that few words share one. */
const SLOTS = 2_048

/** By hash: the number of a word, or 0. */
const slots = new Uint16Array(SLOTS)
for (const [index, word] of bytes.entries()) {
  let slot = hashWord(word, 0, word.length) % SLOTS
  while (slots[slot] !== 0) slot = (slot + 1) % SLOTS
  slots[slot] = index + 1
}

function isWord(number: number, text: Uint8Array, start: number, end: number): boolean {
  const word = bytes[number - 1]
  if (word === undefined || word.length !== end - start) return false
  for (let at = 0; at < word.length; at += 1) if (word[at] !== text[start + at]) return false
  return true
}
