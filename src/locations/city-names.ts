import { CITY_LINES, readCity } from './city-file'
import { locationKey } from './location-key'

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
