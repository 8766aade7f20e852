import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  asksPositions,
  neededTerms,
} from '../../../../src/catalogue/database/conditions/needed-terms'
import { pairTerm } from '../../../../src/text/search/index/common-grams'
import { withPairTerms } from '../../../../src/text/search/index/pair-terms'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import type { SearchTree } from '../../../../src/text/search/search-tree'
import { matches } from '../../../support/matcher'
import { printTree } from '../../../support/print-search'
import { advancedTree, fields, near, plainTree } from '../../../support/search-arbitraries'

const tree = fc.oneof(advancedTree, plainTree, near)

describe('pairs of common words', () => {
  test.each([
    ["'of the'", '[of the]', '[of the]'],
    ['of <-> the', '[of the]', '[of the]'],
    ["'of the':*", '"of the*"', 'all(of the*)'],
    ["'of the work'", '"of the work"', 'all([of the] [the work])'],
    ["'zzz of the'", '"zzz of the"', 'all(zzz [of the])'],
    ['zzz <-> of <-> the', '"zzz of the"', 'all(zzz [of the])'],
    ["!'of the'", 'not([of the])', 'not([of the])'],
    ["'of the' <2> zzz", 'near("of the" <2> zzz)', 'all([of the] zzz)'],
    ["'of the' | zzz", 'any([of the] zzz)', 'any([of the] zzz)'],
  ])('%s', (source, tree, terms) => {
    const asked = withPairTerms(parseAdvanced(source))
    const needed = neededTerms(asked, { pairs: true })
    expect([show(asked), needed && show(needed)]).toEqual([tree, terms])
  })

  /** The tree with pairs in brackets. */
  function show(tree: SearchTree): string {
    const pairs = [
      ['of', 'the'],
      ['the', 'work'],
    ] as const
    return pairs.reduce(
      (text, [left, right]) => text.replaceAll(pairTerm(left, right) ?? '', `[${left} ${right}]`),
      printTree(tree),
    )
  }
})

describe('the terms that a text needs to match', () => {
  test.each([
    ["nurse & 'night shift'", 'all(nurse all(night shift))'],
    ["'head of the cl':*", 'all(head of the cl*)'],
    ["a <2> (b | 'c d') <3> e", 'all(a all(any(b all(c d)) e))'],
    ["nurse & !'night shift'", 'nurse'],
    ['nurse & !night', 'all(nurse not(night))'],
    ["nurse | 'night shift'", 'any(nurse all(night shift))'],
    ["nurse | !'night shift'", undefined],
    ["!'night shift'", undefined],
  ])('%s', (source, terms) => {
    const needed = neededTerms(parseAdvanced(source), { pairs: false })
    expect(needed && printTree(needed)).toBe(terms)
  })

  test('are had by every text that matches, and are a matter of terms alone', () => {
    fc.assert(
      fc.property(tree, fields, (tree, text) => {
        const terms = neededTerms(tree, { pairs: false })
        if (terms === undefined) return
        expect(asksPositions(terms)).toBe(false)
        expect(matches(tree, text) && !matches(terms, text)).toBe(false)
      }),
      { numRuns: 1_000 },
    )
  })

  test('are enough where no positions are asked for', () => {
    fc.assert(
      fc.property(tree, fields, (tree, text) => {
        const terms = neededTerms(tree, { pairs: false })
        fc.pre(!asksPositions(tree) && terms !== undefined)
        expect(terms && matches(terms, text)).toBe(matches(tree, text))
      }),
      { numRuns: 500 },
    )
  })
})
