import { FIELD, readAdvancedTokens } from './advanced-tokens'
import { analyze } from './analyzer'
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
 *     any     = all { or all }
 *     all     = near { [ and ] near }
 *     near    = not { distance not }
 *     not     = exclude not | primary
 *     primary = "(" any ")" | term [ star ]
 */
export function suggestAdvanced(source: string, dialect: Dialect): string | undefined {
  const tokens = readTokens(source, dialect)
  return tokens && new AdvancedWriter(tokens).search()
}

const SIGNS = ['and', 'or', 'exclude', 'open', 'close', 'star'] as const

/** `text` is the text of a term or a distance in the advanced syntax. */
interface Token {
  kind: (typeof SIGNS)[number] | 'distance' | 'term'
  text: string
}

/** From the loosest to the tightest. */
const BINDINGS = ['any', 'all', 'near', 'term'] as const

/** A part of the result, and the loosest operator in it that is outside of parentheses. */
interface Written {
  text: string
  binding: (typeof BINDINGS)[number]
}

class AdvancedWriter {
  private next = 0

  constructor(private readonly tokens: readonly Token[]) {}

  /** The whole query; undefined if tokens are left over. */
  search(): string | undefined {
    const written = this.any()
    return this.next === this.tokens.length ? written?.text : undefined
  }

  /** any = all { or all } */
  private any(): Written | undefined {
    const children = [this.all()]
    while (this.take('or')) children.push(this.all())
    return joined('any', children, ' | ')
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
    const child = this.not()
    return child && { text: `!${inside(child, 'term')}`, binding: 'term' }
  }

  /** primary = "(" any ")" | term [ star ] */
  private primary(): Written | undefined {
    if (this.take('open')) {
      const child = this.any()
      return this.take('close') && child
    }
    const term = this.take('term')
    return term && { text: term.text + (this.take('star') ? ':*' : ''), binding: 'term' }
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
  return texts.includes(undefined) ? undefined : { text: texts.join(operator), binding }
}

/** The text of a child, in parentheses if it binds looser than its parent. */
function inside({ text, binding }: Written, parent: Written['binding']): string {
  return BINDINGS.indexOf(binding) < BINDINGS.indexOf(parent) ? `(${text})` : text
}

const QUOTE = `[${DOUBLE_QUOTES}]`
const QUOTED = `(?<quoted>${QUOTE}[^${DOUBLE_QUOTES}]*${QUOTE})`
/** A dash before a word or a group, or any other sign or word for `!`. */
const EXCLUDE = `(?<exclude>[${DASHES}](?=[(.\\p{L}\\p{N}${DOUBLE_QUOTES}'‘])|!|NOT(?![^${DASHES}\\s(!${DOUBLE_QUOTES}'‘]))`
const END = `(?![^\\s()${DOUBLE_QUOTES}'‘!])`

const TOKENS: Readonly<Record<Dialect, RegExp>> = {
  plain: new RegExp(
    `${QUOTED}|${EXCLUDE}|(?<and>(?:&&?|AND)${END})|(?<or>(?:\\|\\|?|OR)${END})|(?<open>\\()|(?<close>\\))|(?<star>\\*)` +
      `|(?<word>[^\\s()*${DOUBLE_QUOTES}]+(?:\\([^\\s()*${DOUBLE_QUOTES}]*\\)[^\\s()*${DOUBLE_QUOTES}]*)*)|${QUOTE}`,
    'gu',
  ),
  advanced: new RegExp(
    `${QUOTED}|(?<phrase>'(?:[^']|'')*'|‘[^‘’]*’)|${EXCLUDE.replace('NOT', '(?:NOT|not|Not)')}` +
      `|(?<and>&&?|(?:AND|and|And)${END})|(?<or>\\|\\|?|(?:OR|or|Or)${END})|(?<open>\\()|(?<close>\\))|(?<star>:?\\*)` +
      `|(?<distance><(?:-|\\d+)>|(?:NEAR|near|Near)(?:/\\d+)?${END})` +
      `|(?<word>(?:[^\\s&|!()<*:${DOUBLE_QUOTES}]|:(?!\\*))+)|\\S`,
    'gu',
  ),
}

/** The tokens of a query; undefined if a sign has no clear meaning. Punctuation is left out. */
function readTokens(source: string, dialect: Dialect): Token[] | undefined {
  const tokens: Token[] = []
  const fields = new Set<string>()
  for (const { 0: text, groups = {} } of source.matchAll(TOKENS[dialect])) {
    const sign = SIGNS.find((kind) => groups[kind])
    if (sign) tokens.push({ kind: sign, text })
    else if (groups.distance) tokens.push({ kind: 'distance', text: distanceOperator(text) })
    else if (groups.phrase) {
      const inner = text.slice(1, -1)
      tokens.push(...phrase(text.startsWith("'") ? inner.replaceAll("''", "'") : inner))
    } else if (groups.quoted) tokens.push(...phrase(text.slice(1, -1)))
    else if (groups.word && dialect === 'plain') tokens.push(...bare(text))
    else if (groups.word) {
      const field = FIELD.exec(text)?.[0] ?? ''
      if (field !== '') fields.add(field.toLowerCase())
      // An apostrophe at an end of a word is more likely a quote that lacks its partner.
      if (/^['‘’]|['’]$/.test(text) || fields.size > 1) return undefined
      tokens.push(...bare(text.slice(field.length)))
    } else return undefined
  }
  return tokens
}

/** The distance that `<N>`, `NEAR/N` or `NEAR` means; `NEAR` alone is within ten words. */
export function distanceOperator(text: string): string {
  if (text === '<->') return text
  const words = Number(/\d+/.exec(text)?.[0] ?? 10)
  return `<${Math.min(Math.max(words, 1), MAX_DISTANCE)}>`
}

/** The text in single quotes, its spaces collapsed. A star at the end of the text makes a prefix. */
function phrase(text: string): Token[] {
  const trimmed = text.trim()
  const hasStar = trimmed.endsWith('*')
  const words = hasStar ? trimmed.slice(0, -1).trimEnd() : trimmed
  if (analyze(words).length === 0) return []
  const quoted = `'${words.replace(/\s+/g, ' ').replaceAll("'", "''")}'`
  return [
    { kind: 'term', text: quoted },
    ...(hasStar ? [{ kind: 'star' as const, text: '*' }] : []),
  ]
}

/** A word without commas after it, as it is if the advanced syntax reads it as one term, else in quotes. */
function bare(word: string): Token[] {
  const [text = ''] = /^.*[^,;]/su.exec(word) ?? []
  if (analyze(text).length === 0) return []
  return isOneTerm(text) ? [{ kind: 'term', text }] : phrase(text)
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
