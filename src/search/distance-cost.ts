import { alternatives, type Near, type Operand } from './search-tree'

/**
 * How many words a chain of distances has once every distance is written out, as PostgreSQL needs it:
 * `a <3> b` is `a` and `b` one, two or three apart. A distance multiplies all that follows it, once
 * for each width among the phrases on its left.
 */
export function distanceCost(tree: Near | Operand): number {
  if (tree.kind !== 'near') return countWords(tree)
  const widths = new Set(alternatives(tree.left).map((phrase) => phrase.words.length))
  return tree.distance * (countWords(tree.left) + widths.size * distanceCost(tree.right))
}

/** The most words from the first word of a match to its last. */
export function span(tree: Near | Operand): number {
  if (tree.kind === 'near') return span(tree.left) + tree.distance - 1 + span(tree.right)
  return Math.max(...alternatives(tree).map((phrase) => phrase.words.length))
}

function countWords(operand: Operand): number {
  return alternatives(operand).reduce((sum, phrase) => sum + phrase.words.length, 0)
}
