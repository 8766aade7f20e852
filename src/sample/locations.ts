import type { Posting } from '../catalogue/import/posting'
import { COUNTRY_NAMES, type Country } from '../values/country'
import type { Draft } from './draft'
import type { SamplePlace } from './places'
import type { Random } from './random'

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

/** Only the countries: as locations without a city, or as `countries` without locations. */
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

function spelledRegion(place: SamplePlace, draft: Draft): string {
  return place.region === 'QC' && draft.language === 'fr' ? 'Québec' : place.regionName
}

/** A postal code or ZIP code that starts like the codes of the city. */
function postalCode(place: SamplePlace, random: Random): string {
  if (place.country === 'US') return place.postal + String(random.integer(1, 89)).padStart(2, '0')
  const letter = () => random.pick(POSTAL_LETTERS)
  return `${place.postal}${letter()} ${random.integer(1, 9)}${letter()}${random.integer(1, 9)}`
}

/** Letters that Canadian postal codes use. */
const POSTAL_LETTERS = Array.from('ABCEGHJKLMNPRSTVWXYZ')

type Location = NonNullable<NonNullable<Posting['locations']>[number]>
