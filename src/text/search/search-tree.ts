/** The condition that a text filter sets on one text. The plain and the advanced syntax both give this tree. */
export type SearchTree = BooleanTree<Phrase | Near>

/** The condition that a location filter sets on one job. */
export type PlaceTree = BooleanTree<NamedPlace>

/** `all` and `any` hold lists, so that a thousand alternatives make a wide tree instead of a deep one. */
type BooleanTree<Leaf> =
  | Leaf
  | { kind: 'all'; children: readonly BooleanTree<Leaf>[] }
  | { kind: 'any'; children: readonly BooleanTree<Leaf>[] }
  | { kind: 'not'; child: BooleanTree<Leaf> }

/** One or more analyzed words side by side. With `prefix`, the last one matches every word that begins with it. */
export interface Phrase {
  kind: 'phrase'
  words: readonly string[]
  prefix: boolean
}

/**
 * `right` begins 1 to `distance` words after the end of `left`. A chain nests to the right. Each
 * distance binds only its two neighbours, so `(a <2> b) <3> c` equals `a <2> (b <3> c)`.
 */
export interface Near {
  kind: 'near'
  left: Operand
  distance: number
  right: Operand | Near
}

/** A phrase, or alternative phrases. */
export type Operand = Phrase | { kind: 'any'; children: readonly Phrase[] }

/**
 * A place of a location filter. Commas are optional, so the text may have several readings: `london
 * ontario` is one name of two words, or a city and its region. `terms` has all readings. A location
 * matches if one of its `placeTerms` equals a reading or, with `prefix`, begins with one.
 */
export interface NamedPlace {
  kind: 'place'
  terms: readonly string[]
  prefix: boolean
}

/** The phrases of an operand. */
export function alternatives(operand: Operand): readonly Phrase[] {
  return operand.kind === 'any' ? operand.children : [operand]
}

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

/** A node with these children; a single child is returned as it is. */
export function join<Tree>(
  kind: 'all' | 'any',
  children: readonly Tree[],
): Tree | { kind: 'all' | 'any'; children: readonly Tree[] } {
  const [first, ...rest] = children
  return first !== undefined && rest.length === 0 ? first : { kind, children }
}

/** Whether a tree is true, given which of its leaves are. */
export function isTrue<Leaf extends Phrase | Near | NamedPlace>(
  tree: BooleanTree<Leaf>,
  isLeafTrue: (leaf: Leaf) => boolean,
): boolean {
  switch (tree.kind) {
    case 'all':
      return tree.children.every((child) => isTrue(child, isLeafTrue))
    case 'any':
      return tree.children.some((child) => isTrue(child, isLeafTrue))
    case 'not':
      return !isTrue(tree.child, isLeafTrue)
    default:
      return isLeafTrue(tree)
  }
}

/** The leaves of a tree, in order. */
export function leavesOf<Leaf extends Phrase | Near | NamedPlace>(tree: BooleanTree<Leaf>): Leaf[] {
  return signedLeavesOf(tree).map(({ leaf }) => leaf)
}

/** The leaves of a tree, in order, each with whether an odd number of `not` is above it. */
export function signedLeavesOf<Leaf extends Phrase | Near | NamedPlace>(
  tree: BooleanTree<Leaf>,
  isExcluded = false,
): { leaf: Leaf; isExcluded: boolean }[] {
  switch (tree.kind) {
    case 'all':
    case 'any':
      return tree.children.flatMap((child) => signedLeavesOf(child, isExcluded))
    case 'not':
      return signedLeavesOf(tree.child, !isExcluded)
    default:
      return [{ leaf: tree, isExcluded }]
  }
}
