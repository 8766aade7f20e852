import { hashWord, scanAsciiWords } from '../search/ascii-words'
import { commonNumberOf, MAX_PAIRS, PAIR_TERM_LENGTH, pairNumber } from '../search/common-grams'
import { MAX_SPAN } from '../search/search-limits'
import {
  MAX_BYTES_OF_WORDS,
  MAX_POSITION,
  MAX_POSITIONS_OF_WORD,
  mostBytes,
} from '../search/word-positions'
import { VectorWriter } from './binary-format'

/**
 * The result of `indexWords` for fields without accents, in one pass over their bytes; undefined when a field is not
 * ASCII. An importer spends much of its time here, with some 700 words a posting, so no word becomes a string.
 */
export function indexAscii(
  fields: readonly string[],
  options: { pairs: boolean },
): Uint8Array | undefined {
  table.clear()
  for (const field of fields) if (!table.add(field)) return undefined
  return table.index(options)
}

/** Twice the maximum number of words, so that few slots collide. */
const SLOTS = 32_768

const encoder = new TextEncoder()

/** A hash table of the words of one document. A word is identified by its first position. */
class WordTable {
  /** The fields in lower case, with a NUL before each and after the last. */
  private text = new Uint8Array(1 << 16)
  private length = 1
  private position = 0
  private bytes = 0
  private isFull = false

  /** The first position of a word, or 0, by hash. */
  private readonly slots = new Uint16Array(SLOTS)

  /** Offsets of the word in the text, by position. */
  private readonly starts = new Int32Array(MAX_POSITION + 1)
  private readonly ends = new Int32Array(MAX_POSITION + 1)

  /** The next position of the same word, or 0, by position. */
  private readonly next = new Uint16Array(MAX_POSITION + 1)

  /** The number of positions of a word and the last of them, by its first position; 0 for other positions. */
  private readonly counts = new Uint8Array(MAX_POSITION + 1)
  private readonly lasts = new Uint16Array(MAX_POSITION + 1)

  /** The number of a common word, or 0, by its first position. */
  private readonly common = new Uint16Array(MAX_POSITION + 1)

  /** The number of the common word at the last position, or 0. */
  private previous = 0

  /** The distinct pairs of common words; `hasPair` is 1 for their numbers. */
  private readonly pairs = new Int32Array(MAX_POSITION)
  private pairCount = 0
  private readonly hasPair = new Uint8Array(MAX_PAIRS)

  private readonly vector = new VectorWriter()

  clear(): void {
    this.slots.fill(0)
    this.counts.fill(0, 0, this.position + 1)
    this.length = 1
    this.position = 0
    this.bytes = 0
    this.isFull = false
    for (let index = 0; index < this.pairCount; index += 1) this.hasPair[this.pairs[index] ?? 0] = 0
    this.pairCount = 0
  }

  /** False when the field is not ASCII. */
  add(field: string): boolean {
    const start = this.length
    const end = start + field.length
    this.reserve(end + 1)
    const { read, written } = encoder.encodeInto(field, this.text.subarray(start, end))
    if (read < field.length || written > read) return false
    this.text[end] = 0
    this.length = end + 1
    this.previous = 0
    if (!this.isFull) scanAsciiWords(this.text, start, end, this.take)
    this.position = Math.min(this.position + MAX_SPAN, MAX_POSITION)
    return true
  }

  /** Writes the words in the order of their first positions. */
  index({ pairs }: { pairs: boolean }): Uint8Array {
    const { vector } = this
    const bytes = this.bytes + PAIR_TERM_LENGTH * this.pairCount
    vector.begin(this.position + this.pairCount, bytes, this.position)
    for (let position = 1; position <= this.position; position += 1) {
      if (this.counts[position] === 0) continue
      vector.word(this.text, this.starts[position] ?? 0, this.ends[position] ?? 0)
      for (let at = position; at > 0; at = this.next[at] ?? 0) vector.position(at)
    }
    if (pairs) {
      for (let index = 0; index < this.pairCount; index += 1) vector.pair(this.pairs[index] ?? 0)
    }
    return vector.end()
  }

  private readonly take = (start: number, end: number): boolean => {
    if (this.position === MAX_POSITION) return this.stop()
    const position = this.position + 1
    const hash = hashWord(this.text, start, end)
    const slot = this.slotOf(start, end, hash)
    const first = this.slots[slot] ?? 0
    if (first === 0) {
      const bytes = this.bytes + mostBytes(end - start)
      if (bytes > MAX_BYTES_OF_WORDS) return this.stop()
      this.bytes = bytes
      this.slots[slot] = position
      this.starts[position] = start
      this.ends[position] = end
      this.common[position] = commonNumberOf(this.text, start, end, hash)
    }
    const word = first === 0 ? position : first
    const isKept = this.append(word, position)
    this.pair(isKept ? (this.common[word] ?? 0) : 0)
    this.position = position
    return true
  }

  private pair(number: number): void {
    if (this.previous > 0 && number > 0) {
      const pair = pairNumber(this.previous, number)
      if (this.hasPair[pair] === 0) {
        this.hasPair[pair] = 1
        this.pairs[this.pairCount] = pair
        this.pairCount += 1
      }
    }
    this.previous = number
  }

  private stop(): false {
    this.isFull = true
    return false
  }

  /** The slot of a word, or the free slot for it (linear probing). */
  private slotOf(start: number, end: number, hash: number): number {
    let slot = hash % SLOTS
    for (;;) {
      const first = this.slots[slot] ?? 0
      if (first === 0 || this.isWord(first, start, end)) return slot
      slot = (slot + 1) % SLOTS
    }
  }

  private isWord(first: number, start: number, end: number): boolean {
    const distance = start - (this.starts[first] ?? 0)
    if (end - (this.ends[first] ?? 0) !== distance) return false
    for (let at = start; at < end; at += 1) {
      if (this.text[at] !== this.text[at - distance]) return false
    }
    return true
  }

  /** False when the word already has the maximum number of positions that PostgreSQL stores. */
  private append(first: number, position: number): boolean {
    const count = this.counts[first] ?? 0
    if (count === MAX_POSITIONS_OF_WORD) return false
    if (count > 0) this.next[this.lasts[first] ?? 0] = position
    this.next[position] = 0
    this.lasts[first] = position
    this.counts[first] = count + 1
    return true
  }

  private reserve(length: number): void {
    if (length <= this.text.length) return
    const text = new Uint8Array(2 * length)
    text.set(this.text)
    this.text = text
  }
}

const table = new WordTable()
