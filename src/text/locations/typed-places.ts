import { COUNTRY_NAMES, toCountry } from '../../values/country'
import { findRegion, type Region } from '../../values/region'
import { memoizeSync } from '../../values/single-flight'
import type { Finding, NameGroup } from './reader/finding'
import type { Part } from './reader/location-part'
import { regionOf } from './reader/part-kinds'
import { readNames } from './reader/read-names'
import { AREA_WORDS, findArea } from './table/areas'
import { locationKey } from './table/location-key'
import { LocationTable } from './table/location-table'

const table = memoizeSync(() => new LocationTable())

/** A typed name is that of a town, also if the tables lack it. */
const TYPED = { country: undefined, isTown: true }

/**
 * The places that a typed text means, each as `City, Region, Country` or a part of it. Undefined for a text that is written
 * so already, and for one that names a place that the table does not have.
 */
export function typedPlaces(text: string): readonly string[] | undefined {
  const coded = text.endsWith(')') ? findRegion(text) : undefined
  if (coded !== undefined) return [codedRegion(coded)]
  const [first = '', ...rest] = text.split(',').map((name) => name.trim())
  return areaPlaces(text, []) ?? areaPlaces(first, rest) ?? readTable(text)
}

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
  const isKnown = ({ findings, parts }: NameGroup) =>
    findings.length > 0 || parts.every((part) => /\d/.test(part.text))
  if (isTown || isForeign || !groups.every(isKnown)) return undefined
  const regions = new Set(groups.flatMap(({ findings }) => findings.flatMap(regionsOf)))
  const named = groups.filter(({ findings }) => findings.length > 0)
  const places = [...new Set(named.flatMap((group) => print(group, regions)))]
  const [place, other] = places
  if (place === undefined) return undefined
  const isSame = other === undefined ? words(place) === words(text) : !SEPARATED.test(text)
  // Without its word `Remote`, `Remote Lake, Ontario` is not in the table.
  const isLeft = named.some(isUnlisted) && !isWhole(text, groups)
  return isSame || isLeft ? undefined : places
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
  if (AREA_WORDS.test(first) && !parts[0]?.meaning?.cities.length) {
    const city = first.replace(AREA_WORDS, '').replace(AREA_WORDS, '')
    const [region] = findings.flatMap(regionsOf)
    return [region === undefined ? city : `${city}, ${region.name}`]
  }
  if (isByTheLetter(parts)) return [names.join(', ')]
  return findings.map((found) => printFinding(found, regions) ?? names.join(', '))
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

function codedRegion({ name, code }: Region): string {
  return `${name} (${code})`
}

/** The places of an area, with the region and country behind it; undefined if it is not in them. */
function areaPlaces(name: string, rest: readonly string[]): readonly string[] | undefined {
  const area = findArea(name) ?? findArea(name.replace(/^county of (.+)$/i, '$1 County'))
  if (area === undefined || area.places.length === 0) return undefined
  const region = rest.map(findRegion).find((known) => known !== undefined)
  const country = rest.map(toCountry).find((known) => known !== undefined) ?? region?.country
  if (rest.length === 0) return area.places
  if (region === undefined) {
    const isInside = rest.length === 1 && area.regions.some((known) => known.country === country)
    return isInside ? area.places : undefined
  }
  if (!area.regions.includes(region)) return undefined
  const inside = area.places.filter((place) => isInRegion(place, region))
  return inside.length === 0 ? undefined : inside
}

/** Whether a place of an area lies in one of its regions. */
function isInRegion(place: string, region: Region): boolean {
  const named = findRegion(place.split(', ').at(-1) ?? '')
  const [largest] = table().find(locationKey(place))?.cities ?? []
  return (named ?? largest?.region) === region
}
