import { pairTerm } from './common-grams'
import {
  alternatives,
  join,
  leavesOf,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
} from './search-tree'

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

/** Whether a match depends on the positions of words: a text may have all terms and still not match. */
export function asksPositions(tree: SearchTree): boolean {
  return leavesOf(tree).some((leaf) => leaf.kind === 'near' || leaf.words.length > 1)
}

export interface TermOptions {
  /** Whether the index has pairs of common words as terms. */
  pairs: boolean
}

/** A condition on terms alone that every matching text meets; undefined if no term is required. */
export function neededTerms(tree: SearchTree, options: TermOptions): SearchTree | undefined {
  switch (tree.kind) {
    case 'phrase':
      return phraseTerms(tree, options)
    case 'near':
      return nearTerms(tree, options)
    case 'not':
      return asksPositions(tree) ? undefined : tree
    case 'all': {
      const children = tree.children
        .map((child) => neededTerms(child, options))
        .filter((child) => child !== undefined)
      return children.length === 0 ? undefined : join('all', children)
    }
    case 'any': {
      const children = tree.children.map((child) => neededTerms(child, options))
      return children.every((child) => child !== undefined) ? join('any', children) : undefined
    }
  }
}

function phraseTerms({ words, prefix }: Phrase, { pairs }: TermOptions): SearchTree {
  const last = words.length - 1
  const terms = words.map((word): Phrase => ({ kind: 'phrase', words: [word], prefix: false }))
  // The term of a pair implies its two words.
  const isPaired = new Set<number>()
  for (const [place, word] of words.entries()) {
    const next = words[place + 1]
    const isWhole = next !== undefined && !(prefix && place + 1 === last)
    const term = pairs && isWhole ? pairTerm(word, next) : undefined
    if (term === undefined) continue
    terms.push({ kind: 'phrase', words: [term], prefix: false })
    isPaired.add(place).add(place + 1)
  }
  const needed = terms.flatMap((term, place) => {
    if (isPaired.has(place)) return []
    return place === last ? [{ ...term, prefix }] : [term]
  })
  return join('all', needed)
}

function nearTerms({ left, right }: Near, options: TermOptions): SearchTree {
  const rightTerms =
    right.kind === 'near' ? nearTerms(right, options) : anyTerms(alternatives(right), options)
  return { kind: 'all', children: [anyTerms(alternatives(left), options), rightTerms] }
}

function anyTerms(phrases: readonly Phrase[], options: TermOptions): SearchTree {
  return join(
    'any',
    phrases.map((phrase) => phraseTerms(phrase, options)),
  )
}
