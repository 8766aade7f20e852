import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { City, LocationTable } from '../table/location-table'
import { cityInRegion } from './choose-city'
import type { Part } from './location-part'
import { hasForeignPostalCode, hasOwnPostalCode } from './part-kinds'
import { lengthWithCountry, regionAfter, regionEnd } from './region-place'
import type { TextContext } from './text-context'

/** A name with the region behind it: `Austin, TX, US`. */
export interface CityRegion {
  name: Part
  region: Region
  regionPart: Part
  /** What stands behind the region. */
  after: Part | undefined
  /** What stands behind the region's name, also if that is the region once more: `OH` and `Ohio`. */
  next: Part | undefined
  /** How many parts the name, the region and its country take. */
  length: number
  /** The city of this name in the region. */
  city: City | undefined
  /** The country or a postal code says that the region is meant. */
  isConfirmed: boolean
  /** A postal code says that the region's code is that of a country. */
  isForeignCode: boolean
  text: TextContext
  table: LocationTable
}

/** Where a name stands, and the country that was named before. */
export interface NamePosition {
  parts: readonly Part[]
  at: number
  within: Country | undefined
}

/** The name and the region behind it; undefined if no region of the country that was named before stands there. */
export function findCityRegion(
  { parts, at, within }: NamePosition,
  text: TextContext,
  table: LocationTable,
): CityRegion | undefined {
  const regionAt = regionAfter(parts, at)
  const [name, regionPart] = [parts[at], parts[regionAt]]
  const region = regionPart?.meaning?.region ?? regionPart?.meaning?.metro
  if (name === undefined || regionPart === undefined || region === undefined) return undefined
  if (within !== undefined && region.country !== within) return undefined
  const end = regionEnd(parts, regionAt, region)
  const length = lengthWithCountry(parts, at, end, region.country)
  const isInCountry = length > end - at || within === region.country
  const isConfirmed = isInCountry || hasOwnPostalCode(regionPart, region)
  const isBoardCountry = text.country === region.country
  return {
    ...{ name, region, regionPart, length, isConfirmed, text, table },
    after: parts[end],
    next: parts[regionAt + 1],
    city: cityInRegion(name, region, table),
    isForeignCode:
      !isConfirmed && !isBoardCountry && hasForeignPostalCode(regionPart, region, table),
  }
}
