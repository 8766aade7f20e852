import { pairTerm } from '../../../text/search/index/common-grams'
import {
  alternatives,
  join,
  leavesOf,
  type Near,
  type Phrase,
  type SearchTree,
} from '../../../text/search/search-tree'

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
