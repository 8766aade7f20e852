import {
  alternatives,
  leavesOf,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
} from '../search-tree'
import { pairTerm } from './common-grams'

/**
 * The same search for an index that also has pairs of common words as terms. A phrase of two common
 * words becomes the single term of that pair. Neighbours (`a <-> b`) are first joined to a phrase.
 */
export function withPairTerms(tree: SearchTree): SearchTree {
  switch (tree.kind) {
    case 'not':
      return { kind: 'not', child: withPairTerms(tree.child) }
    case 'all':
    case 'any':
      return { kind: tree.kind, children: tree.children.map(withPairTerms) }
    default: {
      const leaf = joinNeighbours(tree)
      return leaf.kind === 'phrase' ? pairPhrase(leaf) : leaf
    }
  }
}

/** Whether any phrase of the tree has two common words side by side. */
export function hasPair(tree: SearchTree): boolean {
  return leavesOf(tree).some(operandHasPair)
}

function operandHasPair(operand: Near | Operand): boolean {
  const joined = joinNeighbours(operand)
  if (joined.kind === 'near') return operandHasPair(joined.left) || operandHasPair(joined.right)
  return alternatives(joined).some(({ words }) =>
    words.some((word, place) => pairTerm(word, words[place + 1] ?? '') !== undefined),
  )
}

function pairPhrase(phrase: Phrase): Phrase {
  const [left, right, ...others] = phrase.words
  if (phrase.prefix || left === undefined || right === undefined || others.length > 0) return phrase
  const term = pairTerm(left, right)
  return term === undefined ? phrase : { kind: 'phrase', words: [term], prefix: false }
}

/** Joins phrases at distance 1 to one phrase. */
function joinNeighbours(tree: Near | Operand): Near | Operand {
  if (tree.kind !== 'near') return tree
  const right = joinNeighbours(tree.right)
  const { left, distance } = tree
  const isPhrase =
    distance === 1 && left.kind === 'phrase' && !left.prefix && right.kind === 'phrase'
  if (!isPhrase) return { ...tree, right }
  return { ...right, words: [...left.words, ...right.words] }
}
