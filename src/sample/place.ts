import type { Country } from '../values/country'
import { findRegion } from '../values/region'
import { type Random, runningSums } from './random'
import { PLACE_ROWS, type PlaceRow } from './tables/places'

export interface Place {
  city: string
  region: string
  regionName: string
  country: Country
  latitude: number
  longitude: number
  weight: number
  postal: string
}

export const PLACES: readonly Place[] = PLACE_ROWS.map(toPlace)

/** A city, the large ones more often. */
export function pickPlace(random: Random, country: Country): Place {
  return pickFrom(random, BY_COUNTRY[country])
}

/** A city of the region of another, that one included. */
export function pickNeighbour(random: Random, place: Place): Place {
  return pickFrom(random, BY_REGION.get(place.region) ?? weigh([place]))
}

/** The cities within an easy drive of another in the same region, that one first. */
export function placesNear(place: Place): Place[] {
  const near = PLACES.filter((other) => {
    const north = (other.latitude - place.latitude) * KM_PER_DEGREE
    const cosine = Math.cos((place.latitude * Math.PI) / 180)
    const east = (other.longitude - place.longitude) * KM_PER_DEGREE * cosine
    return other !== place && other.region === place.region && Math.hypot(north, east) < NEAR_KM
  })
  return [place, ...near]
}

/** A postal code or ZIP code that begins like those of the city. */
export function postalCode(place: Place, random: Random): string {
  if (place.country === 'US') return place.postal + String(random.integer(1, 89)).padStart(2, '0')
  const letter = () => random.pick(POSTAL_LETTERS)
  return `${place.postal}${letter()} ${random.integer(1, 9)}${letter()}${random.integer(1, 9)}`
}

function toPlace([city, code, latitude, longitude, weight, postal]: PlaceRow): Place {
  const region = findRegion(code)
  if (region === undefined) throw new Error(`${city}: unknown region ${code}`)
  const { name: regionName, country } = region
  return { city, region: code, regionName, country, latitude, longitude, weight, postal }
}

interface Weighed {
  places: readonly Place[]
  sums: readonly number[]
}

function weigh(places: readonly Place[]): Weighed {
  // Small places have a larger share of the employers than of the people.
  return { places, sums: runningSums(places.map((place) => place.weight ** 0.8)) }
}

function pickFrom(random: Random, { places, sums }: Weighed): Place {
  return random.pickWeighted(places, sums)
}

const BY_COUNTRY: Readonly<Record<Country, Weighed>> = {
  CA: weigh(PLACES.filter((place) => place.country === 'CA')),
  US: weigh(PLACES.filter((place) => place.country === 'US')),
}

const BY_REGION: ReadonlyMap<string, Weighed> = new Map(
  Array.from(new Set(PLACES.map((place) => place.region)), (region) => [
    region,
    weigh(PLACES.filter((place) => place.region === region)),
  ]),
)

const KM_PER_DEGREE = 111
const NEAR_KM = 70

/** Letters that Canadian postal codes use. */
const POSTAL_LETTERS = Array.from('ABCEGHJKLMNPRSTVWXYZ')
