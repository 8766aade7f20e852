import { describe, expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { indexWords } from '../../src/database/index-words'
import { matches } from '../../src/search/matcher'
import { PhraseFinder } from '../../src/search/phrase-finder'
import { Matches } from '../../src/search/phrase-matches'
import { type Positional, wordsOf } from '../../src/search/positional'
import { type Near, type Phrase, printTree } from '../../src/search/search-tree'
import {
  MAX_LISTED_POSITION,
  NumberReader,
  NumberWriter,
  sizeOf,
} from '../../src/search/small-numbers'
import { keepTexts, WordLists } from '../../src/search/word-list'
import { WordListReader } from '../../src/search/word-list-reader'
import { MAX_POSITIONS_OF_WORD } from '../../src/search/word-positions'
import { fields, listedNear, listedPhrase } from '../support/search-arbitraries'

describe('small numbers', () => {
  const number = fc.oneof(
    fc.integer({ min: 0, max: 5_000 }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(62, 63, 3_968, 3_969, Number.MAX_SAFE_INTEGER),
  )
  const positions = fc.array(fc.integer({ min: 0, max: MAX_LISTED_POSITION }), { maxLength: 9 })

  test('come back as they were, from ASCII without NUL', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(number, positions)), (entries) => {
        const size = entries.reduce(
          (sum, [value, positions]) => sum + sizeOf(value) + 2 * positions.length,
          0,
        )
        const writer = new NumberWriter(size)
        for (const [value, positions] of entries) {
          writer.number(value)
          for (const position of positions) writer.position(position)
        }
        const bytes = writer.bytes()
        expect(bytes.length).toBe(size)
        expect(bytes.every((byte) => byte > 0 && byte < 128)).toBe(true)
        const reader = new NumberReader()
        reader.begin(bytes)
        for (const [value, positions] of entries) {
          expect(reader.number()).toBe(value)
          const read = new Uint16Array(positions.length)
          reader.positions(read, positions.length)
          expect([...read]).toEqual(positions)
        }
        expect(reader.isAtEnd).toBe(true)
      }),
    )
  })

  test('take one byte up to 62, two up to 3,968, and nine at most', () => {
    const sizes = [0, 62, 63, 3_968, 3_969, Number.MAX_SAFE_INTEGER].map(sizeOf)
    expect(sizes).toEqual([1, 1, 2, 2, 3, 9])
  })
})

/** Texts by ids that ascend in steps of any size. */
const texts = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 9_000 }), fields), { maxLength: 20 })
  .map((steps) => {
    let id = 0
    return steps.map(([step, words]) => {
      id += step
      return { id, words }
    })
  })

type Texts = readonly { id: number; words: readonly (readonly string[])[] }[]

/** By word, the lists of the texts before and after some position. */
function listsOf(all: Texts, cut: number): Map<string, Uint8Array[]> {
  const byWord = new Map<string, Uint8Array[]>()
  for (const part of [all.slice(0, cut), all.slice(cut)]) {
    const lists = new WordLists()
    for (const { id, words } of part) lists.add(id, indexWords(words).commonPositions)
    for (const { word, list } of lists.lists()) {
      byWord.set(word, [...(byWord.get(word) ?? []), list])
    }
  }
  return byWord
}

function find(tree: Positional, lists: ReadonlyMap<string, readonly Uint8Array[]>): number[] {
  const readers = wordsOf(tree).map(
    (word) => [word, new WordListReader(lists.get(word) ?? [])] as const,
  )
  const finder = new PhraseFinder(tree, new Map(readers))
  const found: number[] = []
  while (finder.advance(2, (text) => found.push(text)));
  return found
}

describe('the lists of words', () => {
  test.each([
    ['phrases', listedPhrase],
    ['distances', listedNear],
  ])('find the texts of %s that the matcher finds', (_, trees: fc.Arbitrary<Positional>) => {
    let foundSome = 0
    fc.assert(
      fc.property(trees, texts, fc.nat({ max: 20 }), (tree, all, cut) => {
        const found = find(tree, listsOf(all, cut))
        const expected = all.filter(({ words }) => matches(tree, words)).map(({ id }) => id)
        expect([printTree(tree), found]).toEqual([printTree(tree), expected])
        if (expected.length > 0) foundSome += 1
      }),
      { numRuns: 300 },
    )
    expect(foundSome).toBeGreaterThan(50)
  })

  test('answer wide chains of distances in steps that grow with their length', () => {
    const left = { kind: 'any', children: ['of', 'to'].map(word) } as const
    using read = spyOn(Matches.prototype, 'read')
    const links = Array.from({ length: 20 })
    const chain = links.reduce<Near | Phrase>(
      (right) => ({ kind: 'near', left, distance: 1, right }),
      word('the'),
    ) as Near
    const words = [...links.map((_, link) => (link % 2 === 0 ? 'of' : 'to')), 'the']
    expect(find(chain, listsOf([{ id: 7, words: [words] }], 0))).toEqual([7])
    expect(read.mock.calls.length).toBeLessThan(20 * links.length)

    function word(text: string): Phrase {
      return { kind: 'phrase', words: [text], prefix: false }
    }
  })

  test('are joined by writing one after the other', () => {
    fc.assert(
      fc.property(listedNear, texts, fc.nat({ max: 20 }), (tree, all, cut) => {
        const lists = listsOf(all, cut)
        const joined = [...lists].map(([word, parts]) => [word, [Buffer.concat(parts)]] as const)
        expect(find(tree, new Map(joined))).toEqual(find(tree, lists))
      }),
    )
  })

  test('without some texts are those of the others', () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 20 }), fc.func(fc.boolean()), (all, cut, isKept) => {
        const others = listsOf(
          all.filter(({ id }) => isKept(id)),
          0,
        )
        for (const [word, parts] of listsOf(all, cut)) {
          const kept = keepTexts(Buffer.concat(parts), isKept)
          expect(kept).toEqual(others.get(word)?.[0])
        }
      }),
    )
  })

  test('have as many positions of a word as the index, in texts of any id', () => {
    const id = Number.MAX_SAFE_INTEGER
    const often = Array<string>(MAX_POSITIONS_OF_WORD).fill('of')
    const lists = listsOf([{ id, words: [[...often, 'the', 'of', 'the']] }], 0)
    expect(find({ kind: 'phrase', words: ['of', 'the'], prefix: false }, lists)).toEqual([id])
    expect(find({ kind: 'phrase', words: ['the', 'of'], prefix: false }, lists)).toEqual([])
  })
})
