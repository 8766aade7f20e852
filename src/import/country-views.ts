import { COUNTRIES, COUNTRY_NAMES, type Country, toCountry } from '../values/country'
import { findRegion } from '../values/region'
import type { Posting } from './posting'

/** A location of a posting, in one of the two countries, as far as it is known. */
export interface Location {
  city: string | null
  /** The region's full name, or its text as published when it is none of the country's regions. */
  region: string | null
  /** The region's code; null when it is none of the country's regions. */
  regionCode: string | null
  country: Country
  postalCode: string | null
  latitude: number | null
  longitude: number | null
}

/** The country views in which a posting is a job, each with the locations that it lists there. */
export function countryViews(
  posting: Pick<Posting, 'countries' | 'locations'>,
): Map<Country, Location[]> {
  const named = posting.countries ?? []
  const fallback = named.length === 1 ? named[0] : undefined
  const located = (posting.locations ?? []).flatMap((place) => toLocation(place, fallback) ?? [])
  const views = COUNTRIES.filter(
    (country) =>
      named.includes(country) || located.some((location) => location.country === country),
  )
  return new Map(
    views.map((country) => [country, located.filter((location) => location.country === country)]),
  )
}

type PublishedPlace = NonNullable<Posting['locations']>[number]

/** `fallback` is the country of places that name neither a country nor a region of one. */
function toLocation(place: PublishedPlace, fallback: Country | undefined): Location | undefined {
  const { addressLocality, addressRegion, addressCountry, postalCode } = place.address ?? {}
  const region = addressRegion ? findRegion(addressRegion) : undefined
  const country = addressCountry ? toCountry(addressCountry) : (region?.country ?? fallback)
  if (country === undefined) return undefined
  const isKnown = region?.country === country
  return {
    city: addressLocality?.trim() ?? null,
    region: isKnown ? region.name : (addressRegion?.trim() ?? null),
    regionCode: isKnown ? region.code : null,
    country,
    postalCode: postalCode?.trim() ?? null,
    latitude: place.latitude ?? null,
    longitude: place.longitude ?? null,
  }
}

/** `Toronto, Ontario, Canada`, from the parts that are known. */
export function derivedName({ city, region, country }: Location): string {
  return [city, region, COUNTRY_NAMES[country]].filter((part) => part !== null).join(', ')
}

/** `Toronto, ON`, from the parts that are known; the country's name when neither is. */
export function locationLabel({ city, region, regionCode, country }: Location): string {
  const known = [city, regionCode ?? region].filter((part) => part !== null)
  return known.length > 0 ? known.join(', ') : COUNTRY_NAMES[country]
}
