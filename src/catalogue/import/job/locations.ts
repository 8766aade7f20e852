import { citySpelling, onlyRegionOf } from '../../../text/locations/table/city-names'
import { locationTerms, wholeLocationTerm } from '../../../text/search/places/place-terms'
import { BoundedCache } from '../../../values/bounded-cache'
import { COUNTRIES, COUNTRY_NAMES, type Country, toCountry } from '../../../values/country'
import { findRegion } from '../../../values/region'
import type { Posting } from '../posting'

/** A location of a posting in one of the two countries; unknown parts are null. */
export interface Location {
  /** As published. */
  city: string | null
  /** The city as the table of cities spells it, so that one city has one name. */
  cityName: string | null
  /**
   * The region's full name, or the published text when it is not a region of the country. When none is published, the region of
   * the country's only city of this name.
   */
  region: string | null
  /** Null when the text is not a region of the country. */
  regionCode: string | null
  country: Country
  postalCode: string | null
  latitude: number | null
  longitude: number | null
}

/** The countries in which a posting is a job, each with the posting's locations there. */
export function locationsByCountry(
  posting: Pick<Posting, 'countries' | 'locations'>,
): Map<Country, Location[]> {
  const named = posting.countries ?? []
  const fallback = named.length === 1 ? named[0] : undefined
  const located = (posting.locations ?? []).flatMap((place) => toLocation(place, fallback) ?? [])
  const byCountry = COUNTRIES.map(
    (country) => [country, located.filter((location) => location.country === country)] as const,
  )
  return new Map(
    byCountry.filter(([country, locations]) => named.includes(country) || locations.length > 0),
  )
}

type PublishedPlace = NonNullable<Posting['locations']>[number]

/** `fallback` is the country of places that name neither a country nor a known region. */
function toLocation(place: PublishedPlace, fallback: Country | undefined): Location | undefined {
  const { addressLocality, addressRegion, addressCountry, postalCode } = place.address ?? {}
  const published = addressRegion ? findRegion(addressRegion) : undefined
  const country = addressCountry ? toCountry(addressCountry) : (published?.country ?? fallback)
  if (country === undefined) return undefined
  const city = addressLocality?.trim() ?? null
  const isOpen = city !== null && !addressRegion?.trim()
  const region = isOpen ? findRegion(onlyRegionOf(city, country) ?? '') : published
  const isKnown = region?.country === country
  return {
    city,
    cityName: city !== null && isKnown ? citySpelling(city, region.code) : city,
    region: isKnown ? region.name : (addressRegion?.trim() ?? null),
    regionCode: isKnown ? region.code : null,
    country,
    postalCode: postalCode?.trim() ?? null,
    latitude: place.latitude ?? null,
    longitude: place.longitude ?? null,
  }
}

/** `Toronto, Ontario, Canada`, without the unknown parts. */
export function fullName({ cityName, region, country }: Location): string {
  return [cityName, region, COUNTRY_NAMES[country]].filter((part) => part !== null).join(', ')
}

/** `Toronto, ON` with the city as published, without an unknown part; the country's name when both are unknown. */
export function shortName({ city, region, regionCode, country }: Location): string {
  const known = [city, regionCode ?? region].filter((part) => part !== null)
  return known.length > 0 ? known.join(', ') : COUNTRY_NAMES[country]
}

/**
 * The terms of the place dictionary under which a job with these locations is found. A city has its name and the one
 * that was published; the whole location has its name only.
 */
export function placeTerms(locations: readonly Location[]): Set<string> {
  return new Set(locations.flatMap(termsOf))
}

/** Most postings of an employer are in few places. */
const knownTerms = new BoundedCache<readonly string[]>(10_000)

function termsOf(location: Location): readonly string[] {
  const { city, cityName, region, regionCode, country } = location
  const key = JSON.stringify([city, cityName, region, regionCode, country])
  return knownTerms.get(key, () => findTerms(location))
}

function findTerms({ city, cityName, region, regionCode, country }: Location): string[] {
  const named = (name: string | null) => ({
    city: name,
    region,
    regionCode,
    country: COUNTRY_NAMES[country],
  })
  const names = [...new Set([cityName, city])]
  return [
    ...names.flatMap((name) => locationTerms(named(name))),
    wholeLocationTerm(named(cityName)),
  ]
}
