import { findArea } from '../locations/table/areas'
import {
  isCityIn,
  isCityName,
  isCityOfCountry,
  largestRegionOf,
} from '../locations/table/city-names'
import { toCountry } from '../values/country'
import { findRegion } from '../values/region'

/** What an alternative means; or what is wrong with it, and what to send instead if that is known. */
export interface Found {
  meant?: string | undefined
  issue?: string | undefined
}

/** Separators of a list; the second ones also stand in names. */
const SEPARATOR = /[;|]/
const OR = /\s(?:or|ou)\s/i
const JOINER = /[&/+]|\s(?:and|et)\s/i
const SEPARATED = /[;|,&/+]|\s(?:or|ou|and|et)\s/i

/** `Toronto; Montreal`, `Toronto or Montreal`, `Toronto & Mississauga`, `Toronto, Montreal` */
export function findList(text: string): Found | undefined {
  if (!SEPARATED.test(text)) return undefined
  const [first = ''] = text.split(',')
  const separated = partsOf(text, SEPARATOR)
  if (separated.length > 1) return listOf(separated)
  // `Cut and Shoot`, `Newfoundland & Labrador`
  const isName = isCityName(first) || isWider(first)
  const names = text.includes(',') ? partsOf(text, /,/) : []
  return (isName ? undefined : joined(text)) ?? order(names) ?? commaList(names)
}

/** Whether a text is places with `or`, `&`, `/` or `+` between them. */
export function isJoinedList(text: string): boolean {
  return joined(text) !== undefined
}

function joined(text: string): Found | undefined {
  const alternatives = partsOf(text, OR)
  if (alternatives.length > 1 && alternatives.some(beginsWithPlace)) return listOf(alternatives)
  const parts = partsOf(text, JOINER)
  // `Toronto/ON` is one place.
  const isList = parts.every((part, at) => beginsWithPlace(part) && !(at > 0 && isWider(part)))
  return parts.length > 1 && isList ? listOf(parts) : undefined
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim().replace(/^,|,$/g, '').trim())
    .filter((part) => part !== '')
}

function listOf(places: readonly string[]): Found {
  return { meant: places.join(' OR ') }
}

/** `Ontario, Toronto` */
function order(names: readonly string[]): Found | undefined {
  if (names.length < 2) return undefined
  const [first = '', second = ''] = names
  const region = findRegion(first)
  // `New York, Boston` are two cities.
  const isElsewhere =
    region !== undefined && isCityIn(region.code, first) && largestRegionOf(second) !== region.code
  const isReversed = region
    ? isCityIn(region.code, second) && !isElsewhere
    : toCountry(first) && isPlace(second)
  if (!isReversed || groupNames(names).length < 2) return undefined
  const mended = names.toReversed()
  if (groupNames(mended).length > 1) return undefined
  return { meant: mended.join(', ') }
}

/** `Toronto, Montreal`; not `London, Ontario, Canada` */
function commaList(names: readonly string[]): Found | undefined {
  const places = groupNames(names)
  if (places.length < 2) return undefined
  const isKnown = places.every(([name = '']) => isPlace(name))
  return isKnown ? listOf(places.map((names) => names.join(', '))) : undefined
}

/** The names of each place: a region or country belongs to the place before it. */
function groupNames(names: readonly string[]): string[][] {
  const places: string[][] = []
  for (const name of names) {
    const place = places.at(-1)
    if (place !== undefined && continues(place.at(-1) ?? '', name)) place.push(name)
    else places.push([name])
  }
  return places
}

/** Whether a region or country follows a name that lies in it. */
function continues(previous: string, name: string): boolean {
  const region = findRegion(name)
  const country = toCountry(name)
  if (region === undefined && country === undefined) return false
  if (!isWider(previous) || previous === name) return true
  if (region !== undefined && isCityIn(region.code, previous)) return true
  return (
    country !== undefined &&
    (findRegion(previous)?.country === country || isCityOfCountry(country, previous))
  )
}

export function isWider(name: string): boolean {
  return findRegion(name) !== undefined || toCountry(name) !== undefined
}

export function isPlace(name: string): boolean {
  return isWider(name) || isCityName(name) || (findArea(name)?.places.length ?? 0) > 0
}

export function beginsWithPlace(text: string): boolean {
  return isPlace(text.split(',')[0] ?? '')
}
