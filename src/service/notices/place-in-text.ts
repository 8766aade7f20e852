import { isCityIn } from '../../text/locations/table/city-names'
import { areaPlaces } from '../../text/locations/typed-areas'
import { toCountry } from '../../values/country'
import { findRegion } from '../../values/region'
import { tidy } from './fillers'
import type { Vocabulary } from './vocabulary'

/** A place at an end of a text, and the rest of the text. */
export interface PlaceInText {
  place: string
  rest: string
  /** `in` or a comma says that it is a place. */
  isSaid: boolean
}

/** Words of the longest place: `St. Catharines, Ontario, Canada`. */
const MAX_WORDS = 5
const SAID =
  /(?:^|[\s,(–—|-])(?:in|at|near|around|à|au|aux|en|dans)\s+(?:the\s+)?$|[,(–—|]\s*$|\s-\s*$/iu

/** The place that a text ends or begins with: `nurse in texas`, `welder houston tx`, `Toronto nurse`. */
export function placeInText(text: string, vocabulary: Vocabulary): PlaceInText | undefined {
  const words = Array.from(text.matchAll(/[^\s,()]+/g))
  for (let count = Math.min(MAX_WORDS, words.length); count > 0; count -= 1) {
    const at = words.at(-count)?.index ?? 0
    const before = text.slice(0, at)
    const isSaid = SAID.test(before)
    const place = tidy(text.slice(at).replaceAll(')', ' '))
    const isCut = place.includes('(') || /^(?:in|at|near|à|the)\s/i.test(place)
    if (!isCut && isPlace(place, isSaid, vocabulary)) {
      return { place, rest: tidy(before.replace(SAID, '')), isSaid }
    }
  }
  for (let count = Math.min(MAX_WORDS, words.length - 1); count > 0; count -= 1) {
    const last = words[count - 1]
    const end = (last?.index ?? 0) + (last?.[0].length ?? 0)
    const place = tidy(text.slice(0, end))
    const rest = tidy(text.slice(end))
    if (isPlace(place, false, vocabulary)) return { place, rest, isSaid: false }
  }
  return undefined
}

function isPlace(text: string, isSaid: boolean, vocabulary: Vocabulary): boolean {
  const words = text.split(/[\s,]+/)
  if (vocabulary.hasCity(text)) return true
  const isCode = text.length <= 3 && !(isSaid && text === text.toUpperCase())
  if (!isCode && (findRegion(text) ?? toCountry(text)) !== undefined) return true
  if (!isCode && areaPlaces(text, []) !== undefined) return true
  return [1, 2, 3].some((count) => {
    const region = words.length > count ? findRegion(words.slice(-count).join(' ')) : undefined
    return region !== undefined && isCityIn(region.code, words.slice(0, -count).join(' '))
  })
}
