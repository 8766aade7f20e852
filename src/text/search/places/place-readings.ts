import { toCountry } from '../../../values/country'
import { findRegion } from '../../../values/region'
import { DASHES, DOUBLE_QUOTES, startsWithOneOf } from '../grammar/typed-signs'
import { analyze } from '../index/analyzer'
import { MAX_NAME_WORDS, MAX_PLACE_NAMES } from '../search-limits'
import { syntaxError } from '../search-syntax-error'
import type { NamedPlace } from '../search-tree'
import { otherReadings } from './place-names'
import { placeTerm } from './place-terms'

/** Words of a text that may be several names of any kind; the last names of a longer one are regions and countries. */
const MAX_SPLIT_WORDS = 6
/** Places of a filter whose words may be several names of any kind. */
export const MAX_SPLIT_PLACES = 10

/** The words between two commas, with their position. They are one name if `isWhole`, else one or several. */
interface Name {
  words: readonly string[]
  isWhole: boolean
  offset: number
}

/** The names between the commas of a text that begins at `offset`. */
export function namesOf(text: string, offset: number, isWhole: boolean): Name[] {
  let start = offset
  return text.split(',').flatMap((part) => {
    const name = { words: analyze(part), isWhole, offset: start + part.search(/\S|$/) }
    start += part.length + 1
    return name.words.length === 0 ? [] : [name]
  })
}

/** The place that names stand for; rejects too many names and too long ones. */
export function namedPlace(
  source: string,
  names: readonly Name[],
  { isPrefix = false, isSplit = false },
): NamedPlace {
  const tooMany = names[MAX_PLACE_NAMES]
  if (tooMany) {
    throw syntaxError(source, tooMany.offset, 'expected no more than City, Region, Country')
  }
  const tooLong = names.find((name) => name.words.length > MAX_NAME_WORDS)
  if (tooLong) {
    throw syntaxError(source, tooLong.offset, `more than ${MAX_NAME_WORDS} words in one name`)
  }
  const named = readings(names, MAX_PLACE_NAMES, isSplit ? MAX_SPLIT_WORDS : 0)
  const all = isPrefix ? named : [...named, ...named.flatMap(otherReadings)]
  return { kind: 'place', terms: [...new Set(all.map(placeTerm))], prefix: isPrefix }
}

/** `Suite 5, Ottawa, Ontario, Canada` as it stands, as jobs have it: the name of its city may have commas. Undefined for a text without a country at its end. */
export function wholeLocation(text: string): NamedPlace | undefined {
  // `-Toronto, Canada` excludes.
  const isName = !startsWithOneOf(text.trimStart(), `${DASHES}${DOUBLE_QUOTES}!`)
  const isWhole = isName && /, (?:Canada|United States)$/.test(text)
  const names = isWhole ? namesOf(text, 0, true).map(({ words }) => words.join(' ')) : []
  if (names.length < 2) return undefined
  const widths = names.length > MAX_PLACE_NAMES ? [1, 2] : [names.length - 1]
  const terms = widths.map((wider) => {
    return placeTerm([names.slice(0, -wider).join(' '), ...names.slice(-wider)])
  })
  return { kind: 'place', terms, prefix: false }
}

/** All ways to read the texts as at most `limit` names. */
function readings(names: readonly Name[], limit: number, maxSplit: number): string[][] {
  const [first, ...rest] = names
  if (first === undefined) return [[]]
  const { words, isWhole } = first
  const isSplit = words.length <= maxSplit
  const wider = isWhole || isSplit ? undefined : widerLengths(words)
  const splitLimit = isWhole ? 1 : limit - rest.length
  const firstReadings = splitWords(words, splitLimit, (length) => isSplit || wider?.has(length))
  return firstReadings.flatMap((reading) =>
    readings(rest, limit - reading.length, maxSplit).map((others) => [...reading, ...others]),
  )
}

/** The ways to split words into at most `limit` names. `canSplit`: before a number of last words. */
function splitWords(
  words: readonly string[],
  limit: number,
  canSplit: (length: number) => boolean | undefined,
): string[][] {
  const oneName = [words.join(' ')]
  if (limit === 1) return [oneName]
  const moreNames = words.slice(1).flatMap((_, index) => {
    const [name, rest] = [words.slice(0, index + 1), words.slice(index + 1)]
    if (!canSplit(rest.length)) return []
    return splitWords(rest, limit - 1, canSplit).map((others) => [name.join(' '), ...others])
  })
  return [oneName, ...moreNames]
}

/** Words of the longest name of a region. */
const MAX_REGION_WORDS = 5

/** How many of the last words are a region, a country, or a region and its country. */
function widerLengths(words: readonly string[]): Set<number> {
  const lengths = Array.from({ length: MAX_REGION_WORDS }, (_, at) => at + 1)
  const knownBefore = (end: number) =>
    lengths.filter((length) => {
      const name = words.slice(Math.max(0, end - length), end).join(' ')
      return findRegion(name) !== undefined || toCountry(name) !== undefined
    })
  const last = knownBefore(words.length)
  const both = last.flatMap((length) =>
    knownBefore(words.length - length).map((before) => before + length),
  )
  return new Set([...last, ...both])
}
