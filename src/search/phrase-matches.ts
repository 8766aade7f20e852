import type { Positional } from './positional'
import { alternatives, type Operand, type Phrase } from './search-tree'
import { readerOf, type WordListReader } from './word-list-reader'

/** Where something begins in a text, ascending: the first `count` of `starts`. */
export abstract class Matches {
  count = 0
  private text = 0

  constructor(readonly starts: Uint16Array) {}

  /** Reads a text, once: what stands to the right of several phrases is asked for by each. */
  read(text: number): void {
    if (text === this.text) return
    this.text = text
    this.count = this.find(text)
  }

  /** Whether it stands anywhere in a text. */
  stands(text: number): boolean {
    this.read(text)
    return this.count > 0
  }

  /** Fills `starts`. Returns how many there are. */
  protected abstract find(text: number): number
}

export function matchesOf(
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

class PhraseMatches extends Matches {
  readonly length: number

  constructor(private readonly words: readonly WordListReader[]) {
    super(new Uint16Array(words[0]?.positions.length ?? 0))
    this.length = words.length
  }

  /** Two words are enough for most phrases, and are looked at no further than to the first position where they stand. */
  override stands(text: number): boolean {
    const [first, second, third] = this.words
    if (first === undefined || second === undefined || third !== undefined)
      return super.stands(text)
    if (first.text !== text || second.text !== text) return false
    first.read()
    second.read()
    return follows(first, second)
  }

  protected find(text: number): number {
    const { words, starts } = this
    let count = 0
    for (const [offset, word] of words.entries()) {
      if (word.text !== text) return 0
      word.read()
      count = offset === 0 ? copyPositions(word, starts) : keepFollowed(starts, count, word, offset)
      if (count === 0) return 0
    }
    return count
  }
}

function follows(first: WordListReader, second: WordListReader): boolean {
  let at = 0
  let passed = 0
  while (at < first.count && passed < second.count) {
    const ahead = (second.positions[passed] ?? 0) - (first.positions[at] ?? 0)
    if (ahead === 1) return true
    if (ahead > 1) at += 1
    else passed += 1
  }
  return false
}

function copyPositions({ positions, count }: WordListReader, starts: Uint16Array): number {
  for (let at = 0; at < count; at += 1) starts[at] = positions[at] ?? 0
  return count
}

/** Keeps the first `count` of some starts behind which a word stands. Returns how many are left. */
function keepFollowed(
  starts: Uint16Array,
  count: number,
  word: WordListReader,
  offset: number,
): number {
  const { positions } = word
  let kept = 0
  let passed = 0
  for (let at = 0; at < count && passed < word.count; ) {
    const start = starts[at] ?? 0
    const ahead = (positions[passed] ?? 0) - offset - start
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
class NearMatches extends Matches {
  constructor(
    private readonly left: PhraseMatches,
    private readonly distance: number,
    private readonly right: Matches,
  ) {
    super(new Uint16Array(left.starts.length))
  }

  protected find(text: number): number {
    const { left, right, distance, starts } = this
    left.read(text)
    if (left.count === 0) return 0
    right.read(text)
    let count = 0
    let passed = 0
    for (let at = 0; at < left.count; at += 1) {
      const start = left.starts[at] ?? 0
      const end = start + left.length - 1
      while (passed < right.count && (right.starts[passed] ?? 0) <= end) passed += 1
      if (passed === right.count) return count
      if ((right.starts[passed] ?? 0) > end + distance) continue
      starts[count] = start
      count += 1
    }
    return count
  }
}

class SomeMatches extends Matches {
  constructor(private readonly children: readonly Matches[]) {
    super(new Uint16Array(children.reduce((sum, { starts }) => sum + starts.length, 0)))
  }

  protected find(text: number): number {
    let count = 0
    for (const child of this.children) {
      child.read(text)
      this.starts.set(child.starts.subarray(0, child.count), count)
      count += child.count
    }
    this.starts.subarray(0, count).sort()
    return count
  }
}
