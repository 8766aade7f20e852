import type { Near, Operand, Phrase, SearchTree } from '../search-tree'
import type { Syntax } from './operators'

/** How a phrase is written as one term; the default writes its analyzed words. */
export type WritePhrase = (phrase: Phrase, syntax: Syntax) => string

const SIGNS = {
  plain: { all: ' ', any: ' OR ', not: '-', quote: '"', star: '*' },
  advanced: { all: ' & ', any: ' | ', not: '!', quote: "'", star: ':*' },
} as const

const BINDINGS = ['any', 'all', 'near', 'not', 'phrase'] as const

/** The text of a tree in a syntax, whose parser reads an equal tree from it. */
export function printSearch(
  tree: SearchTree,
  syntax: Syntax,
  writePhrase: WritePhrase = writeWords,
): string {
  const inside = (child: SearchTree | Operand, parent: (typeof BINDINGS)[number]): string => {
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
        return writePhrase(node, syntax)
      case 'near':
        return chain(node)
      case 'not':
        return node.child.kind === 'not' && syntax === 'plain'
          ? `${SIGNS[syntax].not}(${print(node.child)})`
          : `${SIGNS[syntax].not}${inside(node.child, 'not')}`
      case 'all':
      case 'any':
        return node.children.map((child) => inside(child, node.kind)).join(SIGNS[syntax][node.kind])
    }
  }
  return print(tree)
}

/** The analyzed words of a phrase, in quotes if there are several. */
export function writeWords({ words, prefix }: Phrase, syntax: Syntax): string {
  const { quote, star } = SIGNS[syntax]
  const [first = '', ...others] = words
  const isBare = others.length === 0 && /^[\p{L}\p{N}]+$/u.test(first)
  return `${isBare ? first : `${quote}${words.join(' ')}${quote}`}${prefix ? star : ''}`
}

/** A phrase as it was typed, in the quotes of the syntax unless it is one plain word. */
export function writeTyped(
  texts: ReadonlyMap<Phrase, string>,
  isOneTerm: (text: string, syntax: Syntax) => boolean,
): WritePhrase {
  return (phrase, syntax) => {
    const text = texts.get(phrase)
    if (text === undefined) return writeWords(phrase, syntax)
    const { quote, star } = SIGNS[syntax]
    const isBare = isOneTerm(text, syntax)
    const escaped = syntax === 'advanced' ? text.replaceAll("'", "''") : text
    return `${isBare ? text : `${quote}${escaped}${quote}`}${phrase.prefix ? star : ''}`
  }
}
