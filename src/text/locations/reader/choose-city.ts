import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import { locationKey } from '../table/location-key'
import type { City, LocationTable } from '../table/location-table'
import { townIn } from '../table/towns'
import { type Part, toPart } from './location-part'

/** A name alone means a city with at least this many times the population of any other place of the name. */
const DOMINANCE = 3
/** A smaller place is not meant by its bare name. */
const MIN_BARE_POPULATION = 5000
/** A city of at least this many people, and this share of a larger foreign namesake's, may be meant too: London, Ontario. */
const MIN_RIVAL_POPULATION = 100_000
const MIN_RIVAL_SHARE = 1 / 30
/** A smaller city is not taken for the end of an unknown name (`Summit Birmingham`), nor for one of joined names. */
export const MIN_LARGE_POPULATION = 20_000
/** A smaller city is not meant by its bare name beside a name of another region: `Lennox and Addington, Ontario`. */
export const MIN_KNOWN_POPULATION = 100_000

/** The meaning of a name without region and country. `open`: one of several cities, which the other places may tell. */
export type BareName =
  | { kind: 'city'; city: City }
  | { kind: 'foreign' }
  | { kind: 'open'; cities: readonly City[] }
  | { kind: 'unknown' }

export function readBareName({ key, meaning }: Part): BareName {
  // Two letters are the code of a region before they are the short name of a city.
  if (meaning === undefined || (key.length === 2 && key !== 'sf')) return { kind: 'unknown' }
  const foreign = meaning.foreignCities[0]?.population ?? 0
  const [first, second] = meaning.cities
  if (first === undefined) return { kind: foreign > 0 ? 'foreign' : 'unknown' }
  const rival = Math.max(foreign, second?.population ?? 0)
  if (first.population >= DOMINANCE * rival && first.population >= MIN_BARE_POPULATION) {
    return { kind: 'city', city: first }
  }
  if (foreign === 0 || foreign < DOMINANCE * first.population)
    return { kind: 'open', cities: meaning.cities }
  const isRival =
    first.population >= MIN_RIVAL_POPULATION && first.population >= MIN_RIVAL_SHARE * foreign
  return isRival ? { kind: 'open', cities: [] } : { kind: 'foreign' }
}

/** The city of this name that dominates its country. */
export function cityInCountry(cities: readonly City[], country: Country): City | undefined {
  const [first, second] = cities.filter(({ region }) => region.country === country)
  const isLargest = first && first.population >= DOMINANCE * (second?.population ?? 0)
  return isLargest ? first : undefined
}

/** The city of a region that a name or the end of a street address means. */
export function cityInRegion(part: Part, region: Region, table: LocationTable): City | undefined {
  // `Laurentides, QC` is the area, not its small town.
  if (part.meaning?.metro === region && !part.meaning.isTown) return undefined
  const city = part.meaning?.cities.find((candidate) => candidate.region === region)
  if (city !== undefined || part.meaning?.metro !== undefined) return city
  const { key } = part
  const bare = bareName(key)
  const whole = bare === key ? undefined : table.cityIn(region, bare)
  return (
    whole ??
    (isOfRegion(part, region) ? undefined : table.cityIn(region, `${key} city`)) ??
    smallTown(part, region) ??
    tailCity(part, region, table)
  )
}

/** `Kansas, KS` says the region twice, and is not Kansas City; `North Jersey, NJ` is not Jersey City. */
function isOfRegion({ meaning, isRegion }: Part, region: Region): boolean {
  return isRegion === true || meaning?.region === region
}

/** `Township of Langley`, `Moon Township`: the name of a municipality without the word for its kind. */
function bareName(key: string): string {
  return key.replace(KIND_BEFORE, '').replace(/ (?:township|twp|city)$/, '')
}

const KIND_BEFORE = /^(?:city|town|village|township|municipality) of /i

function smallTown({ text, key, isNoTown }: Part, region: Region): City | undefined {
  const town = isNoTown ? undefined : (townIn(region, key) ?? townIn(region, bareName(key)))
  return town && { name: text.replace(KIND_BEFORE, ''), region, population: 0, ...town }
}

/** `Rive-Sud de Montréal`, `Suburbs of Chicago`, `University of Houston`: beside a city, or named after it. */
const BESIDE =
  /(?:^| )(?:rive|couronne|banlieue|environs|suburbs?|outskirts|university|universite|shore|nord|sud|ouest|north|south|east|west)(?: nord| sud)? (?:de|d|of) /

/** The last word of a street's name. */
const STREET =
  /^(?:st|street|rd|road|ave|avenue|blvd|boulevard|dr|drive|ln|lane|hwy|highway|pkwy|parkway|way|ct|court|pike|cir|circle|trail|[nsew]|[ns][ew])\.?$/i

function tailCity({ text, key }: Part, region: Region, table: LocationTable): City | undefined {
  if (BESIDE.test(key)) return undefined
  const words = text.split(' ')
  const minimum = /\d/.test(text) ? 0 : MIN_LARGE_POPULATION
  for (let start = 1; start < words.length; start += 1) {
    const key = locationKey(words.slice(start).join(' '))
    const isAddress = STREET.test(words[start - 1] ?? '')
    const town = isAddress
      ? smallTown(toPart(words.slice(start).join(' '), table), region)
      : undefined
    const city = table.cityIn(region, key) ?? (minimum === 0 ? town : undefined)
    const isPartOfName = minimum > 0 && table.isUsualEnd(key)
    if (city !== undefined && city.population >= minimum && !isPartOfName) return city
  }
  return undefined
}
