import { type Meaning, SPOKEN } from '../grammar/operators'
import type { Term, Token } from '../grammar/tokens'
import { DOUBLE_QUOTES } from '../grammar/typed-signs'
import { MAX_TERMS } from '../search-limits'
import { isAccepted } from '../search-syntax-error'
import { NEED } from './fillers'
import type { Remark } from './parsed'

const EXCLUDING = 'not|no|without|except|excluding|sauf|sans'
/** Two words that end the text are one thing: `no cold calling`, `sans fin de semaine`. */
const LAST_PAIR =
  "\\p{L}[\\p{L}\\p{N}'’-]* (?:(?:de|du|des|of) )?[\\p{L}\\p{N}'’-]+(?=\\s*\\)?\\s*$)"

/** The words for operators that are as likely meant as words, and a `|`. `no experience` is a wish and no exclusion. */
const MAY_BE_OPERATOR = new RegExp(
  `(?<![^\\s(])(?:(?:or|ou|et|and\\/or|et\\/ou)(?!\\S)|(?<not>(?:but )?(?:${EXCLUDING}))\\s+(?!${NEED})(?=[\\p{L}([.${DOUBLE_QUOTES}])(?<pair>${LAST_PAIR})?)|(?<!\\|)\\|(?!\\|)`,
  'gu',
)

/** A word or sign of a text that may be an operator. */
interface Told {
  text: string
  sign: string
  meaning: Meaning | undefined
  offset: number
}

/**
 * The remarks on `or`, `not` and their like between words and outside of quotes, and on a `|`. `parse` throws for what cannot be
 * suggested.
 */
export function remarksOn(
  source: string,
  tokens: readonly Token[],
  parse: (text: string) => unknown,
): Remark[] {
  const quoted = tokens.filter((token) => token.kind === 'term' && token.isQuoted)
  const [begin = 0, last = 0] = [tokens[0]?.offset, tokens.at(-1)?.offset]
  const told: Told[] = []
  const meant = source.replace(MAY_BE_OPERATOR, (typed, ...match) => {
    const { not, pair } = match.at(-1)
    const offset: number = match.at(-3)
    const text: string = not ?? typed
    const meaning = not !== undefined ? 'not' : /[|/]/.test(text) ? 'or' : SPOKEN.get(text)
    const sign = meaning === 'not' ? '-' : meaning === 'or' ? 'OR' : 'AND'
    const isBetween = offset < last && (begin < offset || sign === '-')
    const isQuoted = quoted.some((token) => token.offset < offset && offset < token.end)
    if (!isBetween || isQuoted) return typed
    told.push({ text, sign, meaning, offset })
    // What begins the text is excluded alone: the rest is the job.
    if (sign === '-') return pair === undefined ? sign : begin < offset ? `-"${pair}"` : `-${pair}`
    return /\s/.test(source.charAt(offset - 1)) ? sign : ` ${sign} `
  })
  // One of them is told: a spoken operator comes before a '|'.
  const first = told.find(({ text }) => text !== '|') ?? told[0]
  if (first === undefined) return []
  // More operators than terms are no filter.
  const suggested = (text: string) =>
    told.length < MAX_TERMS && isAccepted(text, parse) ? text : null
  const group = told.length === 1 ? withGroup(source, tokens, first) : undefined
  if (group !== undefined && suggested(group) !== null) {
    const read = `'${first.text}' is read as a word; for either`
    return [
      { detail: `${read} of the words beside it write OR in parentheses`, suggestion: group },
      { detail: `${read} side of it write OR`, suggestion: suggested(meant) },
    ]
  }
  const detail =
    first.text === '|'
      ? "'|' is read as punctuation; for alternatives write OR"
      : `'${first.text}' is read as ${first.text.includes(' ') ? 'words' : 'a word'}; for the operator write ${first.sign}`
  return [{ detail, suggestion: suggested(meant) }]
}

/** The text with a group of the words beside an `or` that has one word on one side and more on the other: `AZ or DZ driver`. */
function withGroup(source: string, tokens: readonly Token[], told: Told): string | undefined {
  if (told.meaning !== 'or' || told.text === '|') return undefined
  const terms = tokens.filter((token): token is Term => token.kind === 'term')
  const at = terms.findIndex(({ offset }) => offset === told.offset)
  const [before, after] = [terms[at - 1], terms[at + 1]]
  const sides = [at, terms.length - at - 1]
  const isOpen = terms.length === tokens.length && sides.includes(1) && terms.length > 3
  if (!isOpen || before === undefined || after === undefined) return undefined
  const written = ({ offset, end }: Term) => source.slice(offset, end)
  return `${source.slice(0, before.offset)}(${written(before)} OR ${written(after)})${source.slice(after.end)}`
}
