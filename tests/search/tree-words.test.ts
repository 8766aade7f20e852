import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { parseAdvanced } from '../../src/search/advanced-parser'
import { matches } from '../../src/search/matcher'
import { printTree } from '../../src/search/search-tree'
import { asksPositions, neededTerms } from '../../src/search/tree-words'
import { advancedTree, fields, near, plainTree } from '../support/search-arbitraries'

const tree = fc.oneof(advancedTree, plainTree, near)

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
    const needed = neededTerms(parseAdvanced(source))
    expect(needed && printTree(needed)).toBe(terms)
  })

  test('are had by every text that matches, and are a matter of terms alone', () => {
    fc.assert(
      fc.property(tree, fields, (tree, text) => {
        const terms = neededTerms(tree)
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
        const terms = neededTerms(tree)
        fc.pre(!asksPositions(tree) && terms !== undefined)
        expect(terms && matches(terms, text)).toBe(matches(tree, text))
      }),
      { numRuns: 500 },
    )
  })
})
