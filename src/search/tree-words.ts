import { alternatives, join, type Near, type Phrase, type SearchTree } from './search-tree'

/** Whether a text may have all terms of a tree and still not match, as they stand elsewhere. */
export function asksPositions(tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'phrase':
      return tree.words.length > 1
    case 'near':
      return true
    case 'not':
      return asksPositions(tree.child)
    case 'all':
    case 'any':
      return tree.children.some(asksPositions)
  }
}

/** The terms that every text has that matches, wherever they stand; undefined when it need not have any. */
export function neededTerms(tree: SearchTree): SearchTree | undefined {
  switch (tree.kind) {
    case 'phrase':
      return phraseTerms(tree)
    case 'near':
      return nearTerms(tree)
    case 'not':
      return asksPositions(tree) ? undefined : tree
    case 'all': {
      const children = tree.children.map(neededTerms).filter((child) => child !== undefined)
      return children.length === 0 ? undefined : join('all', children)
    }
    case 'any': {
      const children = tree.children.map(neededTerms)
      return children.every((child) => child !== undefined) ? join('any', children) : undefined
    }
  }
}

function phraseTerms({ words, prefix }: Phrase): SearchTree {
  const terms = words.map((word, place): Phrase => {
    return { kind: 'phrase', words: [word], prefix: prefix && place === words.length - 1 }
  })
  return join('all', terms)
}

function nearTerms({ left, right }: Near): SearchTree {
  const rightTerms = right.kind === 'near' ? nearTerms(right) : anyTerms(alternatives(right))
  return { kind: 'all', children: [anyTerms(alternatives(left)), rightTerms] }
}

function anyTerms(phrases: readonly Phrase[]): SearchTree {
  return join('any', phrases.map(phraseTerms))
}
