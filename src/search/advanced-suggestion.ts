import { CAPITALS, readAdvancedTokens } from './advanced-tokens'
import { analyze } from './analyzer'
import { BOOST, FUZZY, findField, ONE_CHARACTER, PERCENT } from './foreign-operators'
import { MAX_DISTANCE } from './search-limits'
import { SearchSyntaxError } from './search-syntax-error'
import { DASHES, DOUBLE_QUOTES } from './typed-signs'

/** The syntax in which a client wrote a query. It decides what separates words. */
type Dialect = 'plain' | 'advanced'

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
  const tokens = readTokens(source, dialect)
  return tokens && new Rewriter(tokens).search()
}

const SIGNS = ['and', 'or', 'xor', 'exclude', 'open', 'close', 'star'] as const

/** `text` is the text of a term or a distance in the advanced syntax, `plain` of a term in the plain one. */
interface Token {
  kind: (typeof SIGNS)[number] | 'distance' | 'term'
  text: string
  plain?: string
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

const QUOTE = `[${DOUBLE_QUOTES}]`
/** A phrase, and the distance of its words: `"project manager"~5`. */
const QUOTED = `(?<quoted>${QUOTE}[^${DOUBLE_QUOTES}]*${QUOTE})(?:~(?<slop>\\d+))?`
const PHRASE = "(?<phrase>'(?:[^']|'')*'|‘[^‘’]*’)"
const END = `(?![^\\s()[\\]{}${DOUBLE_QUOTES}'‘!])`
/** A dash before a word or a group, or any other sign or word for `!`. */
const EXCLUDE = `(?<exclude>[${DASHES}](?=[([{.\\p{L}\\p{N}${DOUBLE_QUOTES}'‘])|!|(?:AND[-_]?NOT|EXCEPT)${END}|NOT(?![^${DASHES}\\s([{!${DOUBLE_QUOTES}'‘]))`
const SLASH_DISTANCE = `(?:[Oo]?[Nn][Ee][Aa][Rr]|[Ww]|[Pp][Rr][Ee]|[Aa][Dd][Jj])\\/\\d+${END}`
const DISTANCE = `<(?:-|\\d+)>|${SLASH_DISTANCE}|(?:ADJ\\d*|O?NEAR)${END}|AROUND\\(\\d+\\)`
const GROUPS = '(?<open>[([{])|(?<close>[)\\]}])'
/** A sign that ends a word of a plain filter. */
const SIGN = '&&|\\||<(?:-|\\d+)>|:\\*'
const CHARACTER = `(?:[^\\s&|!()[\\]{}<*:${DOUBLE_QUOTES}]|:(?!\\*))`

const TOKENS: Readonly<Record<Dialect, RegExp>> = {
  plain: new RegExp(
    `${QUOTED}|(?<phrase>'[^']*'(?=:\\*))|${EXCLUDE}|(?<and>&&|(?:&|AND)${END})|(?<or>\\|\\|?|OR${END})|(?<xor>XOR${END})|(?<distance>${DISTANCE})|${GROUPS}|(?<star>:?\\*)` +
      `|(?<word>(?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])+(?:\\((?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])*\\)(?:(?!${SIGN})[^\\s()[\\]{}*${DOUBLE_QUOTES}])*)*)|${QUOTE}|\\S`,
    'gu',
  ),
  advanced: new RegExp(
    `${QUOTED}|${PHRASE}|${EXCLUDE.replace('NOT(?!', '(?:NOT|not|Not)(?!')}` +
      `|(?<and>&&?|(?:AND|and|And)${END})|(?<or>\\|\\|?|(?:OR|or|Or)${END})|(?<xor>XOR${END})|${GROUPS}|(?<star>:?\\*)` +
      `|(?<distance>${DISTANCE}|(?:near|Near)${END})|(?<word>${CHARACTER}+(?:&${CHARACTER}+)*)|\\S`,
    'gu',
  ),
}

/** The tokens of a query; undefined if a sign has no clear meaning. Punctuation is left out. */
function readTokens(source: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = []
  for (const { 0: text, groups = {} } of source.matchAll(TOKENS[dialect])) {
    const sign = SIGNS.find((kind) => groups[kind])
    if (sign) tokens.push({ kind: sign, text })
    else if (groups.distance) tokens.push({ kind: 'distance', text: distanceOperator(text) })
    else if (groups.phrase) {
      const inner = text.slice(1, -1)
      tokens.push(...phrase(text.startsWith("'") ? inner.replaceAll("''", "'") : inner))
    } else if (groups.quoted) tokens.push(...quoted(groups.quoted.slice(1, -1), groups.slop))
    else if (groups.word) {
      const words = dialect === 'plain' ? bare(text) : joinedWords(text)
      if (words === undefined) return undefined
      tokens.push(...words)
    } else return undefined
  }
  return tokens
}

/** The distance that `<N>`, `NEAR/N` or `NEAR` means; `NEAR` alone is within ten words, `ADJ` the next word. */
export function distanceOperator(text: string): string {
  if (text === '<->' || text === 'ADJ') return '<->'
  const words = Number(/\d+/.exec(text)?.[0] ?? 10)
  return `<${Math.min(Math.max(words, 1), MAX_DISTANCE)}>`
}

/** A phrase in double quotes; with `slop`, its words at most so far from each other. */
function quoted(text: string, slop: string | undefined): Token[] {
  if (slop === undefined) return phrase(text)
  const words = text.split(/\s+/).flatMap((word) => bare(word) ?? [])
  const distance: Token = { kind: 'distance', text: distanceOperator(slop) }
  const chain = words.flatMap((word, at) => (at === 0 ? [word] : [distance, word]))
  return [{ kind: 'open', text: '(' }, ...chain, { kind: 'close', text: ')' }]
}

/** Words of an advanced filter with `&` between them and no space: one word in quotes if all are of capitals. */
function joinedWords(text: string): Token[] | undefined {
  const words = text.split('&')
  // An apostrophe at an end of a word is more likely a quote that lacks its partner.
  if (words.some((word) => /^['‘’]|['’]$/.test(word))) return undefined
  if (words.length > 1 && words.every((word) => CAPITALS.test(word))) return phrase(text)
  const terms = words.map(bare)
  if (!terms.every((term) => term !== undefined)) return undefined
  return terms.flatMap((term, at) =>
    at === 0 ? term : [{ kind: 'and' as const, text: '&' }, ...term],
  )
}

/** The text in single quotes, its spaces collapsed. A star at the end of the text makes a prefix. */
function phrase(text: string): Token[] {
  const trimmed = text.trim()
  const hasStar = trimmed.endsWith('*')
  const words = hasStar ? trimmed.slice(0, -1).trimEnd() : trimmed
  if (analyze(words).length === 0) return []
  const quoted = `'${words.replace(/\s+/g, ' ').replaceAll("'", "''")}'`
  return [
    { kind: 'term', text: quoted, plain: `"${words.replace(/\s+/g, ' ')}"` },
    ...(hasStar ? [{ kind: 'star' as const, text: '*' }] : []),
  ]
}

/**
 * A word without commas after it and without a weight, as it is if the advanced syntax reads it as
 * one term, else in quotes. Undefined for a word with another sign of other search engines.
 */
function bare(word: string): Token[] | undefined {
  const [whole = ''] = /^.*[^,;]/su.exec(word) ?? []
  if (FUZZY.test(whole) || ONE_CHARACTER.test(whole) || findField(whole, true)) return undefined
  const isPrefix = PERCENT.test(whole)
  const text = isPrefix ? whole.slice(0, -1) : whole.replace(BOOST, '')
  if (analyze(text).length === 0) return []
  const terms: Token[] = isOneTerm(text) ? [{ kind: 'term', text, plain: text }] : phrase(text)
  return isPrefix ? [...terms, { kind: 'star', text: '*' }] : terms
}

function isOneTerm(text: string): boolean {
  try {
    const [term, end] = readAdvancedTokens(text)
    return term?.kind === 'term' && term.text === text && end?.kind === 'end'
  } catch (error) {
    if (error instanceof SearchSyntaxError) return false
    throw error
  }
}
