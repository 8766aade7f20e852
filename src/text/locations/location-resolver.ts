import { BoundedCache } from '../../values/bounded-cache'
import { COUNTRY_NAMES, type Country, toCountry } from '../../values/country'
import { findRegion, TERRITORIES } from '../../values/region'
import { cityInCountry } from './reader/choose-city'
import { withoutExcluded, withoutTimeZones } from './reader/excluded-places'
import type { Finding, FoundPlace } from './reader/finding'
import { filledRuns, type ReadChunk, readNames } from './reader/read-names'
import type { TextOrigin } from './reader/text-context'
import { locationKey } from './table/location-key'
import { type City, locationTable } from './table/location-table'
import type { WorkArrangement } from './table/location-words'

/** A place of a posting as `import` reads it. */
export interface ResolvedPlace {
  '@type': 'Place'
  address: {
    '@type': 'PostalAddress'
    addressLocality?: string
    addressRegion?: string
    addressCountry: Country
  }
  latitude?: number
  longitude?: number
}

/**
 * `places`: the places in Canada and the United States; others, which were there, are `hasForeign`.
 * `foreign`: places in other countries only. `unresolved`: no certain place.
 */
export type Resolution = (
  | { kind: 'places'; places: readonly ResolvedPlace[]; hasForeign: boolean }
  | { kind: 'foreign' }
  | { kind: 'unresolved' }
) & {
  /** Only when all that the text says of it agrees, for all its places. */
  arrangement: WorkArrangement | undefined
}

/** An address that a system gives in parts: names or codes. */
export interface AddressParts {
  city?: string | undefined
  region?: string | undefined
  country?: string | undefined
  latitude?: number | undefined
  longitude?: number | undefined
}

/** Texts that are kept; more than most collections of boards have. */
const MAX_KEPT = 20_000

/** Reads location texts, and keeps what it read. */
export class LocationResolver {
  private readonly table = locationTable()
  private readonly kept = new BoundedCache<Resolution>(MAX_KEPT)

  /** `country` is that of places that name none, when the board's operator has said so. */
  resolve(text: string, country?: Country): Resolution {
    return this.readOnce(text, { country, isTown: false })
  }

  /** Reads the parts of an address. The system's coordinates are preferred to the table's. */
  resolveAddress(address: AddressParts, country?: Country): Resolution {
    const named = address.country?.trim() ?? ''
    const territory = TERRITORIES.has(findRegion(named)?.code ?? '') ? findRegion(named) : undefined
    const known = territory?.country ?? toCountry(named)
    if (known === undefined && this.isForeignCountry(named)) {
      return { kind: 'foreign', arrangement: undefined }
    }
    // A code is that of a region of this country: `ON` and `CA` are Ontario in Canada.
    const region = findRegion(address.region ?? '') ?? territory
    const isInside = region !== undefined && region.country === (known ?? country ?? region.country)
    const names = [
      address.city,
      // `DE` behind Berlin is Germany, when no country is named.
      isInside && named !== '' ? region.name : (isInside || region === undefined) && address.region,
      known === undefined ? named : COUNTRY_NAMES[known],
    ]
    const text = names.filter((name) => name && name.trim() !== '').join(', ')
    // A city with coordinates was found on a map.
    const origin = { country, isTown: Boolean(address.latitude && address.longitude) }
    const resolution = this.readOnce(text, origin)
    const isSure = region === undefined || named !== '' || resolution.kind === 'foreign'
    if (isSure) return withCoordinates(resolution, address)
    // A region that one country has gives the country: `GA`, and `NY` is the state.
    const whole = this.readOnce(`${text}, ${COUNTRY_NAMES[region.country]}`, origin)
    return withCoordinates(whole, address)
  }

  private readOnce(text: string, origin: TextOrigin): Resolution {
    const key = `${origin.country ?? ''}${origin.isTown ? '+' : ''} ${text}`
    return this.kept.get(key, () => this.read(text, origin))
  }

  private isForeignCountry(name: string): boolean {
    const meaning = this.table.find(locationKey(name))
    const isCode = this.table.isForeignCode(name.toUpperCase()) || /^[A-Z]{3}$/.test(name)
    return isCode || meaning?.foreignCountry !== undefined || meaning?.isForeignZone === true
  }

  private read(text: string, origin: TextOrigin): Resolution {
    const { country } = origin
    const named = withoutTimeZones(withoutExcluded(text))
    const chunks = readNames(named, this.table, origin)
    const arrangement = commonArrangement(chunks)
    const findings = chunks.flatMap(({ names }) => names.flatMap((name) => name.findings))
    const places = distinct(settle(findings, country))
    const hasForeign = findings.some(({ kind }) => kind === 'foreign')
    if (places.length > 0) return { kind: 'places', places, hasForeign, arrangement }
    const isOpen = findings.some((found) => found.kind === 'open' && isOurs(found))
    if (hasForeign && !isOpen) return { kind: 'foreign', arrangement }
    if (country === undefined || hasForeign) return { kind: 'unresolved', arrangement }
    return { kind: 'places', places: [toPlace({ country })], hasForeign, arrangement }
  }
}

function withCoordinates(
  resolution: Resolution,
  { latitude, longitude }: AddressParts,
): Resolution {
  if (resolution.kind !== 'places' || !latitude || !longitude) return resolution
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return resolution
  const [place, other] = resolution.places
  if (place?.address.addressLocality === undefined || other !== undefined) return resolution
  return { ...resolution, places: [{ ...place, latitude, longitude }] }
}

/** The places. The certain ones, or the board's country, decide the ambiguous ones. */
function settle(findings: readonly Finding[], country: Country | undefined): FoundPlace[] {
  const certain = findings.flatMap((found) => (found.kind === 'place' ? [found.place] : []))
  if (findings.every(({ kind }) => kind !== 'open')) return certain
  const isBoth = findings.some((found) => found.kind === 'open' && found.isBoth)
  if (isBoth && certain.length === 0) return [{ country: 'CA' }, { country: 'US' }]
  const regions = new Set(certain.map(({ region }) => region))
  const countries = new Set(certain.map((place) => place.country))
  if (country !== undefined) countries.add(country)
  // A list of regions: `Oregon; Washington`.
  const listed = new Set(
    certain.filter(({ region, name }) => region && !name).map((place) => place.country),
  )
  return findings.flatMap((found): FoundPlace[] => {
    if (found.kind === 'place') return [found.place]
    if (found.kind === 'foreign') return []
    const near = found.cities.filter(({ region }) => regions.has(region))
    const [city, other] = near
    if (city !== undefined && other === undefined) return [cityPlace(city)]
    const inCountry = country && cityInCountry(found.cities, country)
    if (inCountry) return [cityPlace(inCountry)]
    const { region } = found
    // `CA Remote (BC & ON only); US Remote`: the code may be that of either country.
    if (region?.code === 'CA' && countries.has('CA')) return []
    const isTold = found.country === undefined ? countries : listed
    if (region !== undefined && isTold.has(region.country)) {
      return [{ country: region.country, region }]
    }
    return found.country === undefined ? [] : [{ country: found.country }]
  })
}

/** A place of the two countries may be meant. */
function isOurs({ cities, region, isWorld }: Finding & { kind: 'open' }): boolean {
  return cities.length > 0 || region !== undefined || isWorld === true
}

function cityPlace(city: City): FoundPlace {
  return { country: city.region.country, region: city.region, name: city.name, city }
}

/** Undefined unless it is certain that every place of the text is worked from in the same way. */
function commonArrangement(chunks: readonly ReadChunk[]): WorkArrangement | undefined {
  if (chunks.some(({ arrangements }) => arrangements.size === 0)) return undefined
  const isUnclear = chunks.some(({ isMixed, runs, names }) => {
    const findings = names.flatMap((name) => name.findings)
    const isCountries = findings.every((f) => f.kind === 'place' && f.place.region === undefined)
    const isList =
      (filledRuns(runs).filter(({ isPreferred }) => !isPreferred).length > 1 && !isCountries) ||
      (findings.length > 1 && findings.some(isCity))
    return isMixed || isList
  })
  const [first, second] = new Set(chunks.flatMap(({ arrangements }) => [...arrangements]))
  return isUnclear || second !== undefined ? undefined : first
}

function isCity(found: Finding): boolean {
  return found.kind === 'place' && found.place.name !== undefined
}

function distinct(places: readonly FoundPlace[]): ResolvedPlace[] {
  const isRepeated = (place: FoundPlace, index: number) =>
    places
      .slice(0, index)
      .some(
        ({ name, region, country }) =>
          name === place.name && region === place.region && country === place.country,
      )
  return places.filter((place, index) => !isRepeated(place, index)).map(toPlace)
}

function toPlace({ name, region, country, city }: FoundPlace): ResolvedPlace {
  const { latitude, longitude } = city ?? {}
  return {
    '@type': 'Place',
    address: {
      '@type': 'PostalAddress',
      ...(name !== undefined && { addressLocality: name }),
      ...(region !== undefined && { addressRegion: region.code }),
      addressCountry: country,
    },
    ...(latitude !== undefined && longitude !== undefined && { latitude, longitude }),
  }
}
