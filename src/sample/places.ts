import type { Country } from '../values/country'
import { findRegion } from '../values/region'
import { type Random, type Weighted, weighted } from './random'
import placeRows from './tables/places.txt' with { type: 'text' }

export interface SamplePlace {
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

export const PLACES: readonly SamplePlace[] = placeRows.trim().split('\n').slice(1).map(toPlace)

/** A city of a country, the large ones more often. */
export function pickPlace(random: Random, country: Country): SamplePlace {
  return random.pickWeighted(BY_COUNTRY[country])
}

/** A city of the same region, possibly the same city. */
export function pickNeighbour(random: Random, { region }: SamplePlace): SamplePlace {
  const places = BY_REGION.getOrInsertComputed(region, () =>
    weigh(PLACES.filter((place) => place.region === region)),
  )
  return random.pickWeighted(places)
}

/** A city, then the other cities of its region within `NEAR_KM`. */
export function placesNear(place: SamplePlace): SamplePlace[] {
  const cosine = Math.cos((place.latitude * Math.PI) / 180)
  const near = PLACES.filter((other) => {
    if (other.region !== place.region || other === place) return false
    const north = (other.latitude - place.latitude) * KM_PER_DEGREE
    const east = (other.longitude - place.longitude) * KM_PER_DEGREE * cosine
    return Math.hypot(north, east) < NEAR_KM
  })
  return [place, ...near]
}

function toPlace(row: string): SamplePlace {
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
function weigh(places: readonly SamplePlace[]): Weighted<SamplePlace> {
  return weighted(places, ({ weight }) => weight ** 0.8)
}

const BY_COUNTRY: Readonly<Record<Country, Weighted<SamplePlace>>> = {
  CA: weigh(PLACES.filter(({ country }) => country === 'CA')),
  US: weigh(PLACES.filter(({ country }) => country === 'US')),
}

/** Memoized. */
const BY_REGION = new Map<string, Weighted<SamplePlace>>()

const KM_PER_DEGREE = 111
const NEAR_KM = 70
