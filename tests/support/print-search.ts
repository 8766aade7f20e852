import type { Near, Operand, PlaceTree, SearchTree } from '../../src/text/search/search-tree'

/** A short form of a tree: `all(data any(engineer not("team lead")))`. */
export function printTree(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase': {
      const text = `${tree.words.join(' ')}${tree.prefix ? '*' : ''}`
      return tree.words.length === 1 ? text : `"${text}"`
    }
    case 'near':
      return `near(${printTerms(tree)})`
    case 'not':
      return `not(${printTree(tree.child)})`
    case 'all':
    case 'any':
      return `${tree.kind}(${tree.children.map(printTree).join(' ')})`
  }
}

function printTerms(tree: Near | Operand): string {
  if (tree.kind !== 'near') return printTree(tree)
  return `${printTree(tree.left)} <${tree.distance}> ${printTerms(tree.right)}`
}

/** A short form of a tree: `any(ontario not(london ontario/london,ontario))`. */
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
