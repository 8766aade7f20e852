import { alternatives, type Near, type Operand, type Phrase } from './search-tree'
import type { WordListReader } from './word-list-reader'

/** A phrase, or phrases at a distance. */
export type Positional = Phrase | Near

export function phrasesOf(tree: Positional | Operand): readonly Phrase[] {
  if (tree.kind !== 'near') return alternatives(tree)
  return [...alternatives(tree.left), ...phrasesOf(tree.right)]
}

/** Each once. */
export function wordsOf(tree: Positional): string[] {
  return [...new Set(phrasesOf(tree).flatMap(({ words }) => words))]
}

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

  /** Tells `found` of the texts among the next `count` that may match, ascending. False when there are no more. */
  advance(count: number, found: (text: number) => void): boolean {
    for (let left = count; left > 0; left -= 1) {
      const text = this.needsAll ? this.nextOfAll() : this.nextOfAny()
      if (text === Number.POSITIVE_INFINITY) return false
      this.matches.read(text)
      if (this.matches.count > 0) found(text)
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
      }
      if (text === Number.POSITIVE_INFINITY) return text
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

function hasAlternatives(tree: Positional | Operand): boolean {
  if (tree.kind === 'near') return hasAlternatives(tree.left) || hasAlternatives(tree.right)
  return tree.kind === 'any'
}

function readerOf(word: string, readers: ReadonlyMap<string, WordListReader>): WordListReader {
  const reader = readers.get(word)
  if (reader === undefined) throw new TypeError('every word has a list')
  return reader
}

/** Where matches begin in a text, once it is read, ascending: the first `count` of `starts`. */
interface Matches {
  readonly starts: Uint16Array
  count: number
  read(text: number): void
}

function matchesOf(
  tree: Positional | Operand,
  readers: ReadonlyMap<string, WordListReader>,
): Matches {
  switch (tree.kind) {
    case 'phrase':
      return phraseMatches(tree, readers)
    case 'any':
      return new SomeMatches(tree.children.map((phrase) => phraseMatches(phrase, readers)))
    case 'near': {
      const right = matchesOf(tree.right, readers)
      const chains = alternatives(tree.left).map(
        (left) => new NearMatches(phraseMatches(left, readers), tree.distance, right),
      )
      const [only, ...others] = chains
      return only !== undefined && others.length === 0 ? only : new SomeMatches(chains)
    }
  }
}

function phraseMatches(
  { words }: Phrase,
  readers: ReadonlyMap<string, WordListReader>,
): PhraseMatches {
  return new PhraseMatches(words.map((word) => readerOf(word, readers)))
}

class PhraseMatches implements Matches {
  readonly starts: Uint16Array
  count = 0
  readonly length: number

  constructor(private readonly words: readonly WordListReader[]) {
    this.length = words.length
    this.starts = new Uint16Array(words[0]?.places.length ?? 0)
  }

  read(text: number): void {
    const { words, starts } = this
    this.count = 0
    let count = 0
    for (let offset = 0; offset < words.length; offset += 1) {
      const word = words[offset] as WordListReader
      if (word.text !== text) return
      word.read()
      count = offset === 0 ? copyPlaces(word, starts) : keepFollowed(starts, count, word, offset)
      if (count === 0) return
    }
    this.count = count
  }
}

function copyPlaces({ places, count }: WordListReader, starts: Uint16Array): number {
  for (let at = 0; at < count; at += 1) starts[at] = places[at] as number
  return count
}

/** Keeps the first `count` of some starts behind which a word stands. Returns how many are left. */
function keepFollowed(
  starts: Uint16Array,
  count: number,
  word: WordListReader,
  offset: number,
): number {
  const { places } = word
  let kept = 0
  let passed = 0
  for (let at = 0; at < count && passed < word.count; ) {
    const start = starts[at] as number
    const ahead = (places[passed] as number) - offset - start
    if (ahead === 0) {
      starts[kept] = start
      kept += 1
    }
    if (ahead >= 0) at += 1
    else passed += 1
  }
  return kept
}

/** `right` begins 1 to `distance` words after the end of the phrase. */
class NearMatches implements Matches {
  readonly starts: Uint16Array
  count = 0

  constructor(
    private readonly left: PhraseMatches,
    private readonly distance: number,
    private readonly right: Matches,
  ) {
    this.starts = new Uint16Array(left.starts.length)
  }

  read(text: number): void {
    const { left, right, distance } = this
    this.count = 0
    left.read(text)
    if (left.count === 0) return
    right.read(text)
    let passed = 0
    for (let at = 0; at < left.count; at += 1) {
      const start = left.starts[at] ?? 0
      const end = start + left.length - 1
      while (passed < right.count && (right.starts[passed] ?? 0) <= end) passed += 1
      if (passed === right.count) return
      if ((right.starts[passed] ?? 0) > end + distance) continue
      this.starts[this.count] = start
      this.count += 1
    }
  }
}

class SomeMatches implements Matches {
  readonly starts: Uint16Array
  count = 0

  constructor(private readonly children: readonly Matches[]) {
    const length = children.reduce((sum, { starts }) => sum + starts.length, 0)
    this.starts = new Uint16Array(length)
  }

  read(text: number): void {
    this.count = 0
    for (const child of this.children) {
      child.read(text)
      this.starts.set(child.starts.subarray(0, child.count), this.count)
      this.count += child.count
    }
    this.starts.subarray(0, this.count).sort()
  }
}
