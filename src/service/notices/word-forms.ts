import { analyze } from '../../text/search/index/analyzer'
import { commonNumber } from '../../text/search/index/common-grams'

/** Names with their number of jobs, the most frequent first. */
export type Names = ReadonlyMap<string, number>

/** Endings of forms of one word, in English and French; each ending may stand for the others of its group. */
const ENDINGS: readonly (readonly string[])[] = [
  ['', 's', 'es'],
  ['y', 'ies'],
  ['', 'e', 's', 'es'],
  ['er', 'ere', 'ers', 'eres'],
  ['eur', 'euse', 'eurs', 'euses', 'rice', 'rices'],
  ['teur', 'trice', 'teurs', 'trices'],
  ['if', 'ive', 'ifs', 'ives'],
  ['al', 'ale', 'aux', 'ales'],
  ['ien', 'ienne', 'iens', 'iennes'],
]

const MIN_STEM = 3
/** `car` has no feminine. */
const MIN_FEMININE_STEM = 5

const GROUPS_OF = Map.groupBy(
  ENDINGS.flatMap((endings) => endings.map((ending) => ({ ending, endings }))),
  ({ ending }) => ending,
)
const LONGEST_ENDING = Math.max(...[...GROUPS_OF.keys()].map((ending) => ending.length))

/** Other forms of a word: plural and singular, feminine and masculine. Some are not words. A short word has its plural only. */
export function otherForms(word: string): string[] {
  if (word.length <= MIN_STEM) return [`${word}s`]
  const forms = new Set<string>()
  const least = Math.max(MIN_STEM, word.length - LONGEST_ENDING)
  for (let length = least; length <= word.length; length += 1) {
    for (const { endings } of GROUPS_OF.get(word.slice(length)) ?? []) {
      const isFeminine = endings.includes('') && endings.includes('e')
      if (isFeminine && length < MIN_FEMININE_STEM) continue
      for (const ending of endings) forms.add(word.slice(0, length) + ending)
    }
  }
  forms.delete(word)
  return [...forms]
}

/** The other form that an ending stands for: `infirmier(ère)`, `conseiller-ère`, `clerk(s)`, `vendeur/vendeuse`. */
export function formWithEnding(word: string, ending: string): string | undefined {
  return otherForms(word)
    .filter((form) => form === ending || (form.endsWith(ending) && ending.length < 6))
    .toSorted((a, b) => a.length - b.length)
    .find((form) => form.length > word.length - 4)
}

/** The words of titles, and what else each may be written as. */
export interface KnownWords {
  words: Names
  formsOf: (word: string) => WordForms
}

/** The share of a word's jobs that its other forms must have in titles, so that their union is counted. */
export const MIN_SHARE = 0.5
/** The titles that its other forms must have. */
const MIN_TITLES = 3
/** The titles of a word of most texts that names a job. */
const FREQUENT = 50
const MAX_FORMS = 4

/** What else a word may be written as. */
export interface WordForms {
  others: readonly string[]
  /** How many times the titles with the word have the others; infinite for a word that no title has. */
  share: number
}

/** Other forms of a word, the most frequent first, and the two words that it may be. */
export function formsOf(word: string, words: Names): WordForms {
  const titles = (name: string) => words.get(name) ?? 0
  // `years` and `team` say nothing of a job: most texts have them, and few titles.
  if (commonNumber(word) > 0 && titles(word) < FREQUENT) return { others: [], share: 0 }
  const known = otherForms(word).filter((form) => titles(form) > 0)
  const forms = known.toSorted((a, b) => titles(b) - titles(a)).slice(0, MAX_FORMS)
  const sum = forms.reduce((sum, form) => sum + titles(form), 0)
  const isFrequent = sum >= Math.max(MIN_SHARE * titles(word), MIN_TITLES)
  const others = [...(isFrequent ? forms : []), ...twoWords(word, titles).map(quoted)]
  if (others.length > 0 && titles(word) === 0) return { others, share: Number.POSITIVE_INFINITY }
  return { others, share: isFrequent ? sum / titles(word) : 0 }
}

/** The word as the two that titles have most: `full stack` for `fullstack`, `node js` for `nodejs`; or as number and letters: `401 k`. */
function twoWords(word: string, titles: (name: string) => number): string[] {
  let [best, most] = ['', Math.max(titles(word) / 2, 3)]
  for (let at = MIN_FIRST; at <= word.length - MIN_SECOND; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const least = Math.min(titles(first), titles(second))
    const isWord = second.length > MIN_SECOND || commonNumber(second) === 0
    if (least > most && isWord) [best, most] = [`${first} ${second}`, least]
  }
  // Titles do not say how often `401k` is parted.
  const parted = best || word.replace(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/u, ' ')
  return parted === word ? [] : [parted]
}

/** Letters of the two words that are written as one: `node` and `js`. */
const MIN_FIRST = 3
const MIN_SECOND = 2

/** The words of a text as one. */
export function joined(text: string): string {
  return analyze(text).join('')
}

/** Several words as a phrase. */
export function quoted(words: string): string {
  return words.includes(' ') ? `"${words}"` : words
}
