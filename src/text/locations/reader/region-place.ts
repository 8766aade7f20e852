import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import { type Match, match, regionFinding } from './finding'
import type { Part } from './location-part'
import { isCounty, regionOf } from './part-kinds'

/** Three or more regions are a list: `DC, MD, VA`. */
export function matchRegions(parts: readonly Part[], at: number): Match | undefined {
  if (parts.length < at + 3) return undefined
  const regions = new Set<Region>()
  for (const [index, part] of parts.slice(at).entries()) {
    const region = regionOf(part)
    const isCity = isCityOf(part, parts[at + index + 1])
    if (region === undefined || regions.has(region) || isCity) break
    regions.add(region)
  }
  if (regions.size < 3) return undefined
  return match(regions.size, ...Array.from(regions, (region) => regionFinding(region)))
}

/** Where the region of a city stands. Between them may be a county, or a name that no place has: `Boise, North Campus, ID`. */
export function regionAfter(parts: readonly Part[], cityAt: number): number {
  const [second, third] = [parts[cityAt + 1], parts[cityAt + 2]]
  if (second !== undefined && isCounty(second)) return cityAt + 2
  const isName = second && !second.meaning && second.code === undefined && !second.isListed
  return isName && isCityOf(parts[cityAt], third) ? cityAt + 2 : cityAt + 1
}

/** Where a region ends: `Toledo, OH - Ohio` says it twice, and `Albany, NY, New York` are two cities. */
export function regionEnd(parts: readonly Part[], regionAt: number, region: Region): number {
  const next = parts[regionAt + 1]
  const isSame = next !== undefined && !next.isAlternative && regionOf(next) === region
  const isOpen = next?.code === undefined && parts[regionAt + 2]?.meaning?.country === undefined
  const isCity = isOpen && isCityOf(next, next)
  return isSame && !isCity && !isCityOf(next, parts[regionAt + 2]) ? regionAt + 2 : regionAt + 1
}

/** The region behind a city's country: `Raleigh, US, North Carolina`. `Boston, US, Ohio, US` is a list. */
export function regionBehind(parts: readonly Part[], countryAt: number): Region | undefined {
  const [country, part, next] = parts.slice(countryAt)
  const region = part && regionOf(part)
  const isInside = region?.country === country?.meaning?.country
  return isInside && !next?.meaning?.country ? region : undefined
}

/** How many parts there are from `at` to `end`, with the country if it is named there. */
export function lengthWithCountry(
  parts: readonly Part[],
  at: number,
  end: number,
  country: Country,
): number {
  const part = parts[end]
  const isSame = part?.meaning?.country === country || (country === 'CA' && part?.code === 'CA')
  return end - at + (isSame ? 1 : 0)
}

/** Whether the one names a city of the region that the other names. */
export function isCityOf(city: Part | undefined, next: Part | undefined): boolean {
  const region = next && regionOf(next)
  return city?.meaning?.cities.some((found) => found.region === region) === true
}
