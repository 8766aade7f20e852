import { COUNTRY_NAMES } from '../../values/country'
import { isOneEdit } from '../../values/nearest-name'
import { findRegion, type Region } from '../../values/region'
import type { Finding, NameGroup } from './reader/finding'
import type { Part } from './reader/location-part'
import { regionOf } from './reader/part-kinds'
import { readNames } from './reader/read-names'
import { AREA_WORDS } from './table/areas'
import { isCityName } from './table/city-names'
import { locationKey } from './table/location-key'
import { locationTable as table } from './table/location-table'
import { areaBesidePlaces, areaPlaces, regionAround } from './typed-areas'

/** A typed name is that of a town, also if the tables lack it. */
const TYPED = { country: undefined, isTown: true, isTyped: true }

/**
 * The places that a typed text means, each as `City, Region, Country` or a part of it. Undefined for a text that is written
 * so already, and for one that names a place that the table does not have.
 */
export function typedPlaces(text: string): readonly string[] | undefined {
  const coded = text.endsWith(')') ? findRegion(text) : undefined
  if (coded !== undefined) return [codedRegion(coded)]
  const [first = '', ...rest] = text.split(',').map((name) => name.trim())
  if (regionAround(first) !== undefined) return [text]
  return (
    areaPlaces(text, []) ??
    areaPlaces(first, rest) ??
    areaBesidePlaces(text) ??
    readTable(text) ??
    behindPostalCode(text)
  )
}

/** `60601 Chicago`: the postal code says nothing more. */
function behindPostalCode(text: string): readonly string[] | undefined {
  const rest = text.replace(POSTAL_CODE, '')
  if (rest === text) return undefined
  return typedPlaces(rest) ?? (isCityName(rest.split(',')[0] ?? '') ? [rest] : undefined)
}

const POSTAL_CODE = /^(?:\d{5}(?:-\d{4})?|[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?)[ ,]+(?=\p{L})/iu

/** Whether each text is a place of its own: `Dallas`, `Chicago`; not `New`, `York`, nor `Ottawa`, `Ontario`. */
export function isPlaceList(texts: readonly string[]): boolean {
  return texts.every((text, at) => {
    const groups = readNames(text, table(), TYPED).flatMap(({ names }) => names)
    const isPlace = groups.length > 0 && groups.every(({ findings }) => findings.length > 0)
    return isPlace && (at === 0 || !groups.every(({ parts }) => parts.every(regionOf)))
  })
}

/** A smaller place abroad may have the name of a part of a city here: `Sainte-Foy`. */
const MIN_ABROAD = 100_000

/** Whether all places of a text are in other countries: `London, UK`. */
export function isAbroad(text: string): boolean {
  const groups = readNames(text, table(), TYPED).flatMap(({ names }) => names)
  const isKnown = groups.some(({ parts }) =>
    parts.some(({ meaning }) => {
      const [city] = meaning?.foreignCities ?? []
      return meaning?.foreignCountry !== undefined || (city?.population ?? 0) >= MIN_ABROAD
    }),
  )
  const findings = groups.flatMap((group) => group.findings)
  return isKnown && findings.every(({ kind }) => kind === 'foreign')
}

function readTable(text: string): string[] | undefined {
  const chunks = readNames(text, table(), TYPED)
  const groups = chunks.flatMap(({ names }) => names)
  // A direction may be a town: `Northwest, North Carolina`.
  const isForeign = groups.every(({ findings }) => findings.every(({ kind }) => kind === 'foreign'))
  const isTown = text.split(',').some((piece, _at, all) => {
    return all.length > 1 && table().find(locationKey(piece))?.isDirection
  })
  const isKnown = (group: NameGroup) =>
    group.findings.length > 0 || group.parts.every(({ text }) => /\d/.test(text)) || isArea(group)
  if (isTown || (isForeign && !groups.some(isArea)) || !groups.every(isKnown)) return undefined
  const inCountry = abroadInCountry(groups)
  if (inCountry !== undefined) return [inCountry]
  const regions = new Set(groups.flatMap(({ findings }) => findings.flatMap(regionsOf)))
  const named = groups.filter((group) => group.findings.length > 0 || isArea(group))
  const places = [...new Set(named.flatMap((group) => print(group, regions)))]
  const [place, other] = places
  if (place === undefined) return undefined
  const isSame = other === undefined ? words(place) === words(text) : !SEPARATED.test(text)
  // Without its word `Remote`, `Remote Lake, Ontario` is not in the table.
  const isLeft = named.some(isUnlisted) && !isWhole(text, groups)
  return isSame || isLeft ? undefined : places
}

/** `Paris, USA`: a name that is known abroad, in a country where the table has no such city. */
function abroadInCountry(groups: readonly NameGroup[]): string | undefined {
  const [first, second, third] = groups
  const [country, other] = second?.parts ?? []
  const isAlone = other === undefined && third === undefined && country?.isAlternative !== true
  const meant = country?.meaning?.country
  if (first === undefined || meant === undefined || !isAlone) return undefined
  if (!first.findings.every(({ kind }) => kind === 'foreign')) return undefined
  return [...first.parts.map(({ text }) => text), COUNTRY_NAMES[meant]].join(', ')
}

function isArea({ parts }: NameGroup): boolean {
  const [first = '', ...rest] = parts.map(({ text }) => text)
  return areaPlaces(first, rest) !== undefined
}

/** A sign or word that may stand between places: `York New York` is not two. */
const SEPARATED = /[;|,/&+()-]|\s(?:or|ou|and|et)\s/i

/** A town that the table does not have. */
function isUnlisted({ findings }: NameGroup): boolean {
  return findings.some((found) => found.kind === 'place' && found.place.name && !found.place.city)
}

function words(text: string): string {
  return (locationKey(text).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

/** Whether the names are all that is written. */
function isWhole(text: string, groups: readonly NameGroup[]): boolean {
  return words(text) === words(groups.flatMap(({ parts }) => parts.map((part) => part.text)).join())
}

function regionsOf(found: Finding): Region[] {
  return found.kind === 'place' && found.place.region ? [found.place.region] : []
}

/** The places of a group, each as a filter by the letter. `regions`: those of the other places. */
function print({ parts, findings }: NameGroup, regions: ReadonlySet<Region>): readonly string[] {
  const names = parts.map(({ text }) => text)
  const [first = '', ...rest] = names
  const area = areaPlaces(first, rest)
  if (area !== undefined) return area
  // `SF Bay Area, Seattle Metro` are two.
  const isWider = (part: Part) => (regionOf(part) ?? part.meaning?.country) !== undefined
  if (AREA_WORDS.test(first) && !parts.slice(1).every(isWider)) {
    return names.flatMap((name) => areaPlaces(name, []) ?? [name.replace(AREA_WORDS, '')])
  }
  if (AREA_WORDS.test(first) && !parts[0]?.meaning?.cities.length) {
    const city = first.replace(AREA_WORDS, '').replace(AREA_WORDS, '')
    const [region] = findings.flatMap(regionsOf)
    return [region === undefined ? city : `${city}, ${region.name}`]
  }
  if (isByTheLetter(parts) && !findings.some((found) => isMisspelt(first, found))) {
    return [names.join(', ')]
  }
  const unread = parts.filter(isUnread).map(({ text }) => text)
  return findings.map((found) => {
    const printed = printFinding(found, regions) ?? names.join(', ')
    const isNamed =
      found.kind === 'place' ? found.place.name !== undefined : found.kind === 'foreign'
    return isNamed || unread.length === 0
      ? printed
      : [...unread, widerText(found) ?? printed].join(', ')
  })
}

/** A name that is no part of what was found: no region, country or area, and no street. */
function isUnread({ text, code, meaning }: Part): boolean {
  if (/\d/.test(text)) return false
  const isRegion = meaning?.region !== undefined && code !== undefined
  return !isRegion && (meaning?.region ?? meaning?.country ?? meaning?.metro) === undefined
}

/** The region of a finding, or its country, as it is written behind a city. */
function widerText(found: Finding): string | undefined {
  if (found.kind === 'foreign') return undefined
  const { region, country } = found.kind === 'place' ? found.place : found
  return region?.name ?? (country && COUNTRY_NAMES[country])
}

/** `San Fransisco` is a known slip for the city that is found. */
function isMisspelt(typed: string, found: Finding): boolean {
  const name = found.kind === 'place' ? locationKey(found.place.city?.name ?? '') : ''
  return isOneEdit(locationKey(typed), name) && name.length === typed.length
}

/** City, Region, Country or a part of it, in this order and in full. */
function isByTheLetter(parts: readonly Part[]): boolean {
  let last = 0
  return parts.every((part, at) => {
    const isCity = at === 0 && (part.meaning?.cities.length ?? 0) > 0
    const region = isCity ? undefined : regionOf(part)
    const rank = isCity ? 1 : part.meaning?.country ? 3 : region ? 2 : 1
    const isInOrder = rank > last
    last = rank
    const isFull = region
      ? part.key === locationKey(region.name)
      : !/(?:^|\s)\p{L}\.\p{L}/u.test(part.text)
    const isCode = part.key.length <= (part.meaning?.country ? 3 : 2)
    return isInOrder && isFull && !isCode
  })
}

function printFinding(found: Finding, regions: ReadonlySet<Region>): string | undefined {
  if (found.kind === 'foreign') return undefined
  if (found.kind === 'place') {
    const { name, region, country } = found.place
    if (name === undefined) return region ? regionText(region) : COUNTRY_NAMES[country]
    return region ? `${name}, ${region.name}` : name
  }
  const near = found.cities.filter(({ region }) => regions.has(region))
  const [city, other] = near.length > 0 ? near : found.cities
  if (city !== undefined && other === undefined) return `${city.name}, ${city.region.name}`
  const { region } = found
  return region && found.cities.length === 0 ? regionText(region) : undefined
}

/** A region; with its code if cities elsewhere in the country have its name too: `Washington (WA)`. */
function regionText(region: Region): string {
  const cities = table().find(locationKey(region.name))?.cities ?? []
  const isCity = cities.some((city) => {
    return city.region !== region && city.region.country === region.country
  })
  return isCity ? codedRegion(region) : `${region.name}, ${COUNTRY_NAMES[region.country]}`
}

/** `Washington (WA)`: the region without the cities of its name. */
export function codedRegion({ name, code }: Region): string {
  return `${name} (${code})`
}
