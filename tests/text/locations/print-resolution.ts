import type { Resolution, ResolvedPlace } from '../../../src/text/locations/location-resolver'
import { COUNTRY_NAMES } from '../../../src/values/country'
import { findRegion } from '../../../src/values/region'

/** `Toronto, ON, CA + US, foreign, remote`; a city without coordinates has a `?` behind it. */
export function printResolution(resolution: Resolution): string {
  const { arrangement } = resolution
  if (resolution.kind !== 'places') return [resolution.kind, arrangement].filter(Boolean).join(', ')
  const places = resolution.places.map(printPlace).join(' + ')
  return [places, resolution.hasForeign && 'foreign', arrangement].filter(Boolean).join(', ')
}

function printPlace({ address, latitude }: ResolvedPlace): string {
  const { addressLocality, addressRegion, addressCountry } = address
  const city = addressLocality && latitude === undefined ? `${addressLocality}?` : addressLocality
  return [city, addressRegion, addressCountry].filter(Boolean).join(', ')
}

/** The place as the catalogue prints it: `Toronto, Ontario, Canada`. */
export function fullName({ address }: ResolvedPlace): string {
  const { addressLocality, addressRegion, addressCountry } = address
  const region = findRegion(addressRegion ?? '')?.name
  return [addressLocality, region, COUNTRY_NAMES[addressCountry]].filter(Boolean).join(', ')
}
