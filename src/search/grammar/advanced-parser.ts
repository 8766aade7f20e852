import { quoteValue } from '../../values/errors'
import { follow, toOperand } from '../distance-operands'
import { requireBoundedCost } from '../search-cost'
import {
  MAX_ALTERNATIVES,
  MAX_DEPTH,
  MAX_SPAN,
  MIN_PREFIX,
  requireLength,
  requireTermCount,
  span,
} from '../search-limits'
import { type Mistake, type SearchSyntaxError, syntaxError } from '../search-syntax-error'
import { join, type Near, type Operand, type SearchTree } from '../search-tree'
import { type AdvancedToken, readAdvancedTokens, spokenOperator } from './advanced-tokens'

/**
 * Reads an advanced filter:
 *
 *     search   = any end
 *     any      = all { "|" all }
 *     all      = near { "&" near }
 *     near     = not [ distance near ]
 *     not      = "!" not | primary
 *     primary  = "(" any ")" | term [ ":*" ]
 *     term     = word | "'" text "'"
 *     distance = "<->" | "<" N ">"
 *
 * Each side of a distance is a term, or terms with `|` between them. A word that the analyzer splits
 * is a phrase of its parts.
 *
 * @throws {SearchSyntaxError}
 */
export function parseStrictly(source: string): SearchTree {
  requireLength(source)
  const tokens = readAdvancedTokens(source)
  requireTermCount(source, tokens)
  return new AdvancedParser(source, tokens).search()
}

class AdvancedParser {
  private next = 0
  private depth = 0
  /** Where each chain of distances begins, without the chains that are part of another chain. */
  private readonly chainOffsets = new Map<Near, number>()

  constructor(
    private readonly source: string,
    private readonly tokens: readonly AdvancedToken[],
  ) {}

  /** search = any end */
  search(): SearchTree {
    const tree = this.any()
    if (this.token.kind !== 'end') throw this.unexpected()
    this.requireBoundedSpans()
    requireBoundedCost(this.source, tree)
    return tree
  }

  /** any = all { "|" all } */
  private any(): SearchTree {
    const children = [this.all()]
    while (this.take('|')) children.push(this.all())
    return join('any', children)
  }

  /** all = near { "&" near } */
  private all(): SearchTree {
    const children = [this.chain()]
    while (this.take('&')) children.push(this.chain())
    return join('all', children)
  }

  /** near, whose start is kept for `requireBoundedSpans` */
  private chain(): SearchTree {
    const { offset } = this.token
    const tree = this.near()
    const isNew = tree.kind === 'near' && !this.chainOffsets.has(tree)
    if (isNew) this.chainOffsets.set(tree, offset)
    return tree
  }

  /** Rejects chains of distances that are too long: at the end, when parentheses no longer matter. */
  private requireBoundedSpans(): void {
    for (const [chain, offset] of this.chainOffsets) {
      if (span(chain) > MAX_SPAN) throw this.error(offset, `spans more than ${MAX_SPAN} words`)
    }
  }

  /** near = not [ distance near ] */
  private near(): SearchTree {
    const leftStart = this.token
    const left = this.not()
    const distance = this.token
    if (distance.kind !== 'distance') return left
    const leftOperand = this.operand(left, leftStart, distance)
    this.next += 1
    const rightStart = this.token
    const rightOperand = this.operand(this.near(), rightStart, distance)
    return follow(leftOperand, distance.distance, rightOperand)
  }

  /** not = "!" not | primary */
  private not(): SearchTree {
    const bang = this.take('!')
    if (bang === undefined) return this.primary()
    return { kind: 'not', child: this.nested(bang, () => this.not()) }
  }

  /** primary = "(" any ")" | term [ ":*" ] */
  private primary(): SearchTree {
    const open = this.take('(')
    if (open !== undefined) {
      const tree = this.nested(open, () => this.any())
      if (this.take(')')) return tree
      if (this.token.kind !== 'end') throw this.unexpected()
      throw this.error(open.offset, "expected ')' to close '('")
    }
    const { token } = this
    if (token.kind !== 'term') throw this.missingTerm()
    this.next += 1
    const star = this.take(':*')
    if (star && [...(token.words.at(-1) ?? '')].length < MIN_PREFIX) {
      throw this.error(star.offset, `expected at least ${MIN_PREFIX} characters before ':*'`)
    }
    return { kind: 'phrase', words: token.words, prefix: star !== undefined }
  }

  private get token(): AdvancedToken {
    return this.tokens[this.next] ?? { kind: 'end', text: '', offset: this.source.length }
  }

  /** The next token, consumed, if it is of this kind. */
  private take(kind: AdvancedToken['kind']): AdvancedToken | undefined {
    const { token } = this
    if (token.kind !== kind) return undefined
    this.next += 1
    return token
  }

  /** Reads what follows an opening token, one level deeper. */
  private nested(opening: AdvancedToken, read: () => SearchTree): SearchTree {
    this.depth += 1
    if (this.depth > MAX_DEPTH) {
      throw this.error(opening.offset, `nested deeper than ${MAX_DEPTH} levels`)
    }
    const tree = read()
    this.depth -= 1
    return tree
  }

  /** Rejects a tree that cannot be a side of `distance`. `start` is the first token of the tree. */
  private operand(tree: SearchTree, start: AdvancedToken, distance: AdvancedToken): Near | Operand {
    if (tree.kind === 'near') this.chainOffsets.delete(tree)
    const operand = toOperand(tree)
    if (operand !== undefined) {
      if (operand.kind === 'any' && operand.children.length > MAX_ALTERNATIVES) {
        const hint = 'use a prefix, or fewer alternatives'
        throw this.error(start.offset, `more than ${MAX_ALTERNATIVES} alternatives`, hint)
      }
      return operand
    }
    const last = this.tokens[this.next - 1] ?? start
    const got = this.source.slice(start.offset, last.offset + last.text.length)
    throw this.error(
      start.offset,
      `expected terms or '|' of terms beside ${quoteValue(distance.text)}, got ${quoteValue(got)}`,
      "keep '!' and '&' outside of the distance",
    )
  }

  /** The error about a token that cannot begin a `primary`. */
  private missingTerm(): SearchSyntaxError {
    const { token } = this
    const previous = this.tokens[this.next - 1]
    if (previous)
      return this.error(previous.offset, `expected a term after ${quoteValue(previous.text)}`)
    const before = token.kind === 'end' ? '' : ` before ${quoteValue(token.text)}`
    return this.error(token.offset, `expected a term${before}`)
  }

  /** The error about a token that cannot follow a complete expression. */
  private unexpected(): SearchSyntaxError {
    const { kind, text, offset } = this.token
    if (kind === ')') return this.error(offset, "expected '(' before ')'")
    if (kind === ':*') return this.error(offset, "expected a term before ':*'")
    const previous = this.tokens[this.next - 1]
    const mistaken = [this.token, previous].find((token) => meantOperator(token) !== undefined)
    const meant = meantOperator(mistaken)
    if (mistaken && meant) {
      const issue = `expected '${meant}', got ${quoteValue(mistaken.text)}`
      return this.error(mistaken.offset, issue, PHRASE_HINT, 'operator')
    }
    const mistake = kind === 'term' && previous?.kind === 'term' ? 'juxtaposition' : 'operator'
    const issue = `expected '&' or '|' before ${quoteValue(text)}`
    return this.error(offset, issue, PHRASE_HINT, mistake)
  }

  private error(
    offset: number,
    issue: string,
    hint?: string,
    mistake?: Mistake,
  ): SearchSyntaxError {
    return syntaxError(this.source, offset, issue, hint, mistake)
  }
}

const PHRASE_HINT = 'put words that stand side by side in single quotes'

/** The operator that a term means where no term may stand: `and`, `near`. */
function meantOperator(token: AdvancedToken | undefined): string | undefined {
  return token?.kind === 'term' ? spokenOperator(token.text) : undefined
}
