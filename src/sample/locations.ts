import type { Posting } from '../import/posting'
import type { Country } from '../values/country'
import { COUNTRY_NAMES } from '../values/country'
import type { Draft } from './draft'
import { type Place, postalCode } from './place'
import type { Random } from './random'

type Location = NonNullable<NonNullable<Posting['locations']>[number]>

/** The places of a posting as its source spells them: codes or names, with or without coordinates. */
export function writeLocations(draft: Draft, random: Random): Partial<Posting> {
  const spelling = random.next()
  if (draft.places.length === 0) return withoutCity(draft, spelling)
  const isRegionOnly = spelling > 0.985
  const hasCoordinates = random.chance(0.75)
  const hasPostalCode = !isRegionOnly && random.chance(0.35)
  const locations = draft.places.map((place): Location => {
    const address = {
      '@type': 'PostalAddress' as const,
      ...(!isRegionOnly && { addressLocality: place.city }),
      addressRegion: spelling < 0.12 ? spelledRegion(place, draft) : place.region,
      addressCountry: countryName(place.country, spelling),
      ...(hasPostalCode && { postalCode: postalCode(place, random) }),
    }
    const { latitude, longitude } = place
    return hasCoordinates && !isRegionOnly
      ? { '@type': 'Place', address, latitude, longitude }
      : { '@type': 'Place', address }
  })
  return { locations }
}

/** No city is named: the countries alone, as a location without a city or beside no location at all. */
function withoutCity(draft: Draft, spelling: number): Partial<Posting> {
  const countries = draft.countries ?? [draft.country]
  if (spelling < 0.6) return { countries }
  const locations = countries.map(
    (country): Location => ({
      '@type': 'Place',
      address: { '@type': 'PostalAddress', addressCountry: country },
    }),
  )
  return { locations }
}

function countryName(country: Country, spelling: number): string {
  return spelling > 0.06 && spelling < 0.18 ? COUNTRY_NAMES[country] : country
}

function spelledRegion(place: Place, draft: Draft): string {
  return place.region === 'QC' && draft.language === 'fr' ? 'Québec' : place.regionName
}
