import type { JobValue } from '../../catalogue/database/conditions/value-condition'
import { findArea } from '../../text/locations/table/areas'
import { isCityName } from '../../text/locations/table/city-names'
import { regionAround } from '../../text/locations/typed-areas'
import { isAbroad } from '../../text/locations/typed-places'
import { SPOKEN } from '../../text/search/grammar/operators'
import { analyze } from '../../text/search/index/analyzer'
import { parsePlaces } from '../../text/search/places/parse-places'
import { quoteValue } from '../../values/errors'
import type { Region } from '../../values/region'
import { type AskedParameters, type AskedValue, textOf } from './asked-values'
import { nearestValue, nearestWord, withName, withPlace, withText, withWord } from './suggestions'
import { partsOf, writtenTerm } from './unions'
import type { Vocabulary } from './vocabulary'

/** What is told of a value that no active job has. */
export interface Absence {
  asked: AskedValue
  issue: string
  /** What is told whatever other values find. */
  hint?: string | undefined
  correction?: Correction | undefined
}

/** A value that may be meant. */
interface Correction {
  name: string
  /** In place of `did you mean NAME?`. */
  told?: string
  /** The parameters with it; undefined if it cannot be put in its place. */
  apply: (parameters: AskedParameters) => AskedParameters | undefined
}

/** What is told of a value that no active job has, and what may be meant. */
export function absenceOf(
  asked: AskedValue,
  parameters: AskedParameters,
  vocabulary: Vocabulary | undefined,
): Absence {
  const { parameter, value } = asked
  switch (value.kind) {
    case 'word': {
      const { words, prefix } = value.phrase
      const word = words.join(' ')
      const isWord = !prefix && !SPOKEN.has(word)
      const known = isWord ? wordsFor(value.field, vocabulary) : undefined
      const isJob = value.field === 'title' || value.field === 'text'
      const nearest = known && nearestWord(word, known, isJob ? undefined : MIN_NAME)
      return {
        asked,
        issue: `no job has ${quoteValue(prefix ? `${word}*` : word)}`,
        correction: replacingWord(asked, word, nearest) ?? leavingOut(asked, word, vocabulary),
      }
    }
    case 'token': {
      const { typed, phrase } = value
      const issue = `no job has ${quoteValue(typed)}, read as "${phrase.words.join(' ')}"`
      const name = wordOf(phrase.words, vocabulary)
      const apply = (current: AskedParameters) =>
        withText(current, parameter, textOf(current, parameter).replace(typed, name ?? typed))
      return { asked, issue, correction: name === undefined ? undefined : { name, apply } }
    }
    case 'place':
      return parameter === 'city'
        ? cityAbsence(asked, textOf(parameters, parameter), vocabulary)
        : placeAbsence(asked, textOf(parameters, parameter), vocabulary)
    case 'employer': {
      const nearest = nearestValue(value.name, [...(vocabulary?.employers.keys() ?? [])])
      const issue = `no employer is named ${quoteValue(value.name)}`
      return { asked, issue, correction: renaming(asked, value.name, nearest) }
    }
    case 'source': {
      const nearest = nearestValue(value.name, [...(vocabulary?.sources.keys() ?? [])])
      const issue = `no job has ${quoteValue(value.name)}`
      return { asked, issue, correction: renaming(asked, value.name, nearest) }
    }
  }
}

function replacingWord({ parameter }: AskedValue, word: string, name?: string) {
  if (name === undefined) return undefined
  const apply = (current: AskedParameters) => withWord(current, parameter, word, name)
  return { name, apply }
}

/** A shorter name is no slip for another. */
const MIN_NAME = 3

/** The text without a word that no job has, if another of its words names a job. */
function leavingOut(
  { parameter, value, isExcluded }: AskedValue,
  word: string,
  known?: Vocabulary,
) {
  if (isExcluded || known === undefined || value.kind !== 'word' || value.phrase.prefix) return
  const apply = (current: AskedParameters) => {
    const terms = partsOf(textOf(current, parameter))
    const others = terms.filter(({ words }) => words.join(' ') !== word)
    const isJob = others.some(({ words }) => words.every((one) => known.words.has(one)))
    if (others.length === terms.length || !isJob) return undefined
    return withText(current, parameter, others.map(writtenTerm).join(' '))
  }
  return { name: word, told: 'without it more jobs are found', apply }
}

/** The word that `R.N.` or `l'infirmier` stands for: its letters as one word, or the word behind a single letter. */
function wordOf(words: readonly string[], vocabulary?: Vocabulary): string | undefined {
  const joined = words.join('')
  if (vocabulary?.words.has(joined)) return joined
  const [article = '', word = '', ...others] = words
  return article.length === 1 && word.length > 1 && others.length === 0 ? word : undefined
}

function placeAbsence(asked: AskedValue, text: string, vocabulary?: Vocabulary): Absence {
  const { value, isExcluded } = asked
  const typed = placesIn(text)
  const at = typed.findIndex((name) => value.kind === 'place' && isTyped(name, value.place.terms))
  const shown = (typed[at] ?? text).trim()
  const issue = `no job is in ${quoteValue(shown)}`
  if (isAbroad(shown)) {
    return { asked, issue, hint: 'the catalogue covers Canada and the United States' }
  }
  const around = regionAround(shown)
  const nearest = around ? regionName(around) : vocabulary?.nearestPlace(shown)
  const name = at === -1 || isExcluded ? undefined : nearest
  if (name === undefined) return { asked, issue }
  const apply = (current: AskedParameters) =>
    withPlace(current, placesIn(textOf(current, 'location')), at, name)
  const hint = around && `it is a part of ${around.name} without a list of towns`
  return { asked, issue, hint, correction: { name, apply } }
}

/** A region without the cities of its name. */
function regionName({ name, code }: Region): string {
  return isCityName(name) ? `${name} (${code})` : name
}

/** The places of a location filter as they are read. */
function placesIn(text: string): string[] {
  return (parsePlaces(text).reading ?? text).split(/\sOR\s/)
}

function cityAbsence(asked: AskedValue, text: string, vocabulary?: Vocabulary): Absence {
  const issue = `no job is in ${quoteValue(text.trim())}`
  const area = findArea(text)
  if (area === undefined) {
    const name = vocabulary?.nearestPlace(text)
    return { asked, issue, correction: replacingCity(name) }
  }
  const city = area.places.find((place) => isCityName(place.split(',')[0] ?? ''))
  const instead = city === undefined ? '' : `; here send one of its cities, such as ${city}`
  const hint = `it is an area, which the parameter location of the feeds reads${instead}`
  return { asked, issue, hint, correction: replacingCity(city) }
}

function replacingCity(name: string | undefined): Correction | undefined {
  if (name === undefined) return undefined
  return { name, apply: (current) => withText(current, 'city', name) }
}

/** Whether a typed place has the same words as a term. */
function isTyped(typed: string, terms: readonly string[]): boolean {
  return terms.some((term) => keyOf(term) === keyOf(typed))
}

function keyOf(text: string): string {
  return analyze(text).join('')
}

/** Another name in a list. */
function renaming({ parameter }: AskedValue, name: string, nearest?: string) {
  if (nearest === undefined) return undefined
  const apply = (current: AskedParameters) => withName(current, parameter, name, nearest)
  return { name: nearest, apply }
}

function wordsFor(field: (JobValue & { kind: 'word' })['field'], vocabulary?: Vocabulary) {
  switch (field) {
    case 'title':
    case 'text':
      return vocabulary?.words
    case 'employer':
      return vocabulary?.employerWords()
    case 'place':
      return vocabulary?.placeWords()
  }
}
