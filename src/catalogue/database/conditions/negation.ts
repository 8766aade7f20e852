import { isTrue, type SearchTree } from '../../../text/search/search-tree'

/**
 * The negation of a tree that a text without words matches (`-senior`, `!a | b`); undefined for every
 * other tree. The index finds the texts of the negation, because each of them has one of its words.
 */
export function excludedOnly(tree: SearchTree): SearchTree | undefined {
  const matchesNoWords = isTrue(tree, () => false)
  return matchesNoWords ? negationNormalForm({ kind: 'not', child: tree }) : undefined
}

/** The same tree with `not` above phrases and distances only; the index cannot look into a negation. */
export function negationNormalForm(tree: SearchTree, isNegated = false): SearchTree {
  switch (tree.kind) {
    case 'phrase':
    case 'near':
      return isNegated ? { kind: 'not', child: tree } : tree
    case 'not':
      return negationNormalForm(tree.child, !isNegated)
    default: {
      const children = tree.children.map((child) => negationNormalForm(child, isNegated))
      return { kind: (tree.kind === 'all') === isNegated ? 'any' : 'all', children }
    }
  }
}
