import type { Term } from '../../text/search/grammar/tokens'
import { tidy } from '../../text/search/reading/fillers'
import { plainTokens } from '../../text/search/reading/parse-plain'
import { ifValid } from '../../text/search/search-syntax-error'
import { keepingShort } from '../../values/bounded-cache'
import abbreviationsText from './abbreviations.txt' with { type: 'text' }
import {
  formWithEnding,
  joined,
  type KnownWords,
  MIN_SHARE,
  type Names,
  otherForms,
  quoted,
  type WordForms,
} from './word-forms'

/** Words of a text, and what else they may be written as. */
interface Piece extends WordForms {
  written: string
  /** A mark in the text says that both forms are meant. */
  isMarked?: boolean
}

/** A text with the other forms of its words, and the forms that it gained. */
export interface Union {
  text: string
  forms: readonly string[]
  isMarked: boolean
  /** The largest of its words. */
  share: number
}

/** The words behind abbreviations of job titles, and signs that are written out: all that each may mean. A line is `letters: words; words`. */
const ABBREVIATIONS: ReadonlyMap<string, readonly string[]> = new Map(
  abbreviationsText
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [letters = '', meanings = ''] = line.split(': ')
      return [letters, meanings.split('; ')]
    }),
)

/** The words and phrases of a text that has no operators; none of other texts. */
export const partsOf = keepingShort(1_000, (text): readonly Term[] => {
  const tokens = text === '' ? [] : (ifValid(() => plainTokens(text)) ?? [])
  const terms = tokens.flatMap((token) =>
    token.kind === 'term' && token.slop === undefined ? [token] : [],
  )
  return terms.length === tokens.length ? terms : []
})

/** A text without the words and phrases that it excludes, and those as they are written; a text with other operators as it is. */
export const withoutExclusions = keepingShort(
  1_000,
  (source): { text: string; excluded: string } => {
    const whole = { text: source, excluded: '' }
    const tokens = ifValid(() => plainTokens(source)) ?? []
    const cuts = tokens.flatMap(({ kind, offset }, at): [number, number][] => {
      const next = tokens[at + 1]
      return kind === 'not' && next?.kind === 'term' ? [[offset, next.end]] : []
    })
    const others = tokens.filter(({ kind }) => kind !== 'term' && kind !== 'not')
    const isRead = tokens.every(({ isNative }) => isNative)
    if (!isRead || others.length > 0 || cuts.length === 0) return whole
    const starts = [0, ...cuts.map(([, end]) => end)]
    const ends = [...cuts.map(([start]) => start), source.length]
    const kept = starts.map((start, at) => source.slice(start, ends[at])).join(' ')
    const excluded = cuts.map(([start, end]) => source.slice(start, end)).join(' ')
    return { text: tidy(kept), excluded }
  },
)

/** The union of the forms of each word of a text; undefined if no word has another form that many jobs have. */
export function withOtherForms(text: string, known: KnownWords): Union | undefined {
  const pieces = piecesOf(text, partsOf(text), known)
  const forms = pieces.flatMap(({ others }) => others)
  if (forms.length === 0) return undefined
  const texts = pieces.map(({ written, others }) => {
    const all = [written, ...others].join(' OR ')
    return others.length > 0 && pieces.length > 1 ? `(${all})` : all
  })
  const isMarked = pieces.some((piece) => piece.isMarked)
  const share = Math.max(...pieces.map((piece) => piece.share))
  return { text: texts.join(' '), forms: [...new Set(forms)], isMarked, share }
}

/** Several terms that are one thing, or one term, and the pieces behind them. */
function piecesOf(text: string, terms: readonly Term[], known: KnownWords): Piece[] {
  const [first] = terms
  if (first === undefined) return []
  for (const count of [3, 2]) {
    const piece = pieceOf(text, terms.slice(0, count), known.words)
    if (piece !== undefined) return [piece, ...piecesOf(text, terms.slice(count), known)]
  }
  return [pieceOfTerm(first, known), ...piecesOf(text, terms.slice(1), known)]
}

/** Two or three neighbours that are one word: `c plus plus`, `infirmier (ère)`, and `front end`, which is also written as one. */
function pieceOf(text: string, terms: readonly Term[], words: Names): Piece | undefined {
  const [first, second, third] = terms
  if (first === undefined || second === undefined || !terms.every(isOneWord)) return undefined
  const typed = terms.flatMap((term) => term.words)
  const one = typed.join('')
  const known = abbreviation(quoted(typed.join(' ')), one, words)
  if (known !== undefined || third !== undefined) return known
  const [word = '', ending = ''] = typed
  const isEnding = text.slice(first.end, second.offset) === '('
  const form = isEnding ? formWithEnding(word, ending) : undefined
  if (form !== undefined) return marked(first.text, form)
  const least = MIN_SHARE * Math.min(...typed.map((part) => words.get(part) ?? 0))
  const isOne = (words.get(one) ?? 0) >= Math.max(least, 2)
  if (!isOne || typed.some((part) => part.length < 3)) return undefined
  return { written: `${first.text} ${second.text}`, others: [one], share: 1 }
}

function isOneWord({ isQuoted, prefix, words }: Term): boolean {
  return !isQuoted && !prefix && words.length === 1
}

/** A word or phrase as it is typed. */
export function writtenTerm({ text, prefix, isQuoted }: Term): string {
  return `${isQuoted ? `"${text}"` : text}${prefix ? '*' : ''}`
}

function pieceOfTerm(term: Term, { words, formsOf }: KnownWords): Piece {
  const written = writtenTerm(term)
  if (term.isQuoted || term.prefix) return { written, others: [], share: 0 }
  const one = term.words.join('')
  const [word = '', ending, ...more] = term.words
  // Without dots at its end: `sr.`
  const bare = ending === undefined ? word : term.text
  const short = abbreviation(bare, one, words)
  if (short !== undefined) return short
  if (ending === undefined) return { written: word, ...formsOf(word) }
  const form = more.length === 0 ? formWithEnding(word, ending) : undefined
  if (form !== undefined) return marked(word, form)
  const isArticle = more.length === 0 && /^\p{L}['’]/u.test(term.text)
  const whole = [one, ...(isArticle ? [ending] : [])].find((name) => (words.get(name) ?? 0) > 1)
  return { written, others: whole === undefined ? [] : [whole], share: 1 }
}

function marked(written: string, form: string): Piece {
  return { written, others: [form], isMarked: true, share: 1 }
}

export function isAbbreviation(letters: string): boolean {
  return ABBREVIATIONS.has(letters.toLowerCase())
}

/** What the letters of an abbreviation stand for; a plural that is rarer than its singular counts as the singular (`RNs`). */
function abbreviation(written: string, letters: string, words: Names): Piece | undefined {
  const one = letters.replace(/s$/, '')
  const isPlural = (words.get(letters) ?? 0) < (words.get(one) ?? 0)
  const name = ABBREVIATIONS.has(letters) || !isPlural ? letters : one
  const meanings = ABBREVIATIONS.get(name)
  if (meanings === undefined) return undefined
  const isOther = words.has(name) && name !== written.toLowerCase()
  return { written, others: [...(isOther ? [name] : []), ...meanings.map(quoted)], share: 1 }
}

/** `java/python` as two words, and `react/angular/vue` as alternatives; `CI/CD` and `24/7` are neither. */
export function withPartedSlashes(text: string, words: Names): string {
  return text.replace(/(?<!\S)[\p{L}\d]+(?:\/[\p{L}\d]+)+(?!\S)/gu, (typed) => {
    const parts = typed.split('/')
    const [first = '', second = ''] = parts.map(joined)
    const isWord = (part: string) => /^\p{L}{3,}$/u.test(part) && words.has(joined(part))
    if (parts.every((part) => /^(?:i{1,3}|iv|v|\d)$/i.test(part))) return `(${parts.join(' OR ')})`
    if (!parts.every(isWord) || otherForms(first).includes(second)) return typed
    return parts.length > 2 ? `(${parts.join(' OR ')})` : parts.join(' ')
  })
}

/** Words with a sign between them that are read side by side: `java/python`, `software-engineer`; not `CI/CD` and `part-time`. */
export function jointsIn(text: string): string[] {
  return Array.from(text.matchAll(JOINT), ([joint]) => joint).filter((joint) => {
    const [word = '', ending] = joint.split('-').map(joined)
    return ending === undefined || formWithEnding(word, ending) === undefined
  })
}

/** Words that belong to the word behind them. */
const BOUND = 'co|mid|non|off|on|per|post|pre|self|semi|sub'
const BOUND_PAIR = new RegExp(`^(?:${BOUND}) \\p{L}{3}`, 'iu')
const JOINT = new RegExp(
  `(?<!\\S)(?:\\p{L}{3,}[/_]\\p{L}{3,}|\\p{L}{4,}-\\p{L}{6,}|(?:${BOUND}|\\p{L}{6,})-\\p{L}{4,}|and\\/or|et\\/ou)(?!\\S)`,
  'giu',
)

/** Neighbours that are probably one thing, and how to search it: `child care`, also written `childcare`, `4 day`, `class 1`, `on call`. */
export function looseWords(text: string, words: Names): [typed: string, better: string][] {
  const terms = partsOf(text)
  return terms.slice(1).flatMap((term, at): [string, string][] => {
    const both = [terms[at] ?? term, term]
    if (!both.every(isOneWord)) return []
    const pair = both.map((one) => one.text).join(' ')
    const isNumbered =
      (at === 0 && /^\d{1,2} \p{L}+$/u.test(pair)) ||
      (at === terms.length - 2 && /^\p{L}+ \d{1,2}$/u.test(pair))
    if (isNumbered) return [[pair, quoted(pair)]]
    const one = joined(pair)
    if (BOUND_PAIR.test(pair) && !words.has(one)) return [[pair, quoted(pair)]]
    const isOne = both.every((part) => part.text.length > 1) && (words.get(one) ?? 0) > 1
    return isOne ? [[pair, `${quoted(pair)} OR ${one}`]] : []
  })
}
