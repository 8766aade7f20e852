import { toCountry } from '../../../values/country'
import { findRegion } from '../../../values/region'
import type { PublishedPlace } from '../../system'
import { distinct } from '../fingerprint'
import { memberAt, textAt } from '../members'
import { publishedPlace } from '../published-place'
import { isPlaceholder } from './json-ld'

/** Whether a JobPosting says `TELECOMMUTE`. */
export function isRemoteJob(job: unknown): boolean {
  return [memberAt(job, 'jobLocationType')]
    .flat()
    .some((type) => typeof type === 'string' && type.trim().toUpperCase() === 'TELECOMMUTE')
}

/**
 * The places of a JobPosting: `jobLocation`, and for a remote job the countries and regions where applicants may live, unless a
 * place names them already.
 */
export function jobPlaces(job: unknown): PublishedPlace[] {
  const places = toList(memberAt(job, 'jobLocation') ?? flatPlace(job))
  const found = places.flatMap(hasCopiedAddress(places) ? placeByName : placesOf)
  if (!isRemoteJob(job) && found.length > 0) return distinct(found)
  const countries = new Set(
    found.map((place) => ('address' in place ? toCountry(place.address.country ?? '') : undefined)),
  )
  const allowed = toList(memberAt(job, 'applicantLocationRequirements')).flatMap(
    (area): PublishedPlace[] => {
      const text = nameOf(area) ?? addressText(memberAt(area, 'address'))
      const country = text === undefined ? undefined : toCountry(text)
      const isNamed = country !== undefined && countries.has(country)
      return text === undefined || isNamed ? [] : [{ text }]
    },
  )
  return distinct([...found, ...allowed])
}

/** Sites of SuccessFactors write the parts of the address as members of the posting itself. */
function flatPlace(job: unknown): object | undefined {
  return textAt(job, 'addressLocality') === undefined ? undefined : { address: job }
}

/** Sites write the first address beside each name: then the names tell the places apart. */
function hasCopiedAddress(places: readonly unknown[]): boolean {
  const addresses = new Set(places.map((place) => JSON.stringify(memberAt(place, 'address'))))
  const names = new Set(places.map((place) => textAt(place, 'name')))
  return places.length > 1 && addresses.size === 1 && names.size > 1 && !names.has(undefined)
}

function placeByName(place: unknown): PublishedPlace[] {
  return textPlace(textAt(place, 'name'))
}

/** A Place or its address, each as an object, a list or a text. */
function placesOf(place: unknown): PublishedPlace[] {
  if (typeof place === 'string') return textPlace(place)
  const addresses = toList(memberAt(place, 'address') ?? place)
  // The coordinates of a place cannot be of several addresses.
  const geo = addresses.length === 1 ? (memberAt(place, 'geo') ?? place) : undefined
  const found = addresses.flatMap((address) =>
    typeof address === 'string' ? textPlace(address) : partsOf(address, geo),
  )
  return found.length > 0 ? found : textPlace(textAt(place, 'name') ?? wholeAddress(place))
}

/** `Windsor, ON, CA, N9A 1A1`: a street alone is not a place. */
function wholeAddress(place: unknown): string | undefined {
  const text = textAt(memberAt(place, 'address') ?? place, 'streetAddress')
  return text !== undefined && text.split(',').length > 2 ? text : undefined
}

function partsOf(address: unknown, geo: unknown): PublishedPlace[] {
  const city = placeName(textAt(address, 'addressLocality'))
  const country = known(nameOf(memberAt(address, 'addressCountry')))
  // `Uusimaa,FI`: some systems add the country.
  const named = known(nameOf(memberAt(address, 'addressRegion')))
    ?.split(',')[0]
    ?.trim()
  // The region is often the country or a part of the world: `Canada`, `Europe`, `APAC`.
  const isRegion = country === undefined || findRegion(named ?? '') !== undefined
  const region = isRegion ? named || undefined : undefined
  // `Austin, TX` as a city, or several cities.
  if (city !== undefined && /[,;/|]/.test(city)) {
    return textPlace([city, region, country].filter(Boolean).join(', '))
  }
  const latitude = memberAt(geo, 'latitude')
  const longitude = memberAt(geo, 'longitude')
  return [publishedPlace({ city, region, country, latitude, longitude }) ?? []].flat()
}

function known(text: string | undefined): string | undefined {
  return isPlaceholder(text) ? undefined : text
}

function addressText(address: unknown): string | undefined {
  if (typeof address === 'string') return address.trim() || undefined
  const names = ['addressLocality', 'addressRegion'].map((name) => textAt(address, name))
  const text = [...names, nameOf(memberAt(address, 'addressCountry'))].filter(Boolean).join(', ')
  return text === '' ? undefined : text
}

function textPlace(text = ''): PublishedPlace[] {
  return text.trim() === '' ? [] : [{ text: text.replace(/\s+/g, ' ').trim() }]
}

/** A text, or the name of an object; the first of several. */
function nameOf(value: unknown): string | undefined {
  const [one] = toList(value)
  const [name] = toList(memberAt(one, 'name'))
  return textAt({ one }, 'one') ?? textAt({ name }, 'name')
}

/** A city; not a word for working elsewhere. */
function placeName(text: string | undefined): string | undefined {
  return /^(?:remote|virtual|anywhere)$/i.test(text ?? '') ? undefined : known(text)
}

function toList(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}
