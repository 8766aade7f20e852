import { commonNumber, type Pair, pairOf } from './common-words'
import { alternatives, join, type Near, type Phrase, type SearchTree } from './search-tree'

/** The pairs of a phrase that the index has as terms, each with the place of its second word. */
export function indexedPairs({ words, prefix }: Phrase): { pair: Pair; place: number }[] {
  const whole = prefix ? words.slice(0, -1) : words
  const numbers = whole.map(commonNumber)
  return numbers.flatMap((number, place) => {
    const pair = pairOf(numbers[place - 1] ?? 0, number)
    return pair === undefined ? [] : [{ pair, place }]
  })
}

/** Whether the phrase is a term of the index. */
export function isIndexed(phrase: Phrase): boolean {
  const { length } = phrase.words
  return length === 1 || (length === 2 && indexedPairs(phrase).length === 1)
}

/** Whether a text may have all terms of a tree and still not match, as they stand elsewhere. */
export function asksPositions(tree: SearchTree): boolean {
  switch (tree.kind) {
    case 'phrase':
      return !isIndexed(tree)
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

function phraseTerms(phrase: Phrase): SearchTree {
  if (isIndexed(phrase)) return phrase
  const { words, prefix } = phrase
  const pairs = indexedPairs(phrase).map(({ place }) => words.slice(place - 1, place + 1))
  return join('all', [
    ...pairs.map((pair): Phrase => ({ kind: 'phrase', words: pair, prefix: false })),
    ...words.map((word, place): Phrase => {
      return { kind: 'phrase', words: [word], prefix: prefix && place === words.length - 1 }
    }),
  ])
}

function nearTerms({ left, right }: Near): SearchTree {
  const rightTerms = right.kind === 'near' ? nearTerms(right) : anyTerms(alternatives(right))
  return { kind: 'all', children: [anyTerms(alternatives(left)), rightTerms] }
}

function anyTerms(phrases: readonly Phrase[]): SearchTree {
  return join('any', phrases.map(phraseTerms))
}
