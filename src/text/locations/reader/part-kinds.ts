import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { City, LocationTable } from '../table/location-table'
import { isPostalCodeOf } from '../table/postal-codes'
import { isTownOf } from '../table/towns'
import {
  cityInCountry,
  MIN_KNOWN_POPULATION,
  MIN_LARGE_POPULATION,
  readBareName,
} from './choose-city'
import type { Part } from './location-part'

/** The region that a part names; two letters must be capitals. */
export function regionOf({ key, code, meaning }: Part): Region | undefined {
  return key.length > 2 || code !== undefined ? meaning?.region : undefined
}

/** Whether a name is that of a city of a region. */
export function isCityOf({ meaning }: Part, region: Region | undefined): boolean {
  return meaning?.cities.some((city) => city.region === region) === true
}

/** The name of a country abroad that is not that of a region here too. */
export function isForeignCountry(part: Part): boolean {
  return part.meaning?.foreignCountry !== undefined && regionOf(part) === undefined
}

/** Codes of regions abroad that are also codes of regions here, by country: of states, and of provinces in Italy and the Netherlands. */
const CODES_ABROAD: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    AU: 'NT SA WA',
    BR: 'AL MA MS MT PA PE PR SC',
    IN: 'AR AS CT GA LA MN MP NL OR SK TN UT',
    IT: 'AL AR CA CO CT MB ME MI MN MO MS MT NU OR PA PE PR VA VT',
    MX: 'BC CO MI MO NL',
    NL: 'FL NB NH UT',
  }).map(([country, codes]) => [country, new Set(codes.split(' '))]),
)

/** `Bengaluru, IN`: the code is that of a country, and it has such a city. */
export function isCityOfCountry({ meaning }: Part, country: Part): boolean {
  const code = country.code ?? country.meaning?.foreignCountry
  return meaning?.foreignCities.some((city) => city.country === code) === true
}

/** The same, and `Perth, WA`, `Breda, NB`: the code is that of a region of such a country. */
export function isForeignPair(city: Part, country: Part): boolean {
  const { code = '' } = country
  if (city.code !== undefined || country.isAlternative) return false
  if (isCityOfCountry(city, country)) return true
  const abroad = city.meaning?.foreignCities ?? []
  return abroad.some((foreign) => CODES_ABROAD.get(foreign.country)?.has(code))
}

/** A name that is only that of a place abroad: `Okinawa` in `Kadena AB, Okinawa`. */
export function isForeignName(part: Part | undefined): boolean {
  return part !== undefined && regionOf(part) === undefined && readBareName(part).kind === 'foreign'
}

/** In a list, these say nothing of the city before them. */
export function isCityState({ meaning }: Part): boolean {
  return ['HK', 'LU', 'MC', 'SG'].includes(meaning?.foreignCountry ?? '')
}

/** The name alone is a city of 100,000 people or more. */
export function isKnownCity(part: Part): boolean {
  const bare = readBareName(part)
  return bare.kind === 'city' && bare.city.population >= MIN_KNOWN_POPULATION
}

/** The name is that of a well-known place, so that a region's name after it begins a place of its own: `London, New York`. */
export function isKnownElsewhere(part: Part): boolean {
  const bare = readBareName(part)
  const isAbroad = bare.kind === 'foreign' || (bare.kind === 'open' && bare.cities.length === 0)
  return isAbroad || isKnownCity(part)
}

/** The name alone is certain. */
export function isWellKnown(part: Part): boolean {
  const { kind } = readBareName(part)
  return kind === 'city' || kind === 'foreign'
}

/** A region's name that is also the name of a very large city: `New York`. */
function isLargeCity({ meaning }: Part): boolean {
  return (meaning?.cities[0]?.population ?? 0) >= 500_000
}

/** The same, when the city is in that region: New York, and not Washington. */
export function isOwnCity(part: Part, region: Region): boolean {
  return isLargeCity(part) && part.meaning?.cities[0]?.region === region
}

/** A very large city that has the name of another region: `Washington` in `DC - Washington`. */
export function isCapital(part: Part, region: Region): boolean {
  return part.code === undefined && regionOf(part) !== region && isOwnCity(part, region)
}

/** `Boston, New York`: a very large city, and a state that is a city too and has only a small place of the first name. */
export function isTwoCities(part: Part, next: Part, inState: City): boolean {
  const bare = readBareName(part)
  const isLarge = bare.kind === 'city' && bare.city.population >= 500_000
  return (
    isLarge &&
    next.code === undefined &&
    isLargeCity(next) &&
    inState.population < MIN_LARGE_POPULATION
  )
}

/**
 * A city abroad whose name no town here has, so that it is not a small one that the tables lack: `Eindhoven, SD`. A town abroad too, if its
 * country has a region of this code: `Fremantle, WA`.
 */
export function isCityAbroad({ key, meaning }: Part, code: string): boolean {
  if (meaning?.cities.length) return false
  const [largest] = meaning?.foreignCities ?? []
  if ((largest?.population ?? 0) >= MIN_ABROAD_POPULATION) return true
  return [...CODES_ABROAD].some(([country, codes]) => codes.has(code) && isTownOf(country, key))
}

const MIN_ABROAD_POPULATION = 15_000

/** `Moon Township`, `Charter Township of Clinton`: the name says that it is a town. */
const MUNICIPALITY = /^(?:charter )?(?:town|village|township|hamlet) of | (?:township|twp)$/

const GENERIC = /^(?:city|town|township|village)$/

/**
 * The name as published, if something says that it is a town: the text itself (`isTown`) or a word for a town in it. Other names that the
 * tables lack are those of workplaces, areas and quarters, or misspelt.
 */
export function nameOf(part: Part, isTown: boolean): { name?: string } {
  const isNamed = isTown || MUNICIPALITY.test(part.key)
  return isNamed && isWritten(part) ? { name: part.text } : {}
}

/** Words that may be the name of a town. */
function isWritten(part: Part): boolean {
  const { text, key, isNoTown } = part
  return (
    !isNoTown &&
    !isCounty(part) &&
    !GENERIC.test(key) &&
    /^\p{L}[\p{L}\p{M}'’. -]{1,60}$/u.test(text) &&
    !/^[A-Z]{1,3}$/.test(text) &&
    text.split(' ').length <= 4
  )
}

export function isCounty({ key }: Part): boolean {
  return / (?:county|parish|borough)$/.test(key)
}

/** Codes of states whose other reading is a country that postings hardly name. */
const UNLIKELY = new Set('AZ KY MA MD ME MN MO MS NC NE NU PA SC SD TN VA YT'.split(' '))

/** The postal code behind a region's name is one of the region. */
export function hasOwnPostalCode({ postalCode }: Part, region: Region): boolean {
  return postalCode !== undefined && isPostalCodeOf(region.code, postalCode)
}

/** The region's name cannot be read as that of another country, or only of one without postings. */
export function isCertainRegion(
  { code, meaning }: Part,
  region: Region,
  { country }: { country: Country | undefined },
  table: LocationTable,
): boolean {
  if (country === region.country) return true
  if (code === undefined) return meaning?.foreignCountry === undefined
  return code !== 'CA' && (!table.isForeignCode(code) || UNLIKELY.has(code))
}

const WORDS_LIKE_CODES = new Set('AI AM ET HR IO IT NA PM PT SO TO TV'.split(' '))

/** `CA` before a Canadian region or city. */
export function isCanadaCode(part: Part | undefined, next: Part | undefined): boolean {
  if (part?.code !== 'CA' || next === undefined) return false
  const region = regionOf(next)
  if (region !== undefined) return region.country === 'CA'
  const cities = next.meaning?.cities ?? []
  const isCalifornian = cities.some((city) => city.region.code === 'CA')
  return !isCalifornian && cityInCountry(cities, 'CA') !== undefined
}

/** Two capitals that are the code of a country more often than a word. */
export function isCountryCode({ code }: Part): boolean {
  return code !== undefined && !WORDS_LIKE_CODES.has(code)
}
