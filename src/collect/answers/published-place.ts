import { type Country, toCountry } from '../../values/country'
import { findRegion } from '../../values/region'
import type { PublishedPlace } from '../system'
import { textAt } from './members'

/** Members as published: a member that is not a text is ignored. */
interface PlaceParts {
  city?: unknown
  region?: unknown
  country?: unknown
  /** Numbers, or numbers as text; 0 is none. */
  latitude?: unknown
  longitude?: unknown
  text?: unknown
}

/** A place of the parts that a system gives, else of its text. Undefined when it gives neither. */
export function publishedPlace(parts: PlaceParts): PublishedPlace | undefined {
  const [city, region, country, text] = [parts.city, parts.region, parts.country, parts.text].map(
    (part) => textAt(part),
  )
  if (city === undefined && region === undefined && country === undefined) {
    return text === undefined ? undefined : { text }
  }
  const [latitude, longitude] = [Number(parts.latitude), Number(parts.longitude)]
  const point = latitude && longitude ? { latitude, longitude } : {}
  return { address: { city, region, country, ...point }, text }
}

/** A place that a system gives as a text, with its country beside it, which the text need not name. */
export function placeInCountry(
  text: string | undefined,
  country: string | undefined,
): PublishedPlace | undefined {
  const ours = country === undefined ? undefined : toCountry(country)
  if (country !== undefined && ours === undefined) return publishedPlace({ country, text })
  if (text === undefined) return publishedPlace({ country: ours })
  return { text, ...(ours && { country: ours }) }
}

/** The country of all places, for a plain `$`. Undefined when they are in several, or one names neither country nor region. */
export function commonCountry(
  places: readonly (PublishedPlace | undefined)[],
): Country | undefined {
  const countries = new Set(
    places.flatMap((place) => (place === undefined ? [] : [countryOf(place)])),
  )
  return countries.size === 1 ? [...countries][0] : undefined
}

function countryOf(place: PublishedPlace): Country | undefined {
  if (!('address' in place)) return undefined
  const { country, region } = place.address
  return country ? toCountry(country) : findRegion(region ?? '')?.country
}
