/** What a text filter asks of one text. Both syntaxes give this tree. */
export type SearchTree = BooleanTree<Phrase | Near>

/** Lists, not pairs: a thousand alternatives make a wide tree and not a deep one. */
export type BooleanTree<Leaf> =
  | Leaf
  | { kind: 'all'; children: readonly BooleanTree<Leaf>[] }
  | { kind: 'any'; children: readonly BooleanTree<Leaf>[] }
  | { kind: 'not'; child: BooleanTree<Leaf> }

/** Analyzed words side by side, at least one; `prefix` makes the last one match its continuations. */
export interface Phrase {
  kind: 'phrase'
  words: readonly string[]
  prefix: boolean
}

/**
 * `right` begins 1 to `distance` words after the end of `left`. A chain nests to the right: as each
 * distance binds two neighbours only, `(a <2> b) <3> c` and `a <2> (b <3> c)` are the same claim.
 */
export interface Near {
  kind: 'near'
  left: Operand
  distance: number
  right: Operand | Near
}

/** A phrase, or alternatives of them. */
export type Operand = Phrase | { kind: 'any'; children: readonly Phrase[] }

export function alternatives(operand: Operand): readonly Phrase[] {
  return operand.kind === 'any' ? operand.children : [operand]
}

/** The node over the children, or the child itself when it is the only one. */
export function join<Tree>(
  kind: 'all' | 'any',
  children: readonly Tree[],
): Tree | { kind: 'all' | 'any'; children: readonly Tree[] } {
  const [first, ...rest] = children
  return first !== undefined && rest.length === 0 ? first : { kind, children }
}

/** What a tree excludes, when it asks nothing else. */
export function excludedOnly(tree: SearchTree): SearchTree | undefined {
  if (tree.kind === 'not')
    return tree.child.kind === 'not' ? excludedOnly(tree.child.child) : tree.child
  if (tree.kind !== 'all') return undefined
  const excluded = tree.children.map(excludedOnly)
  return excluded.every((child) => child !== undefined) ? join('any', excluded) : undefined
}

/** A short form for tests and logs: `all(data any(engineer not("team lead")))`. */
export function printTree(tree: SearchTree): string {
  switch (tree.kind) {
    case 'phrase':
      return printPhrase(tree)
    case 'near':
      return `near(${printChain(tree)})`
    case 'not':
      return `not(${printTree(tree.child)})`
    case 'all':
    case 'any':
      return `${tree.kind}(${tree.children.map(printTree).join(' ')})`
  }
}

function printChain(tree: Near | Operand): string {
  if (tree.kind !== 'near') return printTree(tree)
  return `${printTree(tree.left)} <${tree.distance}> ${printChain(tree.right)}`
}

function printPhrase({ words, prefix }: Phrase): string {
  const text = `${words.join(' ')}${prefix ? '*' : ''}`
  return words.length === 1 ? text : `"${text}"`
}
