import type { Country } from '../../../values/country'
import { REGIONS } from '../../../values/region'
import { CITY_LINES, readCity } from './city-file'
import { locationKey } from './location-key'

/** A smaller place is not meant by its name and country alone. */
const MIN_POPULATION = 5000

/** The names of the table by the keys of all spellings, for each region that was asked for. */
const spellings = new Map<string, ReadonlyMap<string, string>>()

/** A city's name as the table of cities spells it; the name itself when the region has no such city. */
export function citySpelling(name: string, regionCode: string): string {
  const known = spellings.getOrInsertComputed(regionCode, readSpellings)
  return known.get(locationKey(name)) ?? name
}

/** A city whose own name it is goes first. */
function readSpellings(regionCode: string): Map<string, string> {
  const cities = (CITY_LINES.get(regionCode) ?? []).map(readCity)
  const known = new Map<string, string>()
  for (const { name } of cities) known.getOrInsert(locationKey(name), name)
  for (const { name, others } of cities) for (const key of others) known.getOrInsert(key, name)
  return known
}

let keys: ReadonlySet<string> | undefined

/** Whether the table has a city of this name, in any spelling and region. */
export function isCityName(name: string): boolean {
  keys ??= new Set([...CITY_LINES.keys()].flatMap((code) => [...readSpellings(code).keys()]))
  return keys.has(locationKey(name))
}

/** Whether the region has a city of this name, in any spelling. */
export function isCityIn(regionCode: string, name: string): boolean {
  return spellings.getOrInsertComputed(regionCode, readSpellings).has(locationKey(name))
}

/** The region of a country's cities of a name; null when it is not certain which is meant. */
const onlyRegions = new Map<Country, ReadonlyMap<string, string | null>>()

/** The code of the region in which a country has its one city of this name, in any spelling; undefined when it has none or several. */
export function onlyRegionOf(name: string, country: Country): string | undefined {
  const known = onlyRegions.getOrInsertComputed(country, readOnlyRegions)
  return known.get(locationKey(name)) ?? undefined
}

function readOnlyRegions(country: Country): Map<string, string | null> {
  const known = new Map<string, string | null>()
  for (const { code } of REGIONS.filter((region) => region.country === country)) {
    for (const { name, population, others } of (CITY_LINES.get(code) ?? []).map(readCity)) {
      const isLarge = population >= MIN_POPULATION
      for (const key of new Set([locationKey(name), ...others])) {
        const isSame = known.get(key) === code
        if (!isSame) known.set(key, isLarge && !known.has(key) ? code : null)
      }
    }
  }
  return known
}
