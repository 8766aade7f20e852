import type { JobValue } from '../../catalogue/database/conditions/value-condition'
import { findArea } from '../../text/locations/table/areas'
import { isCityName } from '../../text/locations/table/city-names'
import { regionAround } from '../../text/locations/typed-areas'
import { codedRegion, isAbroad } from '../../text/locations/typed-places'
import { SPOKEN } from '../../text/search/grammar/operators'
import { parsePlaces } from '../../text/search/places/parse-places'
import { quoteValue } from '../../values/errors'
import type { Region } from '../../values/region'
import { type AskedParameters, type AskedValue, textOf } from './asked-values'
import {
  completedWord,
  nearestValue,
  nearestWord,
  withName,
  withPlace,
  withText,
  withWord,
} from './suggestions'
import { partsOf, writtenTerm } from './unions'
import type { Vocabulary } from './vocabulary'
import { joined } from './word-forms'

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
      const known = prefix || SPOKEN.has(word) ? undefined : wordsFor(value.field, vocabulary)
      const isJob = value.field === 'title' || value.field === 'text'
      const completed = known && isJob ? completedWord(word, known) : undefined
      const near = known && nearestWord(word, known, isJob ? undefined : MIN_NAME)
      const nearest = near ?? completed
      return {
        asked,
        issue: `no job has ${quoteValue(prefix ? `${word}*` : word)}`,
        correction:
          correctionBy(nearest, (current, name) => withWord(current, parameter, word, name)) ??
          leavingOut(asked, word, vocabulary),
      }
    }
    case 'place':
      return parameter === 'city'
        ? cityAbsence(asked, textOf(parameters, parameter), vocabulary)
        : placeAbsence(asked, textOf(parameters, parameter), vocabulary)
    case 'employer':
    case 'source': {
      const isEmployer = value.kind === 'employer'
      const known = isEmployer ? vocabulary?.employers : vocabulary?.sources
      const nearest = nearestValue(value.name, [...(known?.keys() ?? [])])
      const issue = `${isEmployer ? 'no employer is named' : 'no job has'} ${quoteValue(value.name)}`
      const correction = correctionBy(nearest, (current, name) =>
        withName(current, parameter, value.name, name),
      )
      return { asked, issue, correction }
    }
  }
}

/** A shorter name is no slip for another. */
const MIN_NAME = 3

/** The correction that puts a name in, if there is one. */
function correctionBy(
  name: string | undefined,
  apply: (current: AskedParameters, name: string) => AskedParameters | undefined,
): Correction | undefined {
  return name === undefined ? undefined : { name, apply: (current) => apply(current, name) }
}

/** The text without a word that no job has, if another of its words names a job. */
function leavingOut(
  { parameter, value, isExcluded }: AskedValue,
  word: string,
  known?: Vocabulary,
): Correction | undefined {
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
  const correction = correctionBy(at === -1 || isExcluded ? undefined : nearest, (current, name) =>
    withPlace(current, placesIn(textOf(current, 'location')), at, name),
  )
  const isTold = around !== undefined && correction !== undefined
  const hint = isTold ? `it is a part of ${around.name} without a list of towns` : undefined
  return { asked, issue, hint, correction }
}

/** A region without the cities of its name. */
function regionName(region: Region): string {
  return isCityName(region.name) ? codedRegion(region) : region.name
}

/** The places of a location filter as they are read. */
function placesIn(text: string): string[] {
  return (parsePlaces(text).reading ?? text).split(/\sOR\s/)
}

function cityAbsence(asked: AskedValue, text: string, vocabulary?: Vocabulary): Absence {
  const issue = `no job is in ${quoteValue(text.trim())}`
  const area = findArea(text)
  const city = area?.places.find((place) => isCityName(place.split(',')[0] ?? ''))
  const instead = city === undefined ? '' : `; here send one of its cities, such as ${city}`
  const hint = area && `it is an area, which the parameter location of the feeds reads${instead}`
  const correction = correctionBy(area ? city : vocabulary?.nearestPlace(text), (current, name) =>
    withText(current, 'city', name),
  )
  return { asked, issue, hint, correction }
}

/** Whether a typed place has the same words as a term. */
function isTyped(typed: string, terms: readonly string[]): boolean {
  return terms.some((term) => joined(term) === joined(typed))
}

function wordsFor(field: (JobValue & { kind: 'word' })['field'], vocabulary?: Vocabulary) {
  if (field === 'employer') return vocabulary?.employerWords()
  return field === 'place' ? vocabulary?.placeWords() : vocabulary?.words
}
