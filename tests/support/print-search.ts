import type { Near, Operand, Phrase, PlaceTree, SearchTree } from '../../src/search/search-tree'

/** The tree as the text of an advanced filter: `parseAdvanced` gives the tree back. */
export function printAdvanced(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase':
      return `'${tree.words.join(' ')}'${tree.prefix ? ':*' : ''}`
    case 'near':
      return `(${printChain(tree)})`
    case 'not':
      return `!${printAdvanced(tree.child)}`
    case 'all':
      return `(${tree.children.map(printAdvanced).join(' & ')})`
    case 'any':
      return `(${tree.children.map(printAdvanced).join(' | ')})`
  }
}

function printChain(tree: Near | Operand): string {
  if (tree.kind !== 'near') return printAdvanced(tree)
  const distance = tree.distance === 1 ? '<->' : `<${tree.distance}>`
  return `${printAdvanced(tree.left)} ${distance} ${printChain(tree.right)}`
}

/** The tree as the text of a plain filter: `parsePlain` gives the tree back. */
export function printPlain(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase':
      return printPlainPhrase(tree)
    case 'not':
      return `-${printPlain(tree.child)}`
    case 'all':
      return tree.children.map(printPlain).join(' ')
    case 'any':
      return tree.children.map(printPlain).join(' OR ')
    case 'near':
      throw new Error('a plain filter has no distances')
  }
}

function printPlainPhrase({ words, prefix }: Phrase): string {
  const [first = '', ...others] = words
  const text = others.length === 0 ? first : `"${words.join(' ')}"`
  return prefix ? `${text}*` : text
}

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
