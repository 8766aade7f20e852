import type { AddressParts } from '../locations/location-resolver'
import { toCountry } from '../values/country'
import { findRegion } from '../values/region'
import { distinct } from './fingerprint'
import { memberAt, textAt } from './members'
import type { PublishedPlace } from './system'

/** Whether a JobPosting says `TELECOMMUTE`. */
export function isRemoteJob(job: unknown): boolean {
  return [memberAt(job, 'jobLocationType')]
    .flat()
    .some((type) => typeof type === 'string' && type.trim().toUpperCase() === 'TELECOMMUTE')
}

/**
 * The places of a JobPosting: those of `jobLocation`, and for a remote job the countries and regions that applicants may
 * live in, as far as no place names them.
 */
export function jobPlaces(job: unknown): PublishedPlace[] {
  const places = listOf(memberAt(job, 'jobLocation'))
  const named = hasCopiedAddress(places) ? places.map(placeByName) : places.map(placeOf)
  const found = named.filter((place) => place !== undefined)
  if (!isRemoteJob(job) && found.length > 0) return distinct(found)
  const countries = new Set(
    found.map((place) => ('address' in place ? toCountry(place.address.country ?? '') : undefined)),
  )
  const allowed = listOf(memberAt(job, 'applicantLocationRequirements')).flatMap(
    (area): PublishedPlace[] => {
      const text = nameOf(area) ?? addressText(memberAt(area, 'address'))
      const country = text === undefined ? undefined : toCountry(text)
      const isNamed = country !== undefined && countries.has(country)
      return text === undefined || isNamed ? [] : [{ text }]
    },
  )
  return distinct([...found, ...allowed])
}

/** Sites write the first address beside each name: then the names tell the places apart. */
function hasCopiedAddress(places: readonly unknown[]): boolean {
  const addresses = new Set(places.map((place) => JSON.stringify(memberAt(place, 'address'))))
  const names = new Set(places.map((place) => textAt(place, 'name')))
  return places.length > 1 && addresses.size === 1 && names.size > 1 && !names.has(undefined)
}

function placeByName(place: unknown): PublishedPlace | undefined {
  const text = textAt(place, 'name')
  return text === undefined ? undefined : { text }
}

/** A Place or its address, each as an object, a list or a text. */
function placeOf(place: unknown): PublishedPlace | undefined {
  if (typeof place === 'string') return textPlace(place)
  const address = listOf(memberAt(place, 'address') ?? place)[0]
  if (typeof address === 'string') return textPlace(address)
  const parts = partsOf(address, memberAt(place, 'geo') ?? place)
  if (parts !== undefined) return parts
  return textPlace(textAt(place, 'name') ?? '')
}

function partsOf(address: unknown, geo: unknown): PublishedPlace | undefined {
  const city = placeName(textAt(address, 'addressLocality'))
  const country = nameOf(memberAt(address, 'addressCountry'))
  // `Uusimaa,FI`; and often the country or a part of the world.
  const region = textAt(address, 'addressRegion')?.split(',')[0]?.trim()
  const isRegion =
    region !== undefined && (findRegion(region) !== undefined || country === undefined)
  if (city === undefined && region === undefined && country === undefined) return undefined
  // `Austin, TX` as a city, or several cities.
  if (city !== undefined && /[,;/|]/.test(city)) {
    return textPlace([city, isRegion && region, country].filter(Boolean).join(', '))
  }
  const parts: AddressParts = {
    ...(city !== undefined && { city }),
    ...(isRegion && { region }),
    ...(country !== undefined && { country }),
    ...coordinates(geo),
  }
  return { address: parts }
}

function coordinates(geo: unknown): Pick<AddressParts, 'latitude' | 'longitude'> {
  const [latitude, longitude] = ['latitude', 'longitude'].map((name) =>
    Number(textAt(geo, name) ?? Number.NaN),
  )
  const isKnown = Number.isFinite(latitude) && Number.isFinite(longitude)
  return isKnown && latitude && longitude ? { latitude, longitude } : {}
}

function addressText(address: unknown): string | undefined {
  if (typeof address === 'string') return address.trim() || undefined
  const names = ['addressLocality', 'addressRegion'].map((name) => textAt(address, name))
  const text = [...names, nameOf(memberAt(address, 'addressCountry'))].filter(Boolean).join(', ')
  return text === '' ? undefined : text
}

function textPlace(text: string): PublishedPlace | undefined {
  return text.trim() === '' ? undefined : { text: text.replace(/\s+/g, ' ').trim() }
}

/** A text, or the name of an object; the first of several. */
function nameOf(value: unknown): string | undefined {
  const [one] = listOf(value)
  const [name] = listOf(memberAt(one, 'name'))
  return textAt({ one }, 'one') ?? textAt({ name }, 'name')
}

/** A city; not a word for working elsewhere. */
function placeName(text: string | undefined): string | undefined {
  return text !== undefined && /^(?:remote|virtual|anywhere|n\/?a|-+)$/i.test(text)
    ? undefined
    : text
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
