import type { LocationTable } from '../table/location-table'
import { cityInRegion, readBareName } from './choose-city'
import { type Match, match } from './finding'
import type { Part } from './location-part'
import {
  hasOwnPostalCode,
  isCityOfCountry,
  isCityState,
  isForeignPair,
  regionOf,
} from './part-kinds'

/** { name } country | country { city } | part of the world */
export function matchForeign(
  parts: readonly Part[],
  at: number,
  table: LocationTable,
): Match | undefined {
  const part = parts[at]
  if (part === undefined) return undefined
  if (part.meaning?.isForeignZone) return match(1, { kind: 'foreign' })
  if (isBaseAbroad(part)) return match(2, { kind: 'foreign' })
  const isBareRegion = regionOf(part) !== undefined
  if (part.meaning?.foreignCountry !== undefined && !isBareRegion) {
    return match(1 + countForeignAfter(parts, at), { kind: 'foreign' })
  }
  if (isBareRegion && part.code === undefined && part.meaning?.foreignCountry === undefined) {
    return undefined
  }
  return matchForeignCode(parts, at, table) ?? matchForeignAhead(parts, at, part, table)
}

/** An air base of the United Kingdom, and its county: `RAF Lakenheath, Suffolk`. */
function isBaseAbroad({ text }: Part): boolean {
  return /^RAF \p{Lu}/u.test(text)
}

/** { name } country; and `Bengaluru, IN`, `IN-Bengaluru` */
function matchForeignAhead(
  parts: readonly Part[],
  at: number,
  part: Part,
  table: LocationTable,
): Match | undefined {
  const next = parts[at + 1]
  if (next === undefined) return undefined
  if (isForeignPair(part, next) || isForeignPair(next, part)) {
    return match(2, { kind: 'foreign' })
  }
  const third = parts[at + 2]
  const region = third && regionOf(third)
  // `1 Main Street, Lebanon, NH`
  if (region !== undefined && cityInRegion(next, region, table) !== undefined) return undefined
  const isCityHere = readBareName(part).kind === 'city'
  const state = next.meaning?.foreignCountry
  if (state !== undefined && regionOf(next) === undefined) {
    if (isCityHere && isCityState(next)) return undefined
    return match(2, { kind: 'foreign' })
  }
  if (third?.meaning?.foreignCountry !== undefined && part.key === next.key) {
    return match(3, { kind: 'foreign' })
  }
  const isMiddle = next.meaning?.cities.length === 0 || next.meaning === undefined || !isCityHere
  const isWide =
    next.meaning?.country !== undefined || (regionOf(next) !== undefined && next.code === undefined)
  if (third?.meaning?.foreignCountry === undefined || isWide || !isMiddle) return undefined
  // Georgia is a country behind one of its cities.
  if (regionOf(third) !== undefined && !isCityOfCountry(part, third)) return undefined
  return readBareName(next).kind === 'city' && isCityHere
    ? undefined
    : match(3, { kind: 'foreign' })
}

/** `Pune, MH, IN`: the letters before a country's code are not a region of Canada or the United States. */
function matchForeignCode(
  parts: readonly Part[],
  at: number,
  table: LocationTable,
): Match | undefined {
  const [name, middle, country] = parts.slice(at, at + 3)
  const { code = '' } = country ?? {}
  if (!name || !middle || !country || country.isAlternative || !table.isForeignCode(code)) {
    return undefined
  }
  const isUnknownCode = /^[A-Z]{2}$/.test(middle.text) && middle.meaning === undefined
  const region = regionOf(country)
  const isHere =
    parts[at + 3]?.meaning?.country !== undefined ||
    name.meaning?.cities.some((city) => city.region === region) === true ||
    (region !== undefined && hasOwnPostalCode(country, region))
  if (isHere || !(isUnknownCode || isCityOfCountry(name, country))) return undefined
  return match(3, { kind: 'foreign' })
}

function countForeignAfter(parts: readonly Part[], at: number): number {
  const country = parts[at]?.meaning?.foreignCountry
  const isInside = (part: Part | undefined) =>
    part?.code === country ||
    part?.meaning?.foreignCities.some((city) => city.country === country) === true
  let count = 0
  while (isInside(parts[at + count + 1])) count += 1
  return count
}
