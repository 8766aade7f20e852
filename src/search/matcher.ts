import { alternatives, type Near, type Operand, type Phrase, type SearchTree } from './search-tree'
import { type WordPositions, wordPositions } from './word-positions'

/**
 * Decides one document, given the words of its fields, without PostgreSQL: what the compiled query
 * must agree with.
 */
export function matches(tree: SearchTree, fields: readonly (readonly string[])[]): boolean {
  return holds(tree, wordPositions(fields))
}

function holds(tree: SearchTree, document: WordPositions): boolean {
  switch (tree.kind) {
    case 'all':
      return tree.children.every((child) => holds(child, document))
    case 'any':
      return tree.children.some((child) => holds(child, document))
    case 'not':
      return !holds(tree.child, document)
    case 'phrase':
    case 'near':
      return starts(tree, document).length > 0
  }
}

/** The positions at which a match begins. */
function starts(tree: Near | Operand, document: WordPositions): number[] {
  switch (tree.kind) {
    case 'phrase':
      return phraseStarts(tree, document)
    case 'any':
      return tree.children.flatMap((phrase) => phraseStarts(phrase, document))
    case 'near': {
      const rightStarts = starts(tree.right, document)
      return alternatives(tree.left).flatMap((phrase) =>
        phraseStarts(phrase, document).filter((start) => {
          const end = start + phrase.words.length - 1
          return rightStarts.some((right) => right > end && right <= end + tree.distance)
        }),
      )
    }
  }
}

function phraseStarts({ words, prefix }: Phrase, document: WordPositions): number[] {
  const places = words.map((word, index) =>
    prefix && index === words.length - 1
      ? prefixPlaces(word, document)
      : wordPlaces(word, document),
  )
  const [first, ...others] = places
  return [...(first ?? [])].filter((start) =>
    others.every((place, index) => place.has(start + index + 1)),
  )
}

function wordPlaces(word: string, document: WordPositions): Set<number> {
  return new Set(document.get(word))
}

function prefixPlaces(prefix: string, document: WordPositions): Set<number> {
  const places = new Set<number>()
  for (const [word, positions] of document) {
    if (word.startsWith(prefix)) for (const position of positions) places.add(position)
  }
  return places
}
