import { COMMON_WORDS } from '../../../text/search/index/common-grams'
import { hashWord } from './ascii-words'

/** `commonNumber` for a word as ASCII bytes; `hash` is its `hashWord`. A hash table with linear probing. */
export function commonNumberOf(text: Uint8Array, start: number, end: number, hash: number): number {
  let slot = hash & (SLOTS - 1)
  for (;;) {
    const number = slots[slot] ?? 0
    if (number === 0 || isWord(number, text, start, end)) return number
    slot = (slot + 1) & (SLOTS - 1)
  }
}

/** The common words as bytes. */
const bytes = COMMON_WORDS.map((word) => new TextEncoder().encode(word))

/** A power of two, about four times the number of words, so that few words share a slot. */
const SLOTS = 2_048

/** By slot: the number of a word; 0 if the slot is free. */
const slots = new Uint16Array(SLOTS)
for (const [index, word] of bytes.entries()) {
  let slot = hashWord(word, 0, word.length) & (SLOTS - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (SLOTS - 1)
  slots[slot] = index + 1
}

function isWord(number: number, text: Uint8Array, start: number, end: number): boolean {
  const word = bytes[number - 1]
  if (word === undefined || word.length !== end - start) return false
  for (let at = 0; at < word.length; at += 1) if (word[at] !== text[start + at]) return false
  return true
}
