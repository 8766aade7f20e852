import { alternatives, type Near, type Operand, type Phrase } from './search-tree'

/** A phrase, or phrases at a distance. */
export type Positional = Phrase | Near

/** All phrases, from the left to the right. */
export function phrasesOf(tree: Positional | Operand): readonly Phrase[] {
  if (tree.kind !== 'near') return alternatives(tree)
  return [...alternatives(tree.left), ...phrasesOf(tree.right)]
}

/** The words of all phrases, without repetition. */
export function wordsOf(tree: Positional): string[] {
  return [...new Set(phrasesOf(tree).flatMap(({ words }) => words))]
}

/** Whether one of several phrases is enough somewhere. */
export function hasAlternatives(tree: Positional | Operand): boolean {
  if (tree.kind === 'near') return hasAlternatives(tree.left) || hasAlternatives(tree.right)
  return tree.kind === 'any'
}
