import { COMMON_WORDS } from './common-words'
import { NumberReader, NumberWriter, sizeOf } from './small-numbers'
import { MAX_POSITION } from './word-positions'

/** Writes where the common words of one text stand: for each its number, how many positions it has, and these. */
export class PositionsWriter {
  /** The numbers of a word and of its positions take five bytes, a position two. */
  private readonly output = new NumberWriter(7 * (MAX_POSITION + 1))

  begin(): void {
    this.output.at = 0
  }

  /** The next word, by its number from 1. So many positions follow, ascending. */
  word(number: number, positions: number): void {
    this.output.number(number)
    this.output.number(positions)
  }

  position(position: number): void {
    this.output.position(position)
  }

  end(): Uint8Array {
    return this.output.bytes()
  }
}

/**
 * A word list says in which texts a word stands, and where: for each text its id less the one before, how many positions
 * there are, and these, and a zero in the end. The id before the first is 0, and so it is again after a zero: lists of
 * ascending texts are joined by writing one after the other.
 */
export interface WordList {
  word: string
  list: Uint8Array
}

/** Puts the lists of all common words together. */
export class WordLists {
  private readonly texts: { text: number; positions: Uint8Array }[] = []
  private readonly reader = new NumberReader()

  /** A text above those before, with its positions as a `PositionsWriter` has them. */
  add(text: number, positions: Uint8Array): void {
    this.texts.push({ text, positions })
  }

  /** One for each common word that stands in a text, in the order of `COMMON_WORDS`. */
  *lists(): Generator<WordList> {
    const ends = this.measure()
    const starts = [0, ...ends.subarray(0, -1)]
    const cursors = Float64Array.from(starts)
    const lasts = new Float64Array(NUMBERS)
    const output = new NumberWriter(ends.at(-1) ?? 0)
    this.forEach((number, text, count) => {
      output.at = cursors[number] ?? 0
      output.number(text - (lasts[number] ?? 0))
      output.number(count)
      output.copyPositions(this.reader, count)
      lasts[number] = text
      cursors[number] = output.at
    })
    for (const [index, word] of COMMON_WORDS.entries()) {
      const [start, end] = [starts[index + 1] ?? 0, cursors[index + 1] ?? 0]
      if (end === start) continue
      output.at = end
      output.number(0)
      yield { word, list: output.bytes(start) }
    }
  }

  /** By the number of a word: how many bytes its list takes, and those before. */
  private measure(): Float64Array {
    const ends = new Float64Array(NUMBERS)
    const lasts = new Float64Array(NUMBERS)
    this.forEach((number, text, count) => {
      const size = sizeOf(text - (lasts[number] ?? 0)) + sizeOf(count) + 2 * count
      ends[number] = (ends[number] ?? 0) + size
      lasts[number] = text
    })
    let end = 0
    return ends.map((size) => {
      end += size === 0 ? 0 : size + 1
      return end
    })
  }

  /** Tells of each word of each text; the reader stands at the word's positions then. */
  private forEach(take: (number: number, text: number, count: number) => void): void {
    const { reader } = this
    for (const { text, positions } of this.texts) {
      reader.begin(positions)
      while (!reader.isAtEnd) {
        const number = reader.number()
        const count = reader.number()
        take(number, text, count)
        reader.skipPositions(count)
      }
    }
  }
}

/** Words are numbered from 1. */
const NUMBERS = COMMON_WORDS.length + 1

/** A list without some of its texts. Undefined when it has none then. */
export function keepTexts(
  list: Uint8Array,
  isKept: (text: number) => boolean,
): Uint8Array | undefined {
  const numbers = new NumberReader()
  // Steps over what is not kept are longer than those that they replace, and no longer than these together.
  const kept = new NumberWriter(list.length)
  numbers.begin(list)
  let text = 0
  let last = 0
  while (!numbers.isAtEnd) {
    const step = numbers.number()
    text = step === 0 ? 0 : text + step
    if (step === 0) continue
    const count = numbers.number()
    if (isKept(text)) {
      kept.number(text - last)
      kept.number(count)
      kept.copyPositions(numbers, count)
      last = text
    }
    numbers.skipPositions(count)
  }
  if (last === 0) return undefined
  kept.number(0)
  return kept.bytes()
}
