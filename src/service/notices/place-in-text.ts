import { isCityIn } from '../../text/locations/table/city-names'
import { areaPlaces, cityAround } from '../../text/locations/typed-areas'
import { tidy } from '../../text/search/reading/fillers'
import { toCountry } from '../../values/country'
import { findRegion } from '../../values/region'
import { isAbbreviation } from './unions'

/** A place at an end of a text, and the rest of the text. */
export interface PlaceInText {
  text: string
  rest: string
  /** `in` or a comma says that it is a place. */
  isSaid: boolean
  /** Whether it is a postal code, which cannot be sent. */
  isPostal?: boolean
  /** Whether it is several places with an `or` between them. */
  isSeveral?: boolean
}

/** How many jobs are in cities of a name, and how many have it as a word of their titles. */
export interface Uses {
  asCity: number
  asWord: number
}

/** Words of the longest place: `St. Catharines, Ontario, Canada`. */
const MAX_WORDS = 5
const SAID =
  /(?:^|[\s,(–—|-])(?:in|at|near|around|à|au|aux|en|dans)\s+(?:the\s+)?$|[,(–—|]\s*$|\s-\s*$/iu
const POSTAL_CODE =
  /(?:^|\s)(?:(?:in |near )?(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z] ?\d[a-z]\d)|(?:in|near) [a-z]\d[a-z])$/i

/** The word between two places. */
const BETWEEN = /\s+(?:or|and|ou|et|&)$/i
/** What says that a place follows, and not only at the end of a text. */
const BEFORE_PLACE = /(?:^|\s)(?:in|near|around|à|en|dans)\s+(?:the\s+)?/giu

/** The place that a text ends or begins with, or that stands behind `in`: `nurse in texas`, `welder houston tx`, `Toronto nurse`, `nurse 90210`. */
export function placeInText(
  source: string,
  usesOf: (name: string) => Uses,
): PlaceInText | undefined {
  const code = POSTAL_CODE.exec(source)
  if (code !== null) {
    const rest = source.slice(0, code.index).trim()
    return { text: code[0].trim(), rest, isSaid: true, isPostal: true }
  }
  const last = placeAtEnd(source, usesOf)
  if (last === undefined) return placeAtBeginning(source, usesOf) ?? placeInside(source, usesOf)
  const before = source.slice(0, source.toLowerCase().lastIndexOf(last.text.toLowerCase())).trim()
  const other = BETWEEN.test(before) && placeAtEnd(before.replace(BETWEEN, ''), usesOf)
  return other ? { ...other, text: `${other.text} OR ${last.text}`, isSeveral: true } : last
}

/** The numbers of words that a place may have, the most first. */
function lengths(words: readonly unknown[]): number[] {
  const most = Math.min(MAX_WORDS, words.length)
  return Array.from({ length: most }, (_, at) => most - at)
}

/** `server the bronx` */
const ARTICLE = /\s(?:the|la|le)\s+$/i

const wordsOf = (text: string) => Array.from(text.matchAll(/[^\s,()]+/g))

function placeAtEnd(source: string, usesOf: (name: string) => Uses): PlaceInText | undefined {
  const words = wordsOf(source)
  const ends = lengths(words).flatMap((count) => {
    const at = words.at(-count)?.index ?? 0
    const [before, text] = [source.slice(0, at), tidy(source.slice(at).replaceAll(')', ' '))]
    const isCut = text.includes('(') || /^(?:in|at|near|à|the|and|or|et|ou)\s/i.test(text)
    const isSaid = SAID.test(before)
    return isCut
      ? []
      : [{ text, rest: tidy(before.replace(SAID, '').replace(ARTICLE, '')), isSaid }]
  })
  return ends.find(({ text, isSaid }) => isPlace(text, isSaid, usesOf))
}

function placeAtBeginning(source: string, usesOf: (name: string) => Uses): PlaceInText | undefined {
  const words = wordsOf(source)
  const starts = lengths(words).map((count) => {
    const end = words[count]?.index ?? source.length
    return { text: tidy(source.slice(0, end)), rest: tidy(source.slice(end)), isSaid: false }
  })
  return starts.find(({ text }) => isPlace(text, false, usesOf))
}

/** The place behind `in`, with words behind it: `bookkeeper in Ontario part time`. */
function placeInside(source: string, usesOf: (name: string) => Uses): PlaceInText | undefined {
  for (const { 0: before, index } of source.matchAll(BEFORE_PLACE)) {
    const [start, behind] = [source.slice(0, index), source.slice(index + before.length)]
    const place = placeAtBeginning(behind, usesOf)
    if (place !== undefined) return { ...place, rest: tidy(`${start} ${place.rest}`), isSaid: true }
  }
  return undefined
}

function isPlace(text: string, isSaid: boolean, usesOf: (name: string) => Uses): boolean {
  const { asCity, asWord } = usesOf(text)
  // `Enterprise` and `Mobile` are towns, and words of more titles.
  if (asCity > (isSaid ? 0 : asWord)) return true
  // A part of a city whose jobs name the city.
  if (asWord === 0 && cityAround(text) !== undefined) return true
  const isCode =
    text.length <= 3 && !((isSaid || isRegionOnly(text)) && text === text.toUpperCase())
  const isWide = (findRegion(text) ?? toCountry(text) ?? areaPlaces(text, [])) !== undefined
  if (!isCode && isWide) return true
  const name = withoutCountry(text)
  if (name !== text) return isPlace(name, isSaid, usesOf)
  const words = text.split(/[\s,]+/)
  return [1, 2, 3].some((count) => {
    const region = words.length > count ? findRegion(words.slice(-count).join(' ')) : undefined
    return region !== undefined && isCityIn(region.code, words.slice(0, -count).join(' '))
  })
}

/** `tree planter BC`: the code of a region that is no abbreviation of titles, as `MA` and `PA` are. */
function isRegionOnly(code: string): boolean {
  return findRegion(code)?.code === code && !isAbbreviation(code)
}

/** `ontario` for `ontario canada`; a country alone stays. */
export function withoutCountry(text: string): string {
  const words = text.split(/[\s,]+/)
  const count = [1, 2].find(
    (last) => words.length > last && toCountry(words.slice(-last).join(' ')),
  )
  return count === undefined ? text : words.slice(0, -count).join(' ')
}
