import { analyze } from '../index/analyzer'

/** The known names of a location; `country` is the full name. */
interface LocationNames {
  city: string | null
  region: string | null
  regionCode: string | null
  country: string
}

/**
 * The terms under which the place dictionary lists the names of a location: names for the `location`
 * filter, and codes for exact filters. Codes and whole locations have a colon, which no name contains.
 */
export function locationTerms({ city, region, regionCode, country }: LocationNames): string[] {
  const terms = placeTerms([city, region, country])
  if (regionCode !== null) terms.push(regionTerm(regionCode))
  if (city !== null) terms.push(cityTerm(city))
  if (city !== null && regionCode !== null) terms.push(cityTerm(city, regionCode))
  return terms
}

/** The term of a whole location, `City Region Country`, for `location_advanced`. */
export function wholeLocationTerm({ city, region, country }: LocationNames): string {
  return `${WHOLE}${placeTerm(knownNames([city, region, country]))}`
}

/**
 * Every way to write a location with its names in order: Ottawa, Ontario gives `ottawa`, `ontario`
 * and `ottawa,ontario`. Unknown names are null.
 */
export function placeTerms(names: readonly (string | null)[]): string[] {
  const subsets = knownNames(names).reduce<string[][]>(
    (shorter, name) => shorter.concat(shorter.map((subset) => [...subset, name])),
    [[]],
  )
  return [...new Set(subsets.slice(1).map(placeTerm))]
}

/** The normalized names, without those that are unknown or have no word. */
function knownNames(names: readonly (string | null)[]): string[] {
  return names.map((name) => placeName(name ?? '')).filter((name) => name !== '')
}

/** The normalized form of a name: its analyzed words, separated by one space. */
export function placeName(name: string): string {
  return analyze(name).join(' ')
}

/** The term of normalized names. A comma separates them, because no word contains one. */
export function placeTerm(names: readonly string[]): string {
  return names.join(',')
}

/** The term of all locations in the region with this code: `region:on`. */
export function regionTerm(code: string): string {
  return `region:${code.toLowerCase()}`
}

/** The term of all locations in cities of this name, `city:toronto`, or in one region only, `city:toronto,on`. */
export function cityTerm(name: string, regionCode?: string): string {
  const city = `city:${placeName(name)}`
  return regionCode === undefined ? city : `${city},${regionCode.toLowerCase()}`
}

const WHOLE = 'location:'

/** The words `City Region Country` of a whole-location term; undefined for other terms. */
export function wholeLocationWords(term: string): string[] | undefined {
  return term.startsWith(WHOLE) ? analyze(term.slice(WHOLE.length)) : undefined
}
