import { toCountry } from '../../values/country'
import { findRegion } from '../../values/region'
import { MAX_PLACE_NAMES } from '../search-limits'
import { otherReadings } from './place-names'
import { placeTerm } from './place-terms'

/** The words between two commas: exactly one name if `isWhole`, else one name or several. */
export interface NameText {
  words: readonly string[]
  isWhole: boolean
}

/** Words of a text that may be several names of any kind; the last names of a longer one are regions and countries. */
const MAX_SPLIT_WORDS = 6
/** Places of a filter whose words may be several names of any kind. */
export const MAX_SPLIT_PLACES = 10

/** The terms of a place: of all its readings and, unless it is a prefix, of its other names. */
export function readingTerms(
  names: readonly NameText[],
  { isPrefix, isSplit }: { isPrefix: boolean; isSplit: boolean },
): string[] {
  const named = readings(names, MAX_PLACE_NAMES, isSplit ? MAX_SPLIT_WORDS : 0)
  const all = isPrefix ? named : [...named, ...named.flatMap(otherReadings)]
  return [...new Set(all.map(placeTerm))]
}

/** All ways to read the texts as at most `limit` names. */
function readings(names: readonly NameText[], limit: number, maxSplit: number): string[][] {
  const [first, ...rest] = names
  if (first === undefined) return [[]]
  const firstReadings = splitWords(first.words, first.isWhole ? 1 : limit - rest.length, maxSplit)
  return firstReadings.flatMap((reading) =>
    readings(rest, limit - reading.length, maxSplit).map((others) => [...reading, ...others]),
  )
}

/** The ways to split words into at most `limit` names. */
function splitWords(words: readonly string[], limit: number, maxSplit: number): string[][] {
  const oneName = [words.join(' ')]
  if (limit === 1) return [oneName]
  const isSplit = words.length <= maxSplit
  const moreNames = words.slice(1).flatMap((_, index) => {
    const [name, rest] = [words.slice(0, index + 1), words.slice(index + 1)]
    if (!isSplit && !isWider(rest)) return []
    return splitWords(rest, limit - 1, maxSplit).map((others) => [name.join(' '), ...others])
  })
  return [oneName, ...moreNames]
}

/** Words of the longest name of a region. */
const MAX_REGION_WORDS = 5

/** A region, a country, or a region and its country. */
function isWider(words: readonly string[]): boolean {
  if (words.length > MAX_REGION_WORDS + 5) return false
  const isKnown = (some: readonly string[]) => {
    const name = some.join(' ')
    return findRegion(name) !== undefined || toCountry(name) !== undefined
  }
  return (
    isKnown(words) ||
    words.some((_, at) => at > 0 && isKnown(words.slice(0, at)) && isKnown(words.slice(at)))
  )
}
