import { type Matches, matchesOf } from './phrase-matches'
import { hasAlternatives, type Positional, wordsOf } from './positional'
import { readerOf, type WordListReader } from './word-list-reader'

/** Finds the texts that match a phrase, or phrases at a distance, in the lists of all their words. No word is a prefix. */
export class PhraseFinder {
  private readonly readers: readonly WordListReader[]
  private readonly matches: Matches
  private readonly needsAll: boolean
  private text = 0

  constructor(tree: Positional, readers: ReadonlyMap<string, WordListReader>) {
    this.readers = wordsOf(tree).map((word) => readerOf(word, readers))
    this.matches = matchesOf(tree, readers)
    this.needsAll = !hasAlternatives(tree)
  }

  /** Tells `found` of the texts that match, ascending, among the next `count` that may. False when there are no more. */
  advance(count: number, found: (text: number) => void): boolean {
    for (let left = count; left > 0; left -= 1) {
      const text = this.needsAll ? this.nextOfAll() : this.nextOfAny()
      if (text === Number.POSITIVE_INFINITY) return false
      if (this.matches.stands(text)) found(text)
      this.text = text + 1
    }
    return true
  }

  /** The next text that has all words. */
  private nextOfAll(): number {
    let { text } = this
    for (let inStep = 0; inStep < this.readers.length; ) {
      inStep = 0
      for (const reader of this.readers) {
        reader.seek(text)
        if (reader.text === text) inStep += 1
        else text = reader.text
        if (text === Number.POSITIVE_INFINITY) return text
      }
    }
    return text
  }

  private nextOfAny(): number {
    let first = Number.POSITIVE_INFINITY
    for (const reader of this.readers) {
      reader.seek(this.text)
      first = Math.min(first, reader.text)
    }
    return first
  }
}
