import { analyze } from './analyzer'
import { knownNames, placeName, placeTerm, placeTerms } from './place-terms'

/** The names of a location, as far as they are known; `country` is its full name. */
export interface LocationNames {
  city: string | null
  region: string | null
  regionCode: string | null
  country: string
}

/**
 * The terms of the place dictionary that a location answers to: the names that clients may search, the codes of
 * exact filters, and the whole location for boolean search. No name has a colon, so the kinds cannot meet.
 */
export function locationTerms({ city, region, regionCode, country }: LocationNames): string[] {
  const names = [city, region, country]
  const terms = placeTerms(names)
  if (regionCode !== null) terms.push(regionTerm(regionCode))
  if (city !== null) terms.push(cityTerm(city))
  if (city !== null && regionCode !== null) terms.push(cityTerm(city, regionCode))
  terms.push(`${WHOLE}${placeTerm(knownNames(names))}`)
  return terms
}

/** The term of every location in the region with this code: `region:on`. */
export function regionTerm(code: string): string {
  return `region:${code.toLowerCase()}`
}

/** The term of every location in cities of this name: `city:toronto`; in one region: `city:toronto,on`. */
export function cityTerm(name: string, regionCode?: string): string {
  const city = `city:${placeName(name)}`
  return regionCode === undefined ? city : `${city},${regionCode.toLowerCase()}`
}

const WHOLE = 'location:'

/** The words `City Region Country` of a term that is a whole location; `undefined` for other terms. */
export function wholeLocationWords(term: string): string[] | undefined {
  return term.startsWith(WHOLE) ? analyze(term.slice(WHOLE.length)) : undefined
}
