import type { Region } from '../../../values/region'
import { AREA_WORDS } from '../table/areas'
import type { City, LocationTable } from '../table/location-table'
import { MIN_KNOWN_POPULATION, MIN_LARGE_POPULATION, readBareName } from './choose-city'
import { isWide, type Part, toPart } from './location-part'
import { regionOf } from './part-kinds'

/** `Greater Portland`, `Seattle metro`: an area around one city, whose region is certain, or its country. */
export function toAreaOfCity(part: Part, table: LocationTable): Part | undefined {
  const inner = innerName(part, table)
  if (inner === undefined) return undefined
  const bare = readBareName(inner)
  const { metro, region } = inner.meaning ?? {}
  const known = metro ?? region ?? (bare.kind === 'city' ? bare.city.region : undefined)
  const meaning = { cities: [], foreignCities: [] }
  if (known !== undefined) return { ...part, meaning: { ...meaning, metro: known } }
  const zone = bare.kind === 'open' ? commonCountry(inner) : undefined
  return zone && { ...part, meaning: { ...meaning, zone } }
}

const QUARTER = /^(?:north|south|east|west|northeast|northwest|southeast|southwest) (?=\p{L})/iu

/** `Southeast Houston`: a quarter of a city of 100,000 people or more. */
export function toQuarter(part: Part, table: LocationTable): Part | undefined {
  const inner = part.text.replace(QUARTER, '')
  if (inner === part.text) return undefined
  const bare = readBareName(toPart(inner, table))
  const isKnown = bare.kind === 'city' && bare.city.population >= MIN_KNOWN_POPULATION
  return isKnown ? { ...part, quarterOf: bare.city } : undefined
}

/** The name without the words of areas; undefined when it has none. */
function innerName({ key }: Part, table: LocationTable): Part | undefined {
  const inner = key.replace(AREA_WORDS, '').replace(AREA_WORDS, '')
  return inner === key ? undefined : toPart(inner, table)
}

/** The country of all larger cities of a name, if no foreign one is larger. */
function commonCountry({ meaning }: Part) {
  const [first] = meaning?.cities ?? []
  const foreign = meaning?.foreignCities[0]?.population ?? 0
  if (first === undefined || foreign > first.population || meaning?.foreignCountry) return undefined
  const others = meaning?.cities.filter(({ population }) => population >= MIN_LARGE_POPULATION)
  const country = first.region.country
  return others?.every(({ region }) => region.country === country) ? country : undefined
}

/** `Greater Portland, ME`: whether an area has its city in the region behind it. `Greater Boston, New York` are two places. */
export function isAreaIn(part: Part, next: Part, table: LocationTable): boolean {
  const region = regionOf(next)
  // `Jacksonville Metro, NC Area` is in its region, and `SF Bay Area, Seattle Metro` are two places.
  if (region === undefined) return innerName(next, table)?.meaning?.region !== undefined
  if (part.meaning?.metro === region || next.code !== undefined) return true
  const city = innerName(part, table)?.meaning?.cities.find((found) => found.region === region)
  return city !== undefined && isLarge(city)
}

/** `Utica-Rome Area`, `Bloomington–Normal`: names of cities that share a region. */
export function toJoinedCities(part: Part, table: LocationTable): Part | undefined {
  if (!/[-–]/.test(part.text)) return undefined
  const text = part.text.replace(AREA_WORDS, '')
  const names = text.includes('--') ? text.split(/-{2,}/) : text.split(/[-–]/)
  const parts = names.map((name) => toPart(name.trim(), table))
  if (parts.length < 2 || parts.some(({ meaning, code }) => code ?? isWide(meaning))) {
    return undefined
  }
  const joined = parts.map(({ meaning }) => meaning?.cities ?? [])
  return sharedRegions(joined).length > 0 ? { ...part, meaning: undefined, joined } : undefined
}

function sharedRegions([first = [], ...others]: readonly (readonly City[])[]): Region[] {
  return first.flatMap(({ region }) =>
    others.every((cities) => cities.some((city) => city.region === region)) ? [region] : [],
  )
}

/** The cities of joined names in one region; without it, in the only one that they share, or where all are large. */
export function joinedCities({ text, joined = [] }: Part, region?: Region): City[] | undefined {
  const regions = region === undefined ? sharedRegions(joined) : [region]
  const found = regions.map((one) =>
    joined.flatMap((cities) => cities.find((city) => city.region === one) ?? []),
  )
  const isArea = region !== undefined || joined.length > 2 || AREA_WORDS.test(text)
  const [cities, other] =
    isArea && found.length === 1 ? found : found.filter((f) => f.every(isLarge))
  return cities?.length === joined.length && cities.length > 0 && !other ? cities : undefined
}

function isLarge({ population }: City): boolean {
  return population >= MIN_LARGE_POPULATION
}
