import { cityInCountry, MIN_LARGE_POPULATION, readBareName } from './choose-city'
import { isAreaIn, joinedCities } from './city-areas'
import { cityFinding, type Findings, placeFinding, regionFinding } from './finding'
import { meantCity as cityMeant, isCalifornian, isLocalName } from './local-names'
import { isWide } from './location-part'
import {
  hasOwnPostalCode,
  isCapital,
  isCertainRegion,
  isCityOfCountry,
  isCounty,
  isForeignCountry,
  isKnownCity,
  isOwnCity,
  isTwoCities,
  isWellKnown,
  nameOf,
  regionOf,
} from './part-kinds'
import { isNewYorkCity } from './read-name'
import type { CityRegion, Segment } from './segment'

/** city region */
export function cityOfRegion(pair: CityRegion): Findings {
  const { name, region, regionPart, city, isConfirmed } = pair
  if (name.joined !== undefined) return joinedCities(name, region)?.map(cityFinding)
  if (city === undefined || isEndOfName(pair)) return undefined
  if (!isConfirmed && isTwoCities(name, regionPart, city)) return undefined
  // `Ontario, CA` on a Canadian board
  if (regionPart.code === 'CA' && isProvince(pair)) return undefined
  return [mayBeAbroad(pair) ? { kind: 'open', cities: [city] } : cityFinding(city)]
}

function isEndOfName({ name, city }: CityRegion): boolean {
  return name.meaning === undefined && city?.name !== name.text
}

function isProvince({ name, run }: CityRegion): boolean {
  return regionOf(name)?.country === 'CA' && (name.code !== undefined || run.text.country === 'CA')
}

/** `Salem, IN`: the code is that of a country too, which has a city of the name or the postal code. */
function mayBeAbroad(pair: CityRegion): boolean {
  const isPair = !pair.isConfirmed && isCityOfCountry(pair.name, pair.regionPart)
  return isPair || hasPostalCodeAbroad(pair)
}

/** `Wolfsburg, DE 38436` */
export function hasPostalCodeAbroad({ region, regionPart, isConfirmed, run }: CityRegion): boolean {
  const isHere = isConfirmed || run.text.country === region.country
  const { code = '', postalCode } = regionPart
  return !isHere && postalCode !== undefined && run.table.isForeignCode(code)
}

/** The end of a street address, or of the name of a workplace. */
export function endOfAddress(pair: CityRegion): Findings {
  return pair.city && isEndOfName(pair) ? [cityFinding(pair.city)] : undefined
}

/** `Greater Portland, ME`, `Greater Jacksonville, NC Area`; `North Bay, ON` and `Orange County, Virginia` are others. */
export function areaOfRegion({ name, region, regionPart, run }: CityRegion): Findings {
  const { metro, isTown } = name.meaning ?? {}
  if (metro === undefined || (metro !== region && (isTown || isCounty(name)))) return undefined
  return isAreaIn(name, regionPart, run.table) ? [regionFinding(region)] : undefined
}

/** A city that is misspelt. What a person types is told to be so. */
export function meantCity(pair: CityRegion): Findings {
  const { name, region, run } = pair
  if (run.text.isTyped || !isUnlisted(pair)) return undefined
  const city = cityMeant(name, region, run.table)
  return city && [cityFinding(city)]
}

/** The country, a postal code or the word for a county says that the name is in the region. */
export function certainRegion(pair: CityRegion): Findings {
  return pair.isConfirmed || isCounty(pair.name) ? regionOfName(pair) : undefined
}

/** A name that the tables lack in the region: a small town, or the region alone. */
export function regionOfName(pair: CityRegion): Findings {
  const { name, region, regionPart, run } = pair
  if (!isUnlisted(pair)) return undefined
  // `Salt Lake City, CA` are two places.
  if (isUncertain(pair) && regionPart.code === 'CA' && name.meaning) return undefined
  if (isUncertain(pair)) return [{ kind: 'open', cities: [], region }]
  const named = nameOf(name, run.text.isTown || hasOwnPostalCode(regionPart, region))
  return [placeFinding({ country: region.country, region, ...named })]
}

/** A name that may be that of a town or workplace in the region. */
function isUnlisted({ name, region, regionPart, city, country, end, run }: CityRegion): boolean {
  // `North Jersey, NJ` is no part of the island.
  if (city !== undefined || (isForeignCountry(name) && !name.isRegion)) return false
  if (regionOf(name) !== undefined || regionOf(regionPart) === undefined) return false
  // `15th Floor, New York, NY`
  const last = run.part(end - (country === undefined ? 1 : 2))
  if (last !== regionPart && run.city(regionPart, region) !== undefined) return false
  // `San Mateo / New York`: a slash before a region's full name
  const isSlashed = regionPart.isListed === true && regionPart.code === undefined
  return !isSlashed || !name.meaning?.cities.length
}

/** `Nowhereville, IL`: the code may be that of Israel. */
function isUncertain({ name, region, regionPart, isConfirmed, run }: CityRegion): boolean {
  const { text, table } = run
  if (isConfirmed || isCounty(name)) return false
  if (regionPart.code === 'CA') return !isCalifornian(name, region, table)
  const isCertain = name.meaning?.isTown || isCertainRegion(regionPart, region, text, table)
  return !isCertain && !isLocalName(name, region, table)
}

/** `Leeds and Grenville, Ontario` is a county: its names are not both those of towns. */
export function countyOfTwo({ names, region, regionPart, city, run }: CityRegion): Findings {
  const [first] = names
  const isName = !isWide(first.meaning) && !first.meaning?.metro && !isKnownCity(first)
  const isTown = run.city(first, region) ?? (city?.population ?? 0) >= MIN_LARGE_POPULATION
  return isName && !isTown && regionOf(regionPart) ? [regionFinding(region)] : undefined
}

/** `3rd FL, Coral Gables, FL`, `Acme LLC AZ - Tempe, AZ`: the words before the region are not a town; the town follows. */
export function townBehind(pair: CityRegion): Findings {
  const { names, region, run } = pair
  const [site, code] = names
  const isName = regionOf(site) === undefined && !isCounty(site) && !site.meaning?.metro
  if (!isName || code.meaning?.region !== region || run.city(site, region)) return undefined
  const isTown = run.text.isTown || hasOwnPostalCode(code, region)
  return site.isSite || nameOf(site, isTown).name === undefined ? cityOfRegion(pair) : undefined
}

/** `Raleigh, US, North Carolina` */
export function cityInFront({ names: [name], region, within, run }: CityRegion): Findings {
  if (within !== undefined || (regionOf(name) ?? region) !== region) return undefined
  const city = run.city(name, region)
  return city && [cityFinding(city)]
}

/** `DC - Washington`, `TX, Austin, TX` */
export function cityBehind(pair: CityRegion): Findings {
  const { names, name, region, city, at, end } = pair
  const isRegion = regionOf(names[0]) !== undefined && !isNewYorkCity(names[0], pair)
  const isName = regionOf(name) === undefined || isCapital(name, region)
  if (city === undefined || !isRegion || !isName) return undefined
  const bare = readBareName(name)
  const isOther = bare.kind === 'city' && bare.city !== city && end === at + 2
  return isOther ? undefined : [cityFinding(city)]
}

/** `New York, United States` */
export function ownCity(pair: CityRegion): Findings {
  return isOwnCity(pair.regionPart, pair.region) ? regionOfCountry(pair) : undefined
}

export function regionOfCountry({ region, regionPart }: CityRegion): Findings {
  return regionOf(regionPart) && [regionFinding(region)]
}

export function eachRegion({ run, at, end }: Segment): Findings {
  const regions = run.parts.slice(at, end).map(regionOf)
  return regions.flatMap((region) => (region ? [regionFinding(region)] : []))
}

/** `Clear Lake/Southeast Houston`: two names of a quarter. A small town elsewhere is called as the first. */
export function quarter({ names: [part, { quarterOf }] }: Segment): Findings {
  if (quarterOf === undefined || isWide(part.meaning) || isKnownCity(part)) return undefined
  return [regionFinding(quarterOf.region)]
}

/** `Ontario, United States` is in California, and `New York, United States` is the city in a list of cities. */
export function cityOfCountry({ names: [name, next], country, within, run }: Segment): Findings {
  const isInside = country !== undefined && (within ?? country) === country
  if (!isInside || isForeignCountry(name)) return undefined
  const region = regionOf(name)
  const isCity = name.key === 'new york' && run.text.hasCitiesOnly
  const isState = region?.country === country && !isCity
  if (isState || (region !== undefined && next.code === 'CA')) return undefined
  const { metro, cities = [] } = name.meaning ?? {}
  if (region === undefined && metro?.country === country) return [regionFinding(metro)]
  const city = cityInCountry(cities, country)
  return city && [cityFinding(city)]
}

/** A name that no place of the country has: the country alone. */
export function countryOfName({ names: [name, next], country }: Segment): Findings {
  const isKnown = isWellKnown(name) || isWide(name.meaning) || name.meaning?.metro !== undefined
  const isNamed = country !== undefined && next.code !== 'CA'
  return isNamed && !isKnown ? [placeFinding({ country })] : undefined
}
