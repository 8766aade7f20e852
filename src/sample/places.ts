import type { Posting } from '../import/posting'
import { COUNTRY_NAMES, type Country } from '../values/country'
import { findRegion } from '../values/region'
import type { Draft } from './draft'
import { type Random, type Weighted, weighted } from './random'
import placeRows from './tables/places.txt' with { type: 'text' }

export interface Place {
  city: string
  region: string
  regionName: string
  country: Country
  latitude: number
  longitude: number
  /** About the metropolitan population in 10,000. */
  weight: number
  /** The start of its postal codes. */
  postal: string
}

export const PLACES: readonly Place[] = placeRows.trim().split('\n').slice(1).map(toPlace)

/** A city of a country, the large ones more often. */
export function pickPlace(random: Random, country: Country): Place {
  return random.pickWeighted(BY_COUNTRY[country])
}

/** A city of the same region, possibly the same city. */
export function pickNeighbour(random: Random, { region }: Place): Place {
  const places = BY_REGION.getOrInsertComputed(region, () =>
    weigh(PLACES.filter((place) => place.region === region)),
  )
  return random.pickWeighted(places)
}

/** A city, then the other cities of its region within `NEAR_KM`. */
export function placesNear(place: Place): Place[] {
  const cosine = Math.cos((place.latitude * Math.PI) / 180)
  const near = PLACES.filter((other) => {
    if (other.region !== place.region || other === place) return false
    const north = (other.latitude - place.latitude) * KM_PER_DEGREE
    const east = (other.longitude - place.longitude) * KM_PER_DEGREE * cosine
    return Math.hypot(north, east) < NEAR_KM
  })
  return [place, ...near]
}

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

function spelledRegion(place: Place, draft: Draft): string {
  return place.region === 'QC' && draft.language === 'fr' ? 'Québec' : place.regionName
}

/** A postal code or ZIP code that starts like those of the city. */
function postalCode(place: Place, random: Random): string {
  if (place.country === 'US') return place.postal + String(random.integer(1, 89)).padStart(2, '0')
  const letter = () => random.pick(POSTAL_LETTERS)
  return `${place.postal}${letter()} ${random.integer(1, 9)}${letter()}${random.integer(1, 9)}`
}

function toPlace(row: string): Place {
  const [city = '', code = '', latitude, longitude, weight, postal = ''] = row.split(',')
  const region = findRegion(code)
  if (region === undefined) throw new Error(`${city}: unknown region ${code}`)
  return {
    city,
    region: code,
    regionName: region.name,
    country: region.country,
    latitude: Number(latitude),
    longitude: Number(longitude),
    weight: Number(weight),
    postal,
  }
}

/** The exponent gives small places a larger share of the employers than of the people. */
function weigh(places: readonly Place[]): Weighted<Place> {
  return weighted(places, ({ weight }) => weight ** 0.8)
}

const BY_COUNTRY: Readonly<Record<Country, Weighted<Place>>> = {
  CA: weigh(PLACES.filter(({ country }) => country === 'CA')),
  US: weigh(PLACES.filter(({ country }) => country === 'US')),
}

/** Memoized. */
const BY_REGION = new Map<string, Weighted<Place>>()

const KM_PER_DEGREE = 111
const NEAR_KM = 70

/** Letters that Canadian postal codes use. */
const POSTAL_LETTERS = Array.from('ABCEGHJKLMNPRSTVWXYZ')

type Location = NonNullable<NonNullable<Posting['locations']>[number]>
