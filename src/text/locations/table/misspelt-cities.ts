import type { Region } from '../../../values/region'
import { CITY_LINES, readCity } from './city-file'
import { locationKey } from './location-key'
import type { City, LocationTable } from './location-table'

/** A smaller town may be another one that the tables lack. */
const MIN_POPULATION = 10_000
/** A shorter name is often one letter from another. */
const MIN_LENGTH = 6

/** The keys of a region's cities in all spellings, by their first letters, for each region that was asked for. */
const spellings = new Map<string, Partial<Record<string, string[]>>>()

/** The one larger city of a region whose name differs by a letter: `Cincinatti, OH`, `DesMoines, IA`. */
export function misspeltCity(key: string, region: Region, table: LocationTable): City | undefined {
  if (key.length < MIN_LENGTH) return undefined
  const keys = spellings.getOrInsertComputed(region.code, readSpellings)
  const cities = (keys[key.charAt(0)] ?? []).flatMap((other) =>
    isNear(key, other) ? (table.cityIn(region, other) ?? []) : [],
  )
  const [city, another] = new Set(cities)
  return another === undefined ? city : undefined
}

function readSpellings(regionCode: string): Partial<Record<string, string[]>> {
  const cities = (CITY_LINES.get(regionCode) ?? []).map(readCity)
  const large = cities.filter(({ population }) => population >= MIN_POPULATION)
  const keys = large.flatMap(({ name, others }) => [locationKey(name), ...others])
  return Object.groupBy(keys, (key) => key.charAt(0))
}

/** Whether a letter behind the first is added, left out, replaced, or exchanged with the next. */
function isNear(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  if (start === 0) return false
  const [first, second] = [one.slice(start), other.slice(start)]
  return (
    first.slice(1) === second.slice(1) ||
    first.slice(1) === second ||
    first === second.slice(1) ||
    (first[0] === second[1] && first[1] === second[0] && first.slice(2) === second.slice(2))
  )
}
