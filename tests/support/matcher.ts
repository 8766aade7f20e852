import {
  type WordPositions,
  wordPositions,
} from '../../src/catalogue/database/words/word-positions'
import {
  alternatives,
  isTrue,
  type Near,
  type Operand,
  type Phrase,
  type PlaceTree,
  type SearchTree,
} from '../../src/text/search/search-tree'

/**
 * Whether a document matches, given the words of its fields. The definition of a text filter without
 * PostgreSQL: tests compare the compiled queries with it.
 */
export function matches(tree: SearchTree, fields: readonly (readonly string[])[]): boolean {
  const document = wordPositions(fields)
  return isTrue(tree, (leaf) => starts(leaf, document).length > 0)
}

/**
 * Whether a job matches, given the `placeTerms` of all its locations. The definition of a location
 * filter. `not` is about the whole job: none of its locations is that place.
 */
export function matchesPlaces(tree: PlaceTree, terms: ReadonlySet<string>): boolean {
  return isTrue(tree, (place) =>
    place.prefix
      ? [...terms].some((term) => place.terms.some((start) => term.startsWith(start)))
      : place.terms.some((term) => terms.has(term)),
  )
}

/** The positions at which a match begins. */
function starts(tree: Near | Operand, document: WordPositions): number[] {
  if (tree.kind !== 'near') {
    return alternatives(tree).flatMap((phrase) => phraseStarts(phrase, document))
  }
  const rightStarts = starts(tree.right, document)
  return alternatives(tree.left).flatMap((phrase) =>
    phraseStarts(phrase, document).filter((start) => {
      const end = start + phrase.words.length - 1
      return rightStarts.some((right) => right > end && right <= end + tree.distance)
    }),
  )
}

function phraseStarts({ words, prefix }: Phrase, document: WordPositions): number[] {
  const positions = words.map((word, index) =>
    prefix && index === words.length - 1
      ? prefixPositions(word, document)
      : new Set(document.get(word)),
  )
  const [first, ...others] = positions
  return [...(first ?? [])].filter((start) =>
    others.every((other, index) => other.has(start + index + 1)),
  )
}

function prefixPositions(prefix: string, document: WordPositions): Set<number> {
  const words = [...document].filter(([word]) => word.startsWith(prefix))
  return new Set(words.flatMap(([, positions]) => positions))
}
