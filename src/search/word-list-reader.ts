import { NumberReader } from './small-numbers'
import { MAX_POSITIONS_OF_WORD } from './word-positions'

/** Goes through the texts of lists of one word that follow one another, see `word-list.ts`, in ascending order. */
export class WordListReader {
  /** The id of the text that it is at; infinite after the last. */
  text = 0
  /** How often the word stands in the text. */
  count = 0
  /** Where it stands, once `read`, ascending: the first `count`. */
  readonly positions = new Uint16Array(MAX_POSITIONS_OF_WORD)

  private readonly numbers = new NumberReader()
  private next = 0
  private isRead = true

  /** Stands at the first text. */
  constructor(private readonly lists: readonly Uint8Array[]) {
    this.advance()
  }

  /** Goes on to the first text from `text` on. */
  seek(text: number): void {
    while (this.text < text) this.advance()
  }

  /** Reads the positions of the text. */
  read(): void {
    if (this.isRead) return
    this.isRead = true
    this.numbers.positions(this.positions, this.count)
  }

  private advance(): void {
    const { numbers } = this
    if (!this.isRead) numbers.skipPositions(this.count)
    let step = 0
    while (step === 0) {
      if (numbers.isAtEnd && !this.beginNext()) return
      step = numbers.number()
      if (step === 0) this.text = 0
    }
    this.text += step
    this.count = numbers.number()
    this.isRead = false
  }

  /** False when no list is left. */
  private beginNext(): boolean {
    const list = this.lists[this.next]
    this.next += 1
    this.isRead = true
    this.text = list === undefined ? Number.POSITIVE_INFINITY : 0
    if (list !== undefined) this.numbers.begin(list)
    return list !== undefined
  }
}

/** The reader of a word's lists. Throws when there is none. */
export function readerOf(
  word: string,
  readers: ReadonlyMap<string, WordListReader>,
): WordListReader {
  const reader = readers.get(word)
  if (reader === undefined) throw new TypeError('every word has a list')
  return reader
}
