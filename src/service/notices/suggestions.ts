import { analyze } from '../../text/search/index/analyzer'
import { isOneEdit, nearestName } from '../../values/nearest-name'
import { textFilters } from '../filters/text-filters'
import { type AskedParameters, textOf } from './asked-values'
import { ifFilter } from './changed-searches'
import { isAbbreviation } from './unions'
import { joined, type Names } from './word-forms'

/** How much more often another form of a word must be there to be offered. */
export const MUCH_MORE = 4

/** The word of a vocabulary that is most similar to a word. */
export function nearestWord(word: string, words: Names, minLength = MIN_WORD): string | undefined {
  if (word.length < minLength) return undefined
  const nearest = similarName(word, words.keys()) ?? misspelt(word, words)
  if (nearest === undefined) return undefined
  // `costumer`: a customer of many titles is likelier than the costumed of a few.
  const least = Math.max(FREQUENT, LIKELIER * (words.get(nearest) ?? 0))
  const frequent = words.entries().filter(([, titles]) => titles >= least)
  return (
    similarName(
      word,
      Iterator.from(frequent).map(([name]) => name),
    ) ?? nearest
  )
}

/** Letters from which on a word may be the beginning of another. */
const MIN_BEGINNING = 4

/** The word in most titles that a word begins: `project` for `proj`. */
export function completedWord(word: string, words: Names): string | undefined {
  // `mech` may be a mechanic too.
  if (word.length < MIN_BEGINNING || isAbbreviation(word)) return undefined
  const frequent = words.entries().find(([known]) => known.startsWith(word))
  return frequent !== undefined && frequent[1] >= FREQUENT ? frequent[0] : undefined
}

/** A shorter word of a title is an abbreviation as likely as a slip: `cpa`. */
const MIN_WORD = 5

/** A shorter word is one edit from too many others. */
const MIN_MISSPELT = 3
/** Letters from which on another letter in a word is a slip, and not another word: `cars`, `care`. */
const MIN_OTHER_LETTER = 6
/** Letters from which on a word may have two slips. */
const MIN_TWO_EDITS = 8

/** The name that one is probably a misspelling of. The first letter is the same. */
export function similarName(name: string, names: Iterable<string>): string | undefined {
  if (name.length < MIN_MISSPELT) return undefined
  const isShort = name.length < MIN_OTHER_LETTER
  const similar = Iterator.from(names).filter((known) => {
    if (known[0] !== name[0]) return false
    return !isShort || known.length !== name.length || letters(known) === letters(name)
  })
  return nearestName(name, [...similar], name.length < MIN_TWO_EDITS ? 1 : 2)
}

function letters(text: string): string {
  return [...text].sort().join('')
}

/** Titles with a word that is probably misspelt, and letters of such a word. */
const RARE = 2
const MIN_RARE_LENGTH = 5
/** Titles with the word that is meant. */
const FREQUENT = 50
/** How many times the titles of a nearer word make one as likely. */
const LIKELIER = 20

/** The word in many titles that is one edit from a long word in hardly any, with the same first letter. */
export function misspelt(word: string, words: Names): string | undefined {
  if (word.length < MIN_RARE_LENGTH || (words.get(word) ?? 0) > RARE) return undefined
  const [first = ''] = word
  // The most frequent words come first.
  for (const [known, titles] of words) {
    if (titles < FREQUENT) return undefined
    if (known.startsWith(first) && isOneEdit(word, known)) return known
  }
  return undefined
}

/** The employer or source of this name in any case, or the most similar one. */
export function nearestValue(name: string, known: readonly string[]): string | undefined {
  const key = joined(name)
  return known.find((candidate) => joined(candidate) === key) ?? nearestName(name, known)
}

/** The parameters with another text, if that is a filter. */
export function withText(
  parameters: AskedParameters,
  parameter: keyof AskedParameters,
  text: string,
): AskedParameters | undefined {
  const changed = { ...parameters, [parameter]: text }
  return ifFilter(() => textFilters(changed)) && changed
}

/** The parameters with another word in place of one in a text; undefined if it is not found. */
export function withWord(
  parameters: AskedParameters,
  parameter: keyof AskedParameters,
  word: string,
  replacement: string,
): AskedParameters | undefined {
  const text = textOf(parameters, parameter)
  const isWord = (token: string) => analyze(token).join(' ') === word
  const replaced = text.replace(/[\p{L}\p{N}\p{M}+#.]+/gu, (token) => {
    const bare = token.replace(/^[.+]+|(?<![.+])[.+]+$/g, '')
    if (isWord(token)) return replacement
    return isWord(bare) ? token.replace(bare, replacement) : token
  })
  return replaced === text ? undefined : withText(parameters, parameter, replaced)
}

/** The parameters with another place in place of the one at this index of `places`. */
export function withPlace(
  parameters: AskedParameters,
  places: readonly string[],
  at: number,
  place: string,
): AskedParameters | undefined {
  if (/["*]|(?:^|\s)-/.test(places[at] ?? '"')) return undefined
  return withText(parameters, 'location', places.with(at, place).join(' OR '))
}

/** The parameters with another name in place of one in a list. */
export function withName(
  parameters: AskedParameters,
  parameter: keyof AskedParameters,
  name: string,
  replacement: string,
): AskedParameters | undefined {
  const names = parameters[parameter]
  if (!Array.isArray(names)) return undefined
  const parts = new Set(partsOfName(name))
  // Without the other readings of the same text.
  const others = names.filter((other: string) => parts.isDisjointFrom(new Set(partsOfName(other))))
  const changed = [...others, replacement]
  return { ...parameters, [parameter]: [...new Set(changed)] }
}

/** The elements that a name with commas may be. */
export function partsOfName(name: string): string[] {
  return name.split(',').map((part) => part.trim())
}

/** Whether a name is some of the elements that another may be. */
export function isPartOf(name: string, other: string): boolean {
  const listed = (text: string) => `,${partsOfName(text).join()},`
  return listed(other) !== listed(name) && listed(other).includes(listed(name))
}

/** The value of a parameter as it is sent. */
export function sentValue(parameters: AskedParameters, parameter: keyof AskedParameters): string {
  const value = parameters[parameter]
  if (typeof value !== 'object') return String(value ?? '')
  const quoted = (text: string) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return value.map(quoted).join(',')
}
