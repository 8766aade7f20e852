import type { Near, Operand, Phrase, SearchTree } from '../search-tree'

/** The tree as a side of a distance; undefined if it has `!` or `&`. */
export function toOperand(tree: SearchTree): Near | Operand | undefined {
  if (tree.kind === 'near' || tree.kind === 'phrase') return tree
  const children = phrasesOf(tree)
  return children && { kind: 'any', children }
}

/** The phrases of nested alternatives as one list; undefined if the tree has anything else. */
function phrasesOf(tree: SearchTree): Phrase[] | undefined {
  if (tree.kind === 'phrase') return [tree]
  if (tree.kind !== 'any') return undefined
  const groups = tree.children.map(phrasesOf)
  return groups.every((group) => group !== undefined) ? groups.flat() : undefined
}

/** Appends `right` to a chain: `(a <2> b) <3> c` is the chain `a <2> b <3> c`. */
export function follow(left: Near | Operand, distance: number, right: Near | Operand): Near {
  if (left.kind !== 'near') return { kind: 'near', left, distance, right }
  return { ...left, right: follow(left.right, distance, right) }
}
