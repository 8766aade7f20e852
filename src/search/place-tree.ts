import type { BooleanTree } from './search-tree'

/** What a location filter asks of one job. */
export type PlaceTree = BooleanTree<Place>

/**
 * A place as the client wrote it. `terms` are all its readings, because commas are optional: `london
 * ontario` is the name of two words or the city and its region. A location matches when one of its
 * `placeTerms` is one of them or, with `prefix`, begins with one.
 */
export interface Place {
  kind: 'place'
  terms: readonly string[]
  prefix: boolean
}

/** A short form for tests and logs: `any(ontario not(london ontario/london,ontario))`. */
export function printPlaces(tree: PlaceTree): string {
  switch (tree.kind) {
    case 'place':
      return `${tree.terms.join('/')}${tree.prefix ? '*' : ''}`
    case 'not':
      return `not(${printPlaces(tree.child)})`
    case 'all':
    case 'any':
      return `${tree.kind}(${tree.children.map(printPlaces).join(' ')})`
  }
}
