import { isCityIn } from '../../text/locations/table/city-names'
import { areaPlaces } from '../../text/locations/typed-areas'
import { tidy } from '../../text/search/reading/fillers'
import { toCountry } from '../../values/country'
import { findRegion } from '../../values/region'

/** A place at an end of a text, and the rest of the text. */
export interface PlaceInText {
  text: string
  rest: string
  /** `in` or a comma says that it is a place. */
  isSaid: boolean
  /** Whether it is a postal code, which cannot be sent. */
  isPostal?: boolean
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

/** The place that a text ends or begins with: `nurse in texas`, `welder houston tx`, `Toronto nurse`, `nurse 90210`. */
export function placeInText(
  source: string,
  usesOf: (name: string) => Uses,
): PlaceInText | undefined {
  const code = POSTAL_CODE.exec(source)
  if (code !== null) {
    const rest = source.slice(0, code.index).trim()
    return { text: code[0].trim(), rest, isSaid: true, isPostal: true }
  }
  const words = Array.from(source.matchAll(/[^\s,()]+/g))
  const counts = words.map((_, at) => Math.min(MAX_WORDS, words.length) - at)
  const ends = counts.flatMap((count) => {
    const at = words.at(-count)?.index ?? 0
    const [before, text] = [source.slice(0, at), tidy(source.slice(at).replaceAll(')', ' '))]
    const isCut = text.includes('(') || /^(?:in|at|near|à|the)\s/i.test(text)
    const isSaid = SAID.test(before)
    return count < 1 || isCut ? [] : [{ text, rest: tidy(before.replace(SAID, '')), isSaid }]
  })
  const starts = counts.flatMap((count) => {
    const end = words[count]?.index ?? 0
    const [text, rest] = [tidy(source.slice(0, end)), tidy(source.slice(end))]
    return end < 1 ? [] : [{ text, rest, isSaid: false }]
  })
  return [...ends, ...starts].find(({ text, isSaid }) => isPlace(text, isSaid, usesOf))
}

function isPlace(text: string, isSaid: boolean, usesOf: (name: string) => Uses): boolean {
  const { asCity, asWord } = usesOf(text)
  // `Enterprise` and `Mobile` are towns, and words of more titles.
  if (asCity > (isSaid ? 0 : asWord)) return true
  const isCode = text.length <= 3 && !(isSaid && text === text.toUpperCase())
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

/** `ontario` for `ontario canada`; a country alone stays. */
export function withoutCountry(text: string): string {
  const words = text.split(/[\s,]+/)
  const count = [1, 2].find(
    (last) => words.length > last && toCountry(words.slice(-last).join(' ')),
  )
  return count === undefined ? text : words.slice(0, -count).join(' ')
}
