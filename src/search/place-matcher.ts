import type { PlaceTree } from './place-tree'

/**
 * Decides one job, given the `placeTerms` of all its locations: the plain meaning of a location
 * filter. `not` is about the job: none of its locations is that place.
 */
export function matchesPlaces(tree: PlaceTree, terms: ReadonlySet<string>): boolean {
  switch (tree.kind) {
    case 'all':
      return tree.children.every((child) => matchesPlaces(child, terms))
    case 'any':
      return tree.children.some((child) => matchesPlaces(child, terms))
    case 'not':
      return !matchesPlaces(tree.child, terms)
    case 'place':
      return tree.prefix
        ? [...terms].some((term) => tree.terms.some((start) => term.startsWith(start)))
        : tree.terms.some((term) => terms.has(term))
  }
}
