import { type TextFilters, textFilters } from '../filters/text-filters'
import { analyze } from '../search/index/analyzer'
import { SearchSyntaxError } from '../search/search-syntax-error'
import { ParameterError } from '../values/errors'
import { isOneEdit, nearestName } from '../values/nearest-name'
import type { AskedParameters, AskedValue } from './asked-values'
import { compounds, otherForms } from './word-forms'

/** How much more often another form of a word must be there to be offered. */
export const MUCH_MORE = 4

/** A shorter word is one edit from too many others. */
const MIN_MISSPELT = 3

/** The word of a vocabulary that is most similar to a word, or its most frequent other form. */
export function nearestWord(word: string, words: ReadonlyMap<string, number>): string | undefined {
  const form = frequentForm(word, words)
  if (form !== undefined || word.length < MIN_MISSPELT) return form
  const [first = ''] = word
  return nearestName(
    word,
    [...words.keys()].filter((known) => known.startsWith(first)),
  )
}

/** The most frequent other form of a word that many more jobs have. */
export function frequentForm(word: string, words: ReadonlyMap<string, number>): string | undefined {
  const least = MUCH_MORE * (words.get(word) ?? 0)
  const forms = otherForms(word).filter((form) => (words.get(form) ?? 0) > least)
  return forms.toSorted((a, b) => (words.get(b) ?? 0) - (words.get(a) ?? 0))[0]
}

/** Titles with a word that is probably misspelt, and letters of such a word. */
const RARE = 2
const MIN_RARE_LENGTH = 6
/** Titles with the word that is meant. */
const FREQUENT = 50

/** The word in many titles that is one edit from a long word in hardly any, with the same first letter. */
export function misspelt(word: string, words: ReadonlyMap<string, number>): string | undefined {
  if (word.length < MIN_RARE_LENGTH || (words.get(word) ?? 0) > RARE) return undefined
  const [first = ''] = word
  // The most frequent words come first.
  for (const [known, titles] of words) {
    if (titles < FREQUENT) return undefined
    if (known.startsWith(first) && isOneEdit(word, known)) return known
  }
  return undefined
}

/** Two frequent words that a word may be written as: `full stack` for `fullstack`. */
export function frequentCompound(
  word: string,
  words: ReadonlyMap<string, number>,
): [string, string] | undefined {
  const least = MUCH_MORE * (words.get(word) ?? 0)
  const number = (pair: readonly string[]) => Math.min(...pair.map((part) => words.get(part) ?? 0))
  const frequent = compounds(word).filter((pair) => number(pair) > least)
  return frequent.toSorted((a, b) => number(b) - number(a))[0]
}

/** The employer or source of this name in any case, or the most similar one. */
export function nearestValue(name: string, known: readonly string[]): string | undefined {
  const key = keyOf(name)
  return known.find((candidate) => keyOf(candidate) === key) ?? nearestName(name, known)
}

function keyOf(name: string): string {
  return analyze(name).join('')
}

/** The text of a filter with another word in place of one; undefined if it is not found or the filter would be invalid. */
export function withWord(
  { parameter }: AskedValue,
  text: string,
  word: string,
  replacement: string,
): string | undefined {
  const isWord = (token: string) => analyze(token).join(' ') === word
  const replaced = text.replace(/[\p{L}\p{N}\p{M}+#.]+/gu, (token) => {
    const bare = token.replace(/^[.+]+|(?<![.+])[.+]+$/g, '')
    if (isWord(token)) return replacement
    return isWord(bare) ? token.replace(bare, replacement) : token
  })
  return replaced === text ? undefined : valid(parameter, replaced)
}

/** The text of a location filter with another place in place of the one at this index. */
export function withPlace(text: string, at: number, place: string): string | undefined {
  const alternatives = text.split(/\sOR\s/)
  if (/["*]|(?:^|\s)-/.test(alternatives[at] ?? '"')) return undefined
  return valid('location', alternatives.with(at, place).join(' OR '))
}

/** A list parameter with another name in place of one. */
export function withName(names: readonly string[], name: string, replacement: string): string {
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return [...new Set(names.map((other) => (other === name ? replacement : other)))]
    .map(quoted)
    .join(',')
}

function valid(parameter: keyof AskedParameters, text: string): string | undefined {
  try {
    const filters: TextFilters = textFilters({ [parameter]: text })
    return filters && text
  } catch (error) {
    if (error instanceof ParameterError || error instanceof SearchSyntaxError) return undefined
    throw error
  }
}
