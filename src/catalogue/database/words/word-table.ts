import { MAX_PAIRS, pairNumber, writePairTerm } from '../../../text/search/index/common-grams'
import { MAX_SPAN } from '../../../text/search/search-limits'
import { hashWord, scanAsciiWords } from './ascii-words'
import { commonNumberOf } from './common-words'
import {
  MAX_BYTES_OF_WORDS,
  MAX_POSITION,
  MAX_POSITIONS_OF_WORD,
  mostBytes,
} from './word-positions'

/** Twice the maximum number of words, so that few slots collide; a power of two. */
const SLOTS = 32_768

const encoder = new TextEncoder()

/**
 * A hash table of the words of one document, with the positions of `wordPositions`. A word is identified by its first
 * position. An importer spends much of its time here, with some 700 words a posting, so no word of ASCII becomes a string.
 */
export class WordTable {
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

  /** The number of positions of a word and the last of them, by its first position. */
  private readonly counts = new Uint8Array(MAX_POSITION + 1)
  private readonly lasts = new Uint16Array(MAX_POSITION + 1)

  /** The number of a common word, or 0, and the slot of a word, by its first position. */
  private readonly common = new Uint16Array(MAX_POSITION + 1)
  private readonly homes = new Uint16Array(MAX_POSITION + 1)

  /** The first positions of the distinct words. */
  private readonly words = new Uint16Array(MAX_POSITION + 1)
  private wordCount = 0

  /** The number of the common word at the last position, or 0. */
  private previous = 0

  /** The distinct pairs of common words; `hasPair` is 1 for their numbers. */
  private readonly pairs = new Int32Array(MAX_POSITION)
  private pairCount = 0
  private readonly hasPair = new Uint8Array(MAX_PAIRS)

  private output = Buffer.allocUnsafe(1 << 16)

  clear(): void {
    for (let index = 0; index < this.wordCount; index += 1) {
      this.slots[this.homes[this.words[index] ?? 0] ?? 0] = 0
    }
    this.wordCount = 0
    this.length = 1
    this.position = 0
    this.bytes = 0
    this.isFull = false
    for (let index = 0; index < this.pairCount; index += 1) this.hasPair[this.pairs[index] ?? 0] = 0
    this.pairCount = 0
  }

  /** Adds the words of a field. False when the field is not ASCII. */
  addAscii(field: string): boolean {
    const start = this.length
    const end = start + field.length
    this.reserve(end + 1)
    const { read, written } = encoder.encodeInto(field, this.text.subarray(start, end))
    if (read < field.length || written > read) return false
    this.text[end] = 0
    this.length = end
    if (!this.isFull) scanAsciiWords(this.text, start, end, this.take)
    this.endField()
    return true
  }

  /** Adds a field of analyzed words. */
  addWords(words: readonly string[]): void {
    for (const word of words) {
      const start = this.length
      this.reserve(start + mostBytes(word.length))
      this.length += encoder.encodeInto(word, this.text.subarray(start)).written
      const hash = hashWord(this.text, start, this.length)
      if (this.isFull || !this.take(start, this.length, hash, word.length)) break
    }
    this.endField()
  }

  /**
   * The words as a tsvector in PostgreSQL's binary format: their number, and for each word its bytes, a zero byte, the number
   * of its positions, and the positions. The pairs of common words follow without positions.
   */
  vector({ pairs }: { pairs: boolean }): Uint8Array {
    const size = 4 + this.bytes + 2 * this.position + 6 * this.pairCount
    if (size > this.output.length) this.output = Buffer.allocUnsafe(2 * size)
    const { output, text, words, wordCount, next } = this
    output.writeInt32BE(wordCount + (pairs ? this.pairCount : 0), 0)
    let length = 4
    for (let index = 0; index < wordCount; index += 1) {
      const position = words[index] ?? 0
      const end = this.ends[position] ?? 0
      for (let at = this.starts[position] ?? 0; at < end; at += 1, length += 1) {
        output[length] = text[at] ?? 0
      }
      output[length] = 0
      output[length + 1] = 0
      output[length + 2] = this.counts[position] ?? 0
      length += 3
      for (let at = position; at > 0; at = next[at] ?? 0, length += 2) {
        output[length] = at >>> 8
        output[length + 1] = at
      }
    }
    for (let index = 0; pairs && index < this.pairCount; index += 1) {
      length = writePairTerm(this.pairs[index] ?? 0, output, length)
      output[length] = 0
      output[length + 1] = 0
      output[length + 2] = 0
      length += 3
    }
    return new Uint8Array(output.subarray(0, length))
  }

  private endField(): void {
    this.text[this.length] = 0
    this.length += 1
    this.previous = 0
    this.position = Math.min(this.position + MAX_SPAN, MAX_POSITION)
  }

  /** Adds the word in these bytes, of `units` UTF-16 units. False when the table is full. */
  private readonly take = (
    start: number,
    end: number,
    hash: number,
    units = end - start,
  ): boolean => {
    const position = this.position + 1
    this.isFull = position > MAX_POSITION
    if (this.isFull) return false
    const slot = this.slotOf(start, end, hash)
    const first = this.slots[slot] || position
    if (first === position) {
      this.bytes += mostBytes(units)
      this.isFull = this.bytes > MAX_BYTES_OF_WORDS
      if (this.isFull) return false
      this.slots[slot] = position
      this.homes[position] = slot
      this.words[this.wordCount] = position
      this.wordCount += 1
      this.counts[position] = 0
      this.starts[position] = start
      this.ends[position] = end
      this.common[position] = commonNumberOf(this.text, start, end, hash)
    }
    const isKept = this.append(first, position)
    this.pair(isKept ? (this.common[first] ?? 0) : 0)
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

  /** The slot of a word, or the free slot for it (linear probing). */
  private slotOf(start: number, end: number, hash: number): number {
    let slot = hash & (SLOTS - 1)
    for (;;) {
      const first = this.slots[slot] ?? 0
      if (first === 0 || this.isWord(first, start, end)) return slot
      slot = (slot + 1) & (SLOTS - 1)
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
