import type { Near, Operand, Phrase, SearchTree } from '../search-tree'
import { operatorOf, SIGNS, SPOKEN, type Syntax } from './operators'
import { refusedSign } from './refused-signs'

const BINDINGS = ['any', 'all', 'near', 'not', 'phrase'] as const

/**
 * The text of a tree in a syntax, whose parser reads an equal tree from it. `texts` has what was typed for a
 * phrase; others are written as their analyzed words.
 */
export function printSearch(
  tree: SearchTree,
  syntax: Syntax,
  texts: ReadonlyMap<Phrase, string> = new Map(),
): string {
  const signs = SIGNS[syntax]
  const inside = (child: SearchTree, parent: (typeof BINDINGS)[number]): string => {
    const isLoose = BINDINGS.indexOf(child.kind) <= BINDINGS.indexOf(parent)
    return isLoose && child.kind !== 'not' ? `(${print(child)})` : print(child)
  }
  const chain = (near: Near | Operand): string => {
    if (near.kind !== 'near') return inside(near, 'near')
    const distance = near.distance === 1 ? '<->' : `<${near.distance}>`
    return `${inside(near.left, 'near')} ${distance} ${chain(near.right)}`
  }
  const print = (node: SearchTree): string => {
    switch (node.kind) {
      case 'phrase':
        return writePhrase(node, syntax, texts.get(node))
      case 'near':
        return chain(node)
      case 'not':
        return node.child.kind === 'not' && syntax === 'plain'
          ? `${signs.not}(${print(node.child)})`
          : `${signs.not}${inside(node.child, 'not')}`
      case 'all':
        return node.children.map((child) => inside(child, 'all')).join(signs.and)
      case 'any':
        return node.children.map((child) => inside(child, 'any')).join(signs.or)
    }
  }
  return print(tree)
}

/** A phrase as it was typed, in the quotes of the syntax unless it is one term of it. */
function writePhrase({ words, prefix }: Phrase, syntax: Syntax, typed?: string): string {
  const { quote, star } = SIGNS[syntax]
  const text = typed ?? words.join(' ')
  const escaped = syntax === 'advanced' ? text.replaceAll("'", "''") : text
  return `${isOneTerm(text, syntax) ? text : `${quote}${escaped}${quote}`}${prefix ? star : ''}`
}

/** Whether a text without quotes is one term of a syntax. */
function isOneTerm(text: string, syntax: Syntax): boolean {
  if (syntax === 'advanced' && SPOKEN.has(text.toLowerCase())) return false
  return (
    /^[\p{L}\p{N}.#]+\+*$/u.test(text) &&
    operatorOf(text, syntax) === undefined &&
    refusedSign(text) === undefined
  )
}
