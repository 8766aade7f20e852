import { commonNumber } from './index/common-grams'
import { withPairTerms } from './index/pair-terms'
import { MAX_COST } from './search-limits'
import { syntaxError } from './search-syntax-error'
import { alternatives, type Near, type Operand, type Phrase, type SearchTree } from './search-tree'

/**
 * Rejects a filter that takes PostgreSQL more than about 5 seconds in a million jobs, if most of them have its words.
 * `before` is the cost of the other filters of the request; returns the cost of all.
 */
export function requireBoundedCost(source: string, tree: SearchTree, before = 0): number {
  const cost = before + searchCost(tree)
  if (cost <= MAX_COST) return cost
  const others = before > 0 ? 'together with other filters ' : ''
  const issue = `${others}more than ${MAX_COST} look-ups of words for phrases, prefixes and distances`
  const hint = 'use fewer of them, smaller distances, or rarer words'
  throw syntaxError(source, source.search(/\S/), issue, hint)
}

/**
 * An estimate of how often PostgreSQL looks up a word, in the index or in the text of a job. Look-ups
 * count twice if common words can meet the condition, because most jobs are then read: in a million jobs,
 * one takes about 0.01 s.
 */
export function searchCost(tree: SearchTree): number {
  return costOf(withPairTerms(tree))
}

function costOf(tree: SearchTree): number {
  switch (tree.kind) {
    case 'phrase':
      return phraseCost(tree) * (isCommon(tree) ? 2 : 1)
    case 'near':
      return distanceCost(tree) * (isCommon(tree) ? 2 : 1)
    case 'not':
      return costOf(tree.child)
    case 'all':
    case 'any':
      return tree.children.reduce((sum, child) => sum + costOf(child), 0)
  }
}

/** Whether words that most jobs have, or prefixes, can meet the condition. */
function isCommon(tree: Near | Operand): boolean {
  if (tree.kind === 'near') return isCommon(tree.left) && isCommon(tree.right)
  return alternatives(tree).some(({ words, prefix }) =>
    words.every((word, at) => commonNumber(word) > 0 || (prefix && at === words.length - 1)),
  )
}

/** Few texts have more of a phrase than these first words. */
const READ_WORDS = 3

/** The words of a text that begin with a prefix are looked up one by one. */
const PREFIX_COST = 3

/** The words of a phrase are looked up in the index and in the texts, a single word only in the index. */
function phraseCost({ words, prefix }: Phrase): number {
  if (words.length === 1) return 1
  return 2 * Math.min(words.length, READ_WORDS) + (prefix ? PREFIX_COST : 0)
}

/**
 * The look-ups of `meetingQuery`, twice because positions are merged as well. The whole of a chain counts
 * once: `nearQuery` decides most texts by conditions before it.
 */
function distanceCost(near: Near): number {
  const rows = distanceRows(near)
  const lookUps = rows === undefined ? spelledOutCost(near) : rowsCost(near, rows)
  return near.right.kind === 'near' ? lookUps : 2 * lookUps
}

/** Up to this distance, each one is written out. */
const SPELLED_OUT = 3

/**
 * `a <N> b` needs each of N distances. As a rectangle of `rows` times columns, N distances need `a`
 * once a row and `b` once a column. Returns the number of rows with the fewest look-ups; undefined if
 * each distance is to be written out.
 */
export function distanceRows(near: Near): number | undefined {
  const { distance, right } = near
  if (distance === 1 || (distance <= SPELLED_OUT && right.kind !== 'near')) return undefined
  let best = 1
  for (let rows = 2; rows <= distance; rows += 1) {
    if (rowsCost(near, rows) < rowsCost(near, best)) best = rows
  }
  return best
}

/** Every shift is a look-up too; one side needs one shift less than it has copies. */
function rowsCost({ left, distance, right }: Near, rows: number): number {
  const columns = Math.ceil(distance / rows)
  return rows * (wordsCost(left) + 1) + columns * (spelledOutCost(right) + 1) - 1
}

/** The right side is repeated for each distance, and for each width (number of words) among the phrases on the left. */
function spelledOutCost(tree: Near | Operand): number {
  if (tree.kind !== 'near') return wordsCost(tree)
  const { left, distance, right } = tree
  return distance * (wordsCost(left) + countWidths(left) * spelledOutCost(right))
}

function countWidths(operand: Operand): number {
  return new Set(alternatives(operand).map((phrase) => phrase.words.length)).size
}

function wordsCost(operand: Operand): number {
  return alternatives(operand).reduce(
    (sum, { words, prefix }) => sum + words.length + (prefix ? PREFIX_COST - 1 : 0),
    0,
  )
}
