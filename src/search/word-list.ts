import { COMMON_WORDS } from './common-words'
import { NumberReader, NumberWriter, sizeOf } from './small-numbers'
import { MAX_POSITION } from './word-positions'

/** Writes where the common words of one text stand: for each its number, how many places it has, and these. */
export class PlacesWriter {
  /** The numbers of a word and of its places take five bytes, a place two. */
  private readonly output = new NumberWriter(7 * (MAX_POSITION + 1))

  begin(): void {
    this.output.length = 0
  }

  /** The next word, by its number from 1. So many places follow, ascending. */
  word(number: number, places: number): void {
    this.output.number(number)
    this.output.number(places)
  }

  place(place: number): void {
    this.output.place(place)
  }

  end(): Uint8Array {
    return this.output.bytes()
  }
}

/**
 * A word list says in which texts a word stands, and where: for each text its id less the one before, how many places
 * there are, and these, and a zero in the end. The id before the first is 0, and so it is again after a zero: lists of
 * ascending texts are joined by writing one after the other.
 */
export interface WordList {
  word: string
  list: Uint8Array
}

/** Puts the lists of all common words together. */
export class WordLists {
  private readonly texts: { text: number; places: Uint8Array }[] = []

  /** A text above those before, with its places as a `PlacesWriter` has them. */
  add(text: number, places: Uint8Array): void {
    this.texts.push({ text, places })
  }

  /** Of the words that stand somewhere. */
  *print(): Generator<WordList> {
    const ends = this.measure()
    const starts = [0, ...ends.subarray(0, -1)]
    const cursors = Float64Array.from(starts)
    const lasts = new Float64Array(WORDS)
    const output = new NumberWriter(ends.at(-1) ?? 0)
    this.forEach((number, text, count, places, start) => {
      output.length = cursors[number] as number
      output.number(text - (lasts[number] as number))
      output.number(count)
      output.places(places, start, count)
      lasts[number] = text
      cursors[number] = output.length
    })
    for (const [index, word] of COMMON_WORDS.entries()) {
      const [start, end] = [starts[index + 1] ?? 0, cursors[index + 1] ?? 0]
      if (end === start) continue
      output.length = end
      output.number(0)
      yield { word, list: output.bytes(start) }
    }
  }

  /** By the number of a word: how many bytes its list takes, and those before. */
  private measure(): Float64Array {
    const ends = new Float64Array(WORDS)
    const lasts = new Float64Array(WORDS)
    this.forEach((number, text, count) => {
      ends[number] =
        (ends[number] as number) +
        sizeOf(text - (lasts[number] as number)) +
        sizeOf(count) +
        2 * count
      lasts[number] = text
    })
    let end = 0
    return ends.map((size) => {
      end += size === 0 ? 0 : size + 1
      return end
    })
  }

  private forEach(
    take: (number: number, text: number, count: number, places: Uint8Array, start: number) => void,
  ): void {
    const numbers = new NumberReader()
    for (const { text, places } of this.texts) {
      numbers.begin(places)
      while (!numbers.isAtEnd) {
        const number = numbers.number()
        const count = numbers.number()
        take(number, text, count, places, numbers.at)
        numbers.skipPlaces(count)
      }
    }
  }
}

/** Words have numbers from 1. */
const WORDS = COMMON_WORDS.length + 1

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
      kept.places(list, numbers.at, count)
      last = text
    }
    numbers.skipPlaces(count)
  }
  if (last === 0) return undefined
  kept.number(0)
  return kept.bytes()
}
