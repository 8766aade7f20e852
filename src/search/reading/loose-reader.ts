import { quoteValue } from '../../values/errors'
import { follow, toOperand } from '../distance-operands'
import type { LooseOperator, LooseTerm, LooseToken } from '../grammar/loose-tokens'
import type { Syntax } from '../grammar/operators'
import {
  MAX_ALTERNATIVES,
  MAX_DEPTH,
  MAX_DISTANCE,
  MAX_SPAN,
  MIN_PREFIX,
  span,
} from '../search-limits'
import { syntaxError } from '../search-syntax-error'
import { join, type Near, type Operand, type Phrase, type SearchTree } from '../search-tree'

/** Distances in either order double the alternatives, so few of them fit a chain. */
const MAX_ORDERS = 8

/**
 * Reads tokens of loose text:
 *
 *     any     = all { or all }
 *     all     = near { [ and ] near }
 *     near    = not { distance not }
 *     not     = not-sign not | primary
 *     primary = open any close | term [ star ]
 */
export class LooseReader {
  private next = 0
  private depth = 0
  /** What was typed for each phrase. */
  readonly texts = new Map<Phrase, string>()

  constructor(
    private readonly source: string,
    private readonly tokens: readonly LooseToken[],
    private readonly syntax: Syntax,
  ) {}

  search(): SearchTree {
    const tree = this.any()
    const token = this.tokens[this.next]
    if (token)
      throw syntaxError(this.source, token.offset, `expected '(' before ${quoteValue(token.text)}`)
    return tree
  }

  /** any = all { or all } */
  private any(): SearchTree {
    const children = [this.all()]
    while (this.take('or')) children.push(this.all())
    return joinFlat('any', children)
  }

  /** all = near { [ and ] near } */
  private all(): SearchTree {
    const children = [this.near()]
    while (this.take('and') || this.isAt('not', 'open', 'term')) children.push(this.near())
    return joinFlat('all', children)
  }

  /** near = not { distance not } */
  private near(): SearchTree {
    const start = this.next
    const first = this.not()
    if (!this.isAt('within', 'before')) return first
    let orders: (Near | Operand)[] = [this.operand(first, start)]
    for (let sign = this.take('within', 'before'); sign; sign = this.take('within', 'before')) {
      orders = this.extend(orders, sign as LooseOperator)
    }
    const [token] = this.tokens.slice(start)
    for (const order of orders) {
      if (span(order) <= MAX_SPAN) continue
      throw syntaxError(this.source, token?.offset ?? 0, `spans more than ${MAX_SPAN} words`)
    }
    return join('any', orders)
  }

  private extend(orders: readonly (Near | Operand)[], sign: LooseOperator): (Near | Operand)[] {
    const start = this.next
    const right = this.operand(this.not(), start)
    const { distance = 1, offset, text } = sign
    if (distance < 1 || distance > MAX_DISTANCE) {
      const issue = `expected a distance from 1 to ${MAX_DISTANCE}, got ${quoteValue(text)}`
      throw syntaxError(this.source, offset, issue)
    }
    const extended = orders.flatMap((left) => [
      follow(left, distance, right),
      ...(sign.kind === 'within' ? [follow(right, distance, left)] : []),
    ])
    if (extended.length > MAX_ORDERS) {
      throw syntaxError(this.source, offset, 'too many distances in either order', 'use <N>')
    }
    return extended
  }

  private operand(tree: SearchTree, start: number): Near | Operand {
    const token = this.tokens[start]
    const offset = token?.offset ?? 0
    const operand = toOperand(tree)
    if (operand === undefined) {
      const issue = 'expected words or phrases beside a distance'
      throw syntaxError(
        this.source,
        offset,
        issue,
        'keep exclusions and AND outside of the distance',
      )
    }
    if (operand.kind === 'any' && operand.children.length > MAX_ALTERNATIVES) {
      const hint = 'use a prefix, or fewer alternatives'
      throw syntaxError(this.source, offset, `more than ${MAX_ALTERNATIVES} alternatives`, hint)
    }
    return operand
  }

  /** not = not-sign not | primary */
  private not(): SearchTree {
    const sign = this.take('not')
    if (sign === undefined) return this.primary()
    return { kind: 'not', child: this.nested(sign, () => this.not()) }
  }

  /** primary = open any close | term [ star ] */
  private primary(): SearchTree {
    const open = this.take('open')
    if (open) {
      const tree = this.nested(open, () => this.any())
      if (this.take('close')) return tree
      throw syntaxError(this.source, open.offset, `expected ')' to close ${quoteValue(open.text)}`)
    }
    const term = this.take('term') as LooseTerm | undefined
    if (term === undefined) throw this.missingTerm()
    const star = this.take('star')
    if (star && [...(term.words.at(-1) ?? '')].length < MIN_PREFIX) {
      const issue = `expected at least ${MIN_PREFIX} characters before ${quoteValue(star.text)}`
      throw syntaxError(this.source, star.offset, issue)
    }
    if (term.slop !== undefined && term.words.length > 1) return this.sloppy(term, term.slop)
    return this.phrase(term.words, term.prefix || star !== undefined, term.text)
  }

  /** `"project manager"~5`: the words within the distance, in either order. */
  private sloppy(term: LooseTerm, slop: number): SearchTree {
    const distance = Math.min(Math.max(slop, 1), MAX_DISTANCE)
    const words = term.words.map((word) => this.phrase([word], false))
    const chain = (operands: readonly Phrase[]): Near | Operand =>
      operands.reduceRight<Near | Operand | undefined>(
        (right, left) => (right ? { kind: 'near', left, distance, right } : left),
        undefined,
      ) ?? this.phrase(term.words, false)
    return { kind: 'any', children: [chain(words), chain(words.toReversed())] }
  }

  private phrase(words: readonly string[], prefix: boolean, text?: string): Phrase {
    const phrase: Phrase = { kind: 'phrase', words, prefix }
    if (text !== undefined) this.texts.set(phrase, text)
    return phrase
  }

  private nested(opening: LooseToken, read: () => SearchTree): SearchTree {
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      throw syntaxError(this.source, opening.offset, `nested deeper than ${MAX_DEPTH} levels`)
    }
    const tree = read()
    this.depth -= 1
    return tree
  }

  private isAt(...kinds: LooseToken['kind'][]): boolean {
    const token = this.tokens[this.next]
    return token !== undefined && kinds.includes(token.kind)
  }

  private take(...kinds: LooseToken['kind'][]): LooseToken | undefined {
    if (!this.isAt(...kinds)) return undefined
    this.next += 1
    return this.tokens[this.next - 1]
  }

  private missingTerm() {
    const token = this.tokens[this.next]
    const previous = this.tokens[this.next - 1]
    const isWord = (one: LooseToken | undefined) => one !== undefined && /^\p{Lu}/u.test(one.text)
    const hint = (one: LooseToken | undefined) =>
      isWord(one) && this.syntax === 'plain' ? 'for the word, write it in lower case' : undefined
    if (token && token.kind !== 'close') {
      const issue = `expected a term before ${quoteValue(token.text)}`
      return syntaxError(this.source, token.offset, issue, hint(token))
    }
    const issue = previous
      ? `expected a term after ${quoteValue(previous.text)}`
      : 'expected a word'
    return syntaxError(this.source, previous?.offset ?? 0, issue, hint(previous))
  }
}

/** A node whose children of its own kind are dissolved: a group in a group of its kind means nothing. */
function joinFlat(kind: 'all' | 'any', children: readonly SearchTree[]): SearchTree {
  return join(
    kind,
    children.flatMap((child) => (child.kind === kind ? child.children : [child])),
  )
}
