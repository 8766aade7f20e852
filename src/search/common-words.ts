import { hashWord } from './ascii-words'
import text from './common-words.txt' with { type: 'text' }

/**
 * The words that one posting of a hundred has, in English and French and of all trades. First the 4,096 of real postings,
 * the most frequent first; these were in English, and most of them of software firms, so the words follow that one of a
 * hundred has in the sample, which is of the whole labour market, and frequent ones of French. Where they stand is kept in
 * lists by word, see `word-list.ts`: a phrase of other words is sought in so few texts that these are read instead. Changed
 * only together with `ANALYZER_VERSION`.
 */
export const COMMON_WORDS: readonly string[] = text.trim().split(/\s+/)

const numbers = new Map(COMMON_WORDS.map((word, index) => [word, index + 1]))

/** From 1; 0 for a word that is not common. */
export function commonNumber(word: string): number {
  return numbers.get(word) ?? 0
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

/** In three times as many slots as there are words, few words meet. */
const SLOTS = 16_384

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
