import type {
  LocationResolver,
  Resolution,
  ResolvedPlace,
} from '../../text/locations/location-resolver'
import type { Country } from '../../values/country'
import type { PublishedPlace } from '../system'

export type ResolvedPlaces = (
  | { kind: 'places'; places: readonly ResolvedPlace[]; countries: Country[] }
  | { kind: 'foreign'; texts: string }
  | { kind: 'unresolved'; texts: string }
) & {
  /** The arrangement that all texts state; undefined when they differ. */
  arrangement: Resolution['arrangement']
}

/** Resolves the places of a posting, by structure before text. Places without a country are in `country`. */
export function resolvePlaces(
  published: readonly PublishedPlace[],
  resolver: LocationResolver,
  country: Country | undefined,
): ResolvedPlaces {
  const resolutions = published.map((place) => resolvePlace(place, resolver, country))
  const places = distinct(
    resolutions.flatMap((resolution) => (resolution.kind === 'places' ? resolution.places : [])),
  )
  const arrangement = commonArrangement(resolutions)
  if (places.length > 0) {
    return {
      kind: 'places',
      places,
      countries: [...new Set(places.map(({ address }) => address.addressCountry))].sort(),
      arrangement,
    }
  }
  if (published.length === 0 && country !== undefined) {
    return { kind: 'places', places: [], countries: [country], arrangement }
  }
  const isForeign = resolutions.length > 0 && resolutions.every(({ kind }) => kind === 'foreign')
  return {
    kind: isForeign ? 'foreign' : 'unresolved',
    texts: published.map(describe).join('; ') || '(no place)',
    arrangement,
  }
}

/** `Hybrid` or `On-site` as a place of its own is said of the places beside it; `Remote` is another way to work. */
function commonArrangement(resolutions: readonly Resolution[]): Resolution['arrangement'] {
  const isOfOthers = ({ kind, arrangement }: Resolution) =>
    kind === 'unresolved' && arrangement !== undefined && arrangement !== 'remote'
  const ofPlaces = resolutions.filter((resolution) => !isOfOthers(resolution))
  const stated = new Set(resolutions.map(({ arrangement }) => arrangement))
  const isSilent = ofPlaces.every(({ arrangement }) => arrangement === undefined)
  if (isSilent && ofPlaces.length < resolutions.length) stated.delete(undefined)
  return stated.size === 1 ? [...stated][0] : undefined
}

function resolvePlace(
  place: PublishedPlace,
  resolver: LocationResolver,
  country: Country | undefined,
): Resolution {
  if (!('address' in place)) return resolveText(place, resolver, country)
  const resolution = resolver.resolveAddress(place.address, country)
  return resolution.kind === 'unresolved' && place.text
    ? resolver.resolve(place.text, country)
    : resolution
}

/** A name such as `Vancouver` or `London` is a city of the country beside it, if that country has one of this name. */
function resolveText(
  { text, country: given }: { text: string; country?: Country },
  resolver: LocationResolver,
  country: Country | undefined,
): Resolution {
  const resolution = resolver.resolve(text, given ?? country)
  if (given === undefined) return resolution
  const isIn = ({ address }: ResolvedPlace) => address.addressCountry === given
  const isCertain =
    resolution.kind === 'places' &&
    resolution.places.some((place) => isIn(place) && place.address.addressRegion !== undefined)
  if (isCertain) return resolution
  const city = resolver.resolveAddress({ city: text, country: given })
  const isCity =
    city.kind === 'places' &&
    city.places.every((place) => isIn(place) && place.address.addressLocality !== undefined)
  if (isCity) return { ...city, arrangement: resolution.arrangement }
  const isElsewhere = resolution.kind === 'places' && !resolution.places.some(isIn)
  return isElsewhere ? resolver.resolveAddress({ country: given }) : resolution
}

function distinct(places: readonly ResolvedPlace[]): ResolvedPlace[] {
  return [...new Map(places.map((place) => [JSON.stringify(place.address), place])).values()]
}

function describe(place: PublishedPlace): string {
  if (place.text) return place.text
  if (!('address' in place)) return '(no text)'
  const { city, region, country } = place.address
  return [city, region, country].filter(Boolean).join(', ') || '(no text)'
}
