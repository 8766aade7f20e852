import { quoteValue } from '../../../values/errors'
import {
  MAX_ALTERNATIVES,
  MAX_DEPTH,
  MAX_DISTANCE,
  MAX_SPAN,
  MIN_PREFIX,
  requireTermCount,
  span,
} from '../search-limits'
import { type SearchSyntaxError, syntaxError } from '../search-syntax-error'
import {
  follow,
  join,
  type Near,
  type Operand,
  type Phrase,
  type SearchTree,
  toOperand,
} from '../search-tree'
import { beginsPart, type Operator, type Term, type Token } from './tokens'

/** Distances in either order double the alternatives, so few of them fit a chain. */
const MAX_ORDERS = 8

/** A tree, and what was typed for each of its phrases. */
export interface ParsedTokens {
  tree: SearchTree
  texts: ReadonlyMap<Phrase, string>
}

/**
 * Reads the tokens of a filter, of either syntax:
 *
 *     search  = any end
 *     any     = all { or all }
 *     all     = near { [ and ] near }
 *     near    = not { distance not }
 *     not     = not-sign not | primary
 *     primary = open any close | term [ star ]
 *
 * Each side of a distance is a term, or terms with `or` between them. A word that the analyzer splits
 * is a phrase of its parts. A group in a group of its kind is dissolved.
 *
 * @throws {SearchSyntaxError}
 */
export function parseTokens(source: string, tokens: readonly Token[]): ParsedTokens {
  requireTermCount(source, tokens)
  const parser = new Parser(source, tokens)
  return { tree: parser.search(), texts: parser.texts }
}

class Parser {
  private next = 0
  private depth = 0
  readonly texts = new Map<Phrase, string>()

  constructor(
    private readonly source: string,
    private readonly tokens: readonly Token[],
  ) {}

  /** search = any end */
  search(): SearchTree {
    const tree = this.any()
    const token = this.tokens[this.next]
    if (token === undefined) return tree
    const opening = token.kind === 'close' ? "'('" : 'a term'
    throw this.error(token, `expected ${opening} before ${quoteValue(token.text)}`)
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
    while (this.take('and') || beginsPart(this.tokens[this.next])) children.push(this.near())
    return joinFlat('all', children)
  }

  /** near = not { distance not } */
  private near(): SearchTree {
    const start = this.next
    const first = this.not()
    if (!this.isAt('within', 'before')) return first
    let orders = [this.operand(first, start)]
    for (let sign = this.take('within', 'before'); sign; sign = this.take('within', 'before')) {
      const right = this.next
      orders = this.extend(orders, sign, this.operand(this.not(), right))
    }
    if (orders.some((order) => span(order) > MAX_SPAN)) {
      throw this.error(this.tokens[start], `spans more than ${MAX_SPAN} words`)
    }
    return join('any', orders)
  }

  /** Each order of the terms so far with `right` behind it and, for `within`, before it. */
  private extend(orders: (Near | Operand)[], sign: Operator, right: Near | Operand) {
    const { distance = 1 } = sign
    if (distance < 1 || distance > MAX_DISTANCE) {
      const issue = `expected a distance from 1 to ${MAX_DISTANCE}, got ${quoteValue(sign.text)}`
      throw this.error(sign, issue)
    }
    const extended = orders.flatMap((left) => [
      follow(left, distance, right),
      ...(sign.kind === 'within' ? [follow(right, distance, left)] : []),
    ])
    if (extended.length <= MAX_ORDERS) return extended
    throw this.error(sign, 'too many distances in either order', 'use <N>')
  }

  /** The tree as a side of a distance. `start` is its first token. */
  private operand(tree: SearchTree, start: number): Near | Operand {
    const first = this.tokens[start]
    const operand = toOperand(tree)
    if (operand?.kind === 'any' && operand.children.length > MAX_ALTERNATIVES) {
      const hint = 'use a prefix, or fewer alternatives'
      throw this.error(first, `more than ${MAX_ALTERNATIVES} alternatives`, hint)
    }
    if (operand !== undefined) return operand
    const got = quoteValue(this.source.slice(first?.offset, this.tokens[this.next - 1]?.end))
    throw this.error(
      first,
      `expected terms or alternatives of terms beside a distance, got ${got}`,
      "keep exclusions and 'and' outside of it",
    )
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
    if (open !== undefined) {
      const tree = this.nested(open, () => this.any())
      if (this.take('close')) return tree
      const token = this.tokens[this.next]
      if (token !== undefined)
        throw this.error(token, `expected a term before ${quoteValue(token.text)}`)
      throw this.error(open, `expected ')' to close ${quoteValue(open.text)}`)
    }
    const term = this.tokens[this.next]
    if (term?.kind !== 'term') throw this.missingTerm()
    this.next += 1
    const star = this.take('star')
    if (star && [...(term.words.at(-1) ?? '')].length < MIN_PREFIX) {
      const issue = `expected at least ${MIN_PREFIX} characters before ${quoteValue(star.text)}`
      throw this.error(star, issue)
    }
    if (term.slop !== undefined && term.words.length > 1) return sloppy(term, term.slop)
    const prefix = term.prefix || star !== undefined
    const phrase: Phrase = { kind: 'phrase', words: term.words, prefix }
    this.texts.set(phrase, term.text)
    return phrase
  }

  /** Reads what follows an opening token, one level deeper. */
  private nested(opening: Token, read: () => SearchTree): SearchTree {
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      throw this.error(opening, `nested deeper than ${MAX_DEPTH} levels`)
    }
    const tree = read()
    this.depth -= 1
    return tree
  }

  private isAt(...kinds: Token['kind'][]): boolean {
    const token = this.tokens[this.next]
    return token !== undefined && kinds.includes(token.kind)
  }

  /** The next operator, consumed, if it is of one of these kinds. */
  private take(...kinds: Operator['kind'][]): Operator | undefined {
    const token = this.tokens[this.next]
    if (token === undefined || token.kind === 'term' || !kinds.includes(token.kind)) return
    this.next += 1
    return token
  }

  /** The error about a token that cannot begin a `primary`. A capital may have been meant as a word. */
  private missingTerm(): SearchSyntaxError {
    const [previous, token] = [this.tokens[this.next - 1], this.tokens[this.next]]
    const named = previous ?? token
    const side = previous ? 'after' : 'before'
    const issue = named ? `expected a term ${side} ${quoteValue(named.text)}` : 'expected a term'
    const isCapital = [previous, token].find((one) => one && /^\p{Lu}{2}/u.test(one.text))
    const hint = isCapital && 'for the word, write it in lower case'
    return this.error(named, issue, hint)
  }

  private error(token: Token | undefined, issue: string, hint?: string): SearchSyntaxError {
    return syntaxError(this.source, token?.offset ?? this.source.length, issue, hint)
  }
}

/** `"project manager"~5`: the words within the distance, in either order. */
function sloppy({ words }: Term, slop: number): SearchTree {
  const distance = Math.min(Math.max(slop, 1), MAX_DISTANCE)
  const chain = (order: readonly string[]) =>
    order
      .map((word): Near | Operand => ({ kind: 'phrase', words: [word], prefix: false }))
      .reduce((left, right) => follow(left, distance, right))
  return { kind: 'any', children: [chain(words), chain(words.toReversed())] }
}

function joinFlat(kind: 'all' | 'any', children: readonly SearchTree[]): SearchTree {
  return join(
    kind,
    children.flatMap((child) => (child.kind === kind ? child.children : [child])),
  )
}
