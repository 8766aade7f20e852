import { hashWord } from './ascii-words'
import text from './common-words.txt' with { type: 'text' }

/**
 * The 4,096 words that most real postings have, the most frequent first, the last of them in one of a hundred. Where they
 * stand is kept in lists by word, see `word-list.ts`: a phrase of other words is sought in so few texts that these are read
 * instead. Changed only together with `ANALYZER_VERSION`.
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

/** In four times as many slots as there are words, few words meet. */
const SLOTS = 4 * COMMON_WORDS.length

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
