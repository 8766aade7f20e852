import type { Region } from '../values/region'
import { readBareName } from './choose-city'
import type { Part } from './location-part'
import type { LocationTable } from './location-table'

/** The region that a part names; two letters must be capitals. */
export function regionOf({ key, code, meaning }: Part): Region | undefined {
  return key.length > 2 || code !== undefined ? meaning?.region : undefined
}

const AUSTRALIAN_STATES = new Set(['NT', 'SA', 'WA'])
const BRAZILIAN_STATES = new Set(['AL', 'MA', 'MS', 'MT', 'PA', 'PE', 'SC'])

/** `Bengaluru, IN`: the code is a country's, and the city is there. */
export function isForeignPair(city: Part, country: Part): boolean {
  const { foreignCities = [] } = city.meaning ?? {}
  const code = country.code ?? country.meaning?.foreignCountry
  if (code === undefined || city.code !== undefined || country.isAlternative) return false
  return foreignCities.some(
    (foreign) =>
      foreign.country === code ||
      (foreign.country === 'AU' && AUSTRALIAN_STATES.has(code)) ||
      (foreign.country === 'BR' && BRAZILIAN_STATES.has(code)),
  )
}

/** In a list, these say nothing of the city before them. */
export function isCityState({ meaning }: Part): boolean {
  return ['HK', 'LU', 'MC', 'SG'].includes(meaning?.foreignCountry ?? '')
}

/** The name is that of a well-known place, so that a region's name after it begins a place of its own: `London, New York`. */
export function isKnownElsewhere(part: Part): boolean {
  const bare = readBareName(part)
  return bare.kind === 'city'
    ? bare.city.population >= 100_000
    : bare.kind === 'foreign' || (bare.kind === 'open' && bare.cities.length === 0)
}

/** The name as published, unless it is a county or no name. */
export function nameOf(part: Part): { name?: string } {
  const { text } = part
  const isWritten = /^\p{L}[\p{L}\p{M}'’. -]{1,60}$/u.test(text) && !/^[A-Z]{1,4}$/.test(text)
  return !isCounty(part) && isWritten && text.split(' ').length <= 4 ? { name: text } : {}
}

export function isCounty({ key }: Part): boolean {
  return / (?:county|parish|borough)$/.test(key)
}

/** Codes of states whose other reading is a country that postings hardly name. */
const UNLIKELY = new Set('AZ KY MA MD ME MN MO MS NC NE NU PA SC SD TN VA YT'.split(' '))

/** The region's name cannot be read as that of another country, or only of one without postings. */
export function isCertainRegion({ code, meaning }: Part, table: LocationTable): boolean {
  if (code === undefined) return meaning?.foreignCountry === undefined
  return code !== 'CA' && (!table.isForeignCode(code) || UNLIKELY.has(code))
}

const WORDS_LIKE_CODES = new Set('AI AM ET HR IO IT NA PM PT SO TO TV'.split(' '))

/** Two capitals that are more often a word than the code of a country. */
export function isWordLikeCode(code: string): boolean {
  return WORDS_LIKE_CODES.has(code)
}
