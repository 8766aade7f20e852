import { type Dialect, readTokens, type Token } from './suggestion-tokens'
import { readWordField, type WordField } from './word-fields'

/**
 * Writes a query in the advanced syntax. It reads the operators of plain filters, of advanced filters
 * and of other search engines. Undefined if the meaning is unclear. The result may still violate a
 * limit or a rule of the advanced syntax.
 *
 *     any     = one { or one }
 *     one     = all { xor all }
 *     all     = near { [ and ] near }
 *     near    = not { distance not }
 *     not     = exclude not | primary
 *     primary = "(" any ")" | term [ star ]
 */
export function suggestAdvanced(source: string, dialect: Dialect): string | undefined {
  return rewrite(source, dialect)?.text
}

/** Writes a query in the plain syntax; undefined also if it has groups or distances. */
export function suggestPlain(source: string): string | undefined {
  return rewrite(source, 'plain')?.plain
}

function rewrite(source: string, dialect: Dialect): Written | undefined {
  const { field, text = source } = readWordField(source) ?? {}
  const tokens = readTokens(field === 'exact' ? `"${text}"` : text, dialect)
  return tokens && new Rewriter(field ? withField(tokens, field) : tokens).search()
}

/** The tokens of the words of a field, with the operators that the field stands for. */
function withField(tokens: readonly Token[], field: WordField): Token[] {
  if (field === 'all' || field === 'exact') return [...tokens]
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'term') return [token]
    if (field === 'none') return [{ kind: 'exclude', text: '!' }, token]
    return at === 0 ? [token] : [{ kind: 'or', text: '|' }, token]
  })
}

/** From the loosest to the tightest. */
const BINDINGS = ['any', 'all', 'near', 'term'] as const

/**
 * A part of the result, and the loosest operator in it that is outside of parentheses. `plain` is
 * the part in the plain syntax, which has no groups and no distances.
 */
interface Written {
  text: string
  plain: string | undefined
  binding: (typeof BINDINGS)[number]
}

class Rewriter {
  private next = 0

  constructor(private readonly tokens: readonly Token[]) {}

  /** The whole query; undefined if tokens are left over. */
  search(): Written | undefined {
    const written = this.any()
    return this.next === this.tokens.length ? written : undefined
  }

  /** any = one { or one } */
  private any(): Written | undefined {
    const children = [this.one()]
    while (this.take('or')) children.push(this.one())
    return joined('any', children, ' | ')
  }

  /** one = all { xor all } */
  private one(): Written | undefined {
    const left = this.all()
    if (!this.take('xor')) return left
    const right = this.all()
    // The meaning of a chain of exclusive alternatives is unclear.
    if (this.isAt('xor')) return undefined
    const either = [left, negated(right)]
    const other = [negated(left), right]
    return joined('any', [joined('all', either, ' & '), joined('all', other, ' & ')], ' | ')
  }

  /** all = near { [ and ] near } */
  private all(): Written | undefined {
    const children = [this.near()]
    while (this.take('and') || this.isAt('exclude', 'open', 'term')) children.push(this.near())
    return joined('all', children, ' & ')
  }

  /** near = not { distance not } */
  private near(): Written | undefined {
    let left = this.not()
    for (let distance = this.take('distance'); distance; distance = this.take('distance')) {
      left = joined('near', [left, this.not()], ` ${distance.text} `)
    }
    return left
  }

  /** not = exclude not | primary */
  private not(): Written | undefined {
    if (!this.take('exclude')) return this.primary()
    return negated(this.not())
  }

  /** primary = "(" any ")" | term [ star ] */
  private primary(): Written | undefined {
    if (this.take('open')) {
      const child = this.any()
      return this.take('close') && child
    }
    const term = this.take('term')
    if (term === undefined) return undefined
    const hasStar = this.take('star') !== undefined
    const plain = term.plain === undefined ? undefined : `${term.plain}${hasStar ? '*' : ''}`
    return { text: `${term.text}${hasStar ? ':*' : ''}`, plain, binding: 'term' }
  }

  private isAt(...kinds: Token['kind'][]): boolean {
    const token = this.tokens[this.next]
    return token !== undefined && kinds.includes(token.kind)
  }

  private take(kind: Token['kind']): Token | undefined {
    if (!this.isAt(kind)) return undefined
    this.next += 1
    return this.tokens[this.next - 1]
  }
}

/** The children with the operator between them; undefined if a child is undefined. */
function joined(
  binding: Written['binding'],
  children: readonly (Written | undefined)[],
  operator: string,
): Written | undefined {
  if (children.length === 1) return children[0]
  const texts = children.map((child) => child && inside(child, binding))
  if (texts.includes(undefined)) return undefined
  const plains = children.map((child) =>
    binding === 'any' || child?.binding !== 'any' ? child?.plain : undefined,
  )
  const isPlain = binding !== 'near' && !plains.includes(undefined)
  const plain = isPlain ? plains.join(binding === 'any' ? ' OR ' : ' ') : undefined
  return { text: texts.join(operator), plain, binding }
}

/** The part excluded. In the plain syntax a word or a phrase can be excluded. */
function negated(child: Written | undefined): Written | undefined {
  if (child === undefined) return undefined
  const isTerm = child.binding === 'term' && child.plain !== undefined
  const isExcluded = isTerm && child.plain?.startsWith('-')
  const plain = isExcluded ? child.plain?.slice(1) : `-${child.plain}`
  return { text: `!${inside(child, 'term')}`, plain: isTerm ? plain : undefined, binding: 'term' }
}

/** The text of a child, in parentheses if it binds looser than its parent. */
function inside({ text, binding }: Written, parent: Written['binding']): string {
  return BINDINGS.indexOf(binding) < BINDINGS.indexOf(parent) ? `(${text})` : text
}
