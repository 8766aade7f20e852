import { readBareName } from './choose-city'
import type { Findings } from './finding'
import type { Part } from './location-part'
import {
  hasOwnPostalCode,
  isCityAbroad,
  isCityOf,
  isCityOfCountry,
  isCityState,
  isForeignCountry,
  isForeignName,
  isForeignPair,
  isKnownCity,
  regionOf,
} from './part-kinds'
import { hasPostalCodeAbroad } from './read-here'
import type { CityRegion, Segment } from './segment'

export function foreign(): Findings {
  return [{ kind: 'foreign' }]
}

/** `Eindhoven, NB`; `Wolfsburg, DE 38436`; `Kadena AB, Okinawa` */
export function nameInRegion(pair: CityRegion): Findings {
  const { name, regionPart, city, isConfirmed, end, run } = pair
  const { code } = regionPart
  if (city !== undefined || regionOf(name) !== undefined || code === 'CA') return undefined
  const isOnlyAbroad =
    code !== undefined && (isCityAbroad(name, code) || isForeignName(run.part(end)))
  return hasPostalCodeAbroad(pair) || (!isConfirmed && isOnlyAbroad) ? foreign() : undefined
}

/** `Bengaluru, IN`, `IN-Bengaluru`, `Perth, WA` */
export function pair({ names: [part, next] }: Segment): Findings {
  return isForeignPair(part, next) || isForeignPair(next, part) ? foreign() : undefined
}

/** name country */
export function nameInCountry({ names: [name, country] }: Segment): Findings {
  if (isForeignCountry(name) || isRegionName(name)) return undefined
  return readBareName(name).kind === 'city' && isCityState(country) ? undefined : foreign()
}

/** The full name of a region here, and of no country. */
function isRegionName(part: Part): boolean {
  const isCountry = part.meaning?.foreignCountry !== undefined
  return regionOf(part) !== undefined && part.code === undefined && !isCountry
}

/** name region country, or the same name twice */
export function regionInCountry({ names: [name, middle, country] }: Segment): Findings {
  if (name.key === middle.key) return foreign()
  // `London, Montreal, Singapore` are three cities.
  if (isCityState(country) && isKnownCity(middle)) return undefined
  const isHere = readBareName(name).kind === 'city' && Boolean(middle.meaning?.cities.length)
  return isHere || isForeignCountry(name) || isRegionName(middle) ? undefined : foreign()
}

/** `Pune, MH, IN`: the letters before a country's code are not a region of Canada or the United States. */
export function codes({ names: [name, middle, country], end, run }: Segment): Findings {
  const { code } = country
  if (code === undefined || !run.table.isForeignCode(code)) return undefined
  const region = regionOf(country)
  const isHere =
    run.part(end).meaning?.country !== undefined ||
    (region !== undefined && (isCityOf(name, region) || hasOwnPostalCode(country, region)))
  const isUnknownCode = /^[A-Z]{2}$/.test(middle.text) && middle.meaning === undefined
  return isHere || !(isUnknownCode || isCityOfCountry(name, country)) ? undefined : foreign()
}
