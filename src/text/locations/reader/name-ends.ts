import type { Country } from '../../../values/country'
import type { LocationTable } from '../table/location-table'
import { townIn } from '../table/towns'
import { cityInRegion, MIN_LARGE_POPULATION, readBareName } from './choose-city'
import { isWide, type Part, toPart } from './location-part'
import { isCityOf, regionOf } from './part-kinds'

/** Whether the first words of an unknown name stand for themselves: `Remote US`, `US ID Boise`. */
export function isHead(head: string, rest: string, table: LocationTable): boolean {
  const { meaning, code } = toPart(head, table)
  if (meaning?.arrangement !== undefined) return true
  // `67 Florida counties`
  if (meaning?.isDirection || /^\d+$/.test(head)) return isWide(toPart(rest, table).meaning)
  // `Home Park` is a name.
  const isWord = /^(?:home|field|national|local|global|corporate|travel)$/i.test(head)
  const inner = toPart(rest, table)
  const isEnd = isEndOfName(head, inner, table)
  if (isWord && (inner.meaning === undefined || isEnd)) return /\s/.test(rest)
  if (meaning?.isMunicipality) return toPart(rest, table).meaning !== undefined
  if (meaning?.isFiller) return true
  // `Mt. Poso` is not in Montana.
  const isRegion = meaning?.country === undefined && head.length <= 3
  if (code === undefined && (!isWide(meaning) || isRegion)) return false
  // `NE Calgary` is not in Nebraska.
  const isDirection =
    code === 'NE' && inner.meaning?.cities.length && !isCityOf(inner, regionOf(toPart(head, table)))
  if (isDirection) return false
  if (isEnd) return false
  if (inner.meaning !== undefined) return true
  if (meaning?.region !== undefined && townIn(meaning.region, inner.key) !== undefined) return true
  if (meaning?.country === undefined) return false
  const [word = ''] = rest.split(' ', 1)
  return /^[A-Z]{2}$/.test(word) || toPart(word, table).meaning?.arrangement !== undefined
}

/** `Mississippi Delta`, `Travel Center`: a small town's name, or the end of many, behind the full name of a region or a word is a part of a longer name. */
function isEndOfName(head: string, rest: Part, table: LocationTable): boolean {
  if (head.length <= 3 || !rest.meaning?.cities.length || isWide(rest.meaning)) return false
  const region = toPart(head, table).meaning?.region
  const city = region ? cityInRegion(rest, region, table) : rest.meaning.cities[0]
  return (city?.population ?? 0) < MIN_LARGE_POPULATION || table.isUsualEnd(rest.key)
}

const PREPOSITION = /^(?:in|across|throughout|within|en|au|dans)$/i

/** `Multiple cities in Texas`: the words before a preposition, and the region or country behind it. */
export function splitAtPreposition(
  text: string,
  table: LocationTable,
): [before: string, place: string] | undefined {
  const words = text.split(' ')
  const at = words.findLastIndex((word) => PREPOSITION.test(word))
  const place = words.slice(at + 1).join(' ')
  if (at < 1 || !isWide(toPart(place, table).meaning)) return undefined
  return [words.slice(0, at).join(' '), place]
}

/** The same of its last words: `Dallas Warehouse`, `Midland Park NJ`, `Krakow PL`. */
export function isTail(head: string, tail: string, table: LocationTable): boolean {
  const { meaning, code, text } = toPart(tail, table)
  if (meaning?.arrangement !== undefined || meaning?.country !== undefined) return true
  if (meaning?.isFiller && !meaning.isDirection) return true
  const before = toPart(head, table)
  if (meaning?.foreignCountry !== undefined) {
    const last = toPart(head.slice(head.lastIndexOf(' ') + 1), table)
    const isInside = last.meaning?.foreignCountry === meaning.foreignCountry
    if (before.meaning !== undefined || isInside) return true
  }
  if (meaning?.region === undefined && code !== undefined) {
    return readBareName(before).kind === 'foreign'
  }
  if (meaning?.region === undefined || (text.length === 2 && code === undefined)) return false
  // `5450 C Ave NE` is not a street in Nebraska.
  const isStreet = code === 'NE' && /^\d/.test(head)
  if (isStreet && cityInRegion(before, meaning.region, table) === undefined) return false
  if (code !== undefined || before.meaning !== undefined) return true
  return townIn(meaning.region, before.key) !== undefined
}

/** The unknown name and the full name of a region before a country: `Getzville New York` before `United States`. */
export function splitRegion(
  text: string,
  country: Country,
  table: LocationTable,
): [name: string, region: string] | undefined {
  const words = text.split(' ')
  if (toPart(text, table).meaning !== undefined) return undefined
  for (let count = Math.min(3, words.length - 1); count > 0; count -= 1) {
    const region = words.slice(-count).join(' ')
    const { meaning } = toPart(region, table)
    if (region.length > 3 && meaning?.region?.country === country) {
      return [words.slice(0, -count).join(' '), region]
    }
  }
  return undefined
}
