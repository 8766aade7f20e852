import type { Term } from '../../text/search/grammar/tokens'
import { commonNumber } from '../../text/search/index/common-grams'
import { plainTokens } from '../../text/search/reading/parse-plain'
import { ifValid } from '../../text/search/search-syntax-error'
import { keepingShort } from '../../values/bounded-cache'
import { ABBREVIATIONS } from './abbreviations'
import type { Names } from './suggestions'
import { compounds, formWithEnding, joined, otherForms } from './word-forms'

/** A word or phrase of a text, and what else it may be written as. */
interface Piece {
  written: string
  others: readonly string[]
  /** A mark in the text says that both forms are meant. */
  isMarked?: boolean
  /** How many terms of the text it is, if several. */
  terms?: number
}

/** A text with the other forms of its words, and the forms that it gained. */
export interface Union {
  text: string
  forms: readonly string[]
  isMarked: boolean
  /** The largest share that other forms have beside a word in titles; 1 for an abbreviation. */
  share: number
}

/** The share of a word's jobs that its other forms must have in titles, so that their union is counted. */
const MIN_SHARE = 0.5
/** The titles that its other forms must have. */
const MIN_TITLES = 3
/** The titles of a word of most texts that names a job. */
const FREQUENT = 50
const MAX_FORMS = 4

/** The words and phrases of a text that has no operators; none of other texts. */
export const partsOf = keepingShort(1_000, (text): readonly Term[] => {
  const tokens = text === '' ? [] : (ifValid(() => plainTokens(text)) ?? [])
  const terms = tokens.flatMap((token) =>
    token.kind === 'term' && token.slop === undefined ? [token] : [],
  )
  return terms.length === tokens.length ? terms : []
})

/** The union of the forms of each word of a text; undefined if no word has another form that many jobs have. */
export function withOtherForms(text: string, words: Names): Union | undefined {
  const pieces = piecesOf(text, words)
  const forms = pieces.flatMap(({ others }) => others)
  if (forms.length === 0) return undefined
  const texts = pieces.map(({ written, others }) => {
    const all = [written, ...others]
    return all.length > 1 && pieces.length > 1 ? `(${all.join(' OR ')})` : all.join(' OR ')
  })
  const isMarked = pieces.some((piece) => piece.isMarked)
  const share = Math.max(...pieces.map((piece) => shareOf(piece, words)))
  return { text: texts.join(' '), forms: [...new Set(forms)], isMarked, share }
}

/** How many times the titles with a word have its other forms; infinite for a word that no title has. */
function shareOf({ written, others }: Piece, words: Names): number {
  const number = words.get(joined(written)) ?? 0
  if (others.length === 0) return 0
  if (ABBREVIATIONS.has(joined(written))) return 1
  if (number === 0) return Number.POSITIVE_INFINITY
  return others.reduce((sum, form) => sum + (words.get(form) ?? 0), 0) / number
}

function piecesOf(text: string, words: Names): Piece[] {
  const terms = partsOf(text)
  const pieces: Piece[] = []
  for (let at = 0; at < terms.length; at += pieces.at(-1)?.terms ?? 1) {
    const [three = [], two = [], one = []] = [3, 2, 1].map((count) => terms.slice(at, at + count))
    const several = pieceOf(text, three, words) ?? pieceOf(text, two, words)
    pieces.push(...(several ? [several] : one.map((term) => pieceOfTerm(term, words))))
  }
  return pieces
}

const SIGNS = new Map([
  ['dot', '.'],
  ['plus', '+'],
  ['sharp', '#'],
])

/** Two or three neighbours that are one word: `infirmier (ère)`, `c plus plus`, and `front end`, which is also written as one. */
function pieceOf(text: string, terms: readonly Term[], words: Names): Piece | undefined {
  const [first, second, third] = terms
  if (first === undefined || second === undefined || !terms.every(isOneWord)) return undefined
  const typed = terms.flatMap((term) => term.words)
  const [word = '', ending = ''] = typed
  const one = typed.join('')
  const spelled = typed.map((part) => SIGNS.get(part) ?? part).join('')
  if (spelled !== one && words.has(spelled)) {
    const written = quoted(typed.join(' '))
    return { written, others: [spelled], isMarked: true, terms: terms.length }
  }
  if (third !== undefined) return undefined
  const isEnding = text.slice(first.end, second.offset) === '('
  const form = isEnding ? formWithEnding(word, ending) : undefined
  if (form !== undefined) return { written: first.text, others: [form], isMarked: true, terms: 2 }
  const least = MIN_SHARE * Math.min(...typed.map((part) => words.get(part) ?? 0))
  const isOne = (words.get(one) ?? 0) >= Math.max(least, 2)
  if (!isOne || typed.some((part) => part.length < 3)) return undefined
  return { written: `${first.text} ${second.text}`, others: [one], terms: 2 }
}

function isOneWord({ isQuoted, prefix, words }: Term): boolean {
  return !isQuoted && !prefix && words.length === 1
}

/** A word or phrase as it is typed. */
export function writtenTerm({ text, prefix, isQuoted }: Term): string {
  return `${isQuoted ? `"${text}"` : text}${prefix ? '*' : ''}`
}

function pieceOfTerm(term: Term, words: Names): Piece {
  const written = writtenTerm(term)
  if (term.isQuoted || term.prefix) return { written, others: [] }
  const letters = joined(term.text)
  const [word = '', ending = '', ...more] = term.words
  // Without dots at its end: `sr.`
  const bare = ending === '' ? word : term.text
  const known = abbreviationOf(letters, words)
  if (known !== undefined) {
    const one = known.letters === bare.toLowerCase() ? [] : [known.letters]
    return { written: bare, others: [...one, ...known.meanings.map(quoted)] }
  }
  if (ending === '') return { written: bare, others: formsOf(word, words) }
  const form = more.length === 0 ? formWithEnding(word, ending) : undefined
  if (form !== undefined) return { written: word, others: [form], isMarked: true }
  return { written, others: (words.get(letters) ?? 0) > 1 ? [letters] : [] }
}

/** The abbreviation that these letters spell; a plural that is rarer than its singular counts as the singular (`RNs`). */
function abbreviationOf(letters: string, words: Names) {
  const one = letters.replace(/s$/, '')
  const isPlural = (words.get(letters) ?? 0) < (words.get(one) ?? 0)
  const name = ABBREVIATIONS.has(letters) || !isPlural ? letters : one
  const meanings = ABBREVIATIONS.get(name)
  return meanings && { letters: name, meanings }
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

function quoted(words: string): string {
  return words.includes(' ') ? `"${words}"` : words
}

/** The other forms of a word that are frequent beside it, the most frequent first; also two words that it may be. */
function formsOf(word: string, words: Names): string[] {
  const number = (name: string) => words.get(name) ?? 0
  // `years` and `team` say nothing of a job: most texts have them, and few titles.
  if (commonNumber(word) > 0 && number(word) < FREQUENT) return []
  const least = MIN_SHARE * number(word)
  const known = otherForms(word).filter((form) => number(form) > 0)
  const forms = known.toSorted((a, b) => number(b) - number(a)).slice(0, MAX_FORMS)
  const isFrequent =
    forms.reduce((sum, form) => sum + number(form), 0) >= Math.max(least, MIN_TITLES)
  const pairs = compounds(word)
    .map((pair) => ({ pair, least: Math.min(...pair.map(number)) }))
    .filter((one) => one.least > Math.max(number(word) / 2, 3))
    .toSorted((a, b) => b.least - a.least)
  const compound = pairs[0] ? [quoted(pairs[0].pair.join(' '))] : []
  // `401k`: titles do not say how often it is parted.
  const parted = word.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u, ' ')
  return [...(isFrequent ? forms : []), ...compound, ...(parted === word ? [] : [quoted(parted)])]
}
