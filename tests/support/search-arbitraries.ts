import fc from 'fast-check'
import { searchCost } from '../../src/text/search/search-cost'
import { MAX_COST } from '../../src/text/search/search-limits'
import type { Near, Operand, Phrase, SearchTree } from '../../src/text/search/search-tree'

/** Few words, some of them common and some beginnings of others, so that random searches find random documents. */
const WORDS = ['a', 'b', 'an', 'and', 'c', 'c++', 'c#', '.net', 'ea', '7']

export const word = fc.constantFrom(...WORDS)

/** The words of the fields of one document. */
export const fields = fc.array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 3 })

export const phrase: fc.Arbitrary<Phrase> = fc
  .record({
    words: fc.oneof(
      { weight: 3, arbitrary: fc.tuple(word) },
      { weight: 1, arbitrary: fc.array(word, { minLength: 2, maxLength: 3 }) },
    ),
    wantsPrefix: fc.boolean(),
  })
  .map(({ words, wantsPrefix }) => ({
    kind: 'phrase',
    words,
    prefix: wantsPrefix && (words.at(-1) ?? '').length > 1,
  }))

const distance = fc.integer({ min: 1, max: 4 })

function nearOf(phrase: fc.Arbitrary<Phrase>): fc.Arbitrary<Near> {
  const operand: fc.Arbitrary<Operand> = fc.oneof(
    phrase,
    fc.record({
      kind: fc.constant('any' as const),
      children: fc.array(phrase, { minLength: 2, maxLength: 3 }),
    }),
  )
  return fc
    .tuple(operand, fc.array(fc.tuple(distance, operand), { minLength: 1, maxLength: 2 }))
    .map(([first, links]) => chain(first, links))
}

export const near = nearOf(phrase)

function chain(left: Operand, links: readonly (readonly [number, Operand])[]): Near {
  const [[steps, right] = [1, left], ...rest] = links
  return {
    kind: 'near',
    left,
    distance: steps,
    right: rest.length === 0 ? right : chain(right, rest),
  }
}

/** Trees that an advanced filter can write. */
export const advancedTree: fc.Arbitrary<SearchTree> = fc
  .letrec<{ tree: SearchTree }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      phrase,
      near,
      fc.record({ kind: fc.constant('not' as const), child: tie('tree') }),
      fc.record({
        kind: fc.constantFrom('all' as const, 'any' as const),
        children: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  }))
  .tree.filter(isBounded)

const plainPart: fc.Arbitrary<SearchTree> = fc.oneof(
  { weight: 3, arbitrary: phrase },
  { weight: 1, arbitrary: phrase.map((child): SearchTree => ({ kind: 'not', child })) },
)

const plainAll = branch('all', plainPart)

/** Trees that a plain filter can write. */
export const plainTree: fc.Arbitrary<SearchTree> = fc
  .oneof(plainAll, branch('any', plainAll))
  .filter(isBounded)

/** A request may have four such trees. */
function isBounded(tree: SearchTree): boolean {
  return searchCost(tree) <= MAX_COST / 4
}

function branch(kind: 'all' | 'any', child: fc.Arbitrary<SearchTree>): fc.Arbitrary<SearchTree> {
  const several = fc.array(child, { minLength: 2, maxLength: 4 })
  return fc.oneof(
    child,
    several.map((children) => ({ kind, children })),
  )
}

const PIECES = [
  ...`&|!()<>-'"*,:`,
  ':*',
  '<->',
  '<3>',
  ' OR ',
  'OR',
  ' ',
  'a',
  'ab',
  'é',
  '💼',
  'C++',
  '\uD800',
]

/** Text in which the characters that mean something to a parser are common. */
export const searchText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
)
