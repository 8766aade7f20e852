import { COUNTRY_NAMES, toCountry } from '../../../values/country'
import { findRegion } from '../../../values/region'
import { OTHER_CITY_NAMES } from '../../locations/table/build-names'
import { otherSpellings } from '../../locations/table/city-file'
import { cityTerm, placeName } from './place-terms'

/** The cities with this other name, in the form of names of a location filter. */
const OTHER_CITIES = new Map<string, { city: string; region: string; code: string }[]>()
for (const [known, others] of Object.entries(OTHER_CITY_NAMES)) {
  const [city = '', code = ''] = known.split(', ')
  const region = findRegion(code)
  for (const other of region ? others.split('|') : []) {
    const named = { city: placeName(city), region: placeName(region?.name ?? ''), code }
    OTHER_CITIES.getOrInsertComputed(placeName(other), () => []).push(named)
  }
}

/**
 * The other ways to write the place of a reading (`city`, `region`, `country`, or a part of it): full names
 * of regions and countries for their other names, and other spellings of a city. Names are normalized.
 */
export function otherReadings(names: readonly string[]): string[][] {
  const [first = '', ...rest] = names
  const wider = rest.reduce<string[][]>(
    (readings, name) =>
      readings.flatMap((reading) => widerNames(name).map((wide) => [...reading, wide])),
    [[]],
  )
  return wider.flatMap((reading) => [
    [first, ...reading],
    // A code alone is a word: a city may be called so.
    ...(first.length > 2 ? widerNames(first).map((name) => [name, ...reading]) : []),
    ...otherSpellings(first).map((name) => [name, ...reading]),
    ...(OTHER_CITIES.get(first) ?? []).flatMap(({ city, region }) => {
      const named = findRegion(reading[0] ?? '')
      if (named === undefined) return [[city, region, ...reading]]
      return placeName(named.name) === region ? [[city, ...reading]] : []
    }),
  ])
}

/** The dictionary's terms of a city in all its spellings, in one region only if it is given. */
export function cityTerms(name: string, regionCode?: string): string[] {
  const city = placeName(name)
  const others = (OTHER_CITIES.get(city) ?? []).filter(({ code }) => code === (regionCode ?? code))
  return [
    ...[city, ...otherSpellings(city)].map((spelling) => cityTerm(spelling, regionCode)),
    ...others.map((other) => cityTerm(other.city, other.code)),
  ]
}

/** Words like `a b`; with dots, they are a code, which the parser rejects. */
const TWO_LETTERS = /^\p{L} \p{L}$/u

/** The full names of the regions and countries that a name may mean; the name itself if it means none. */
function widerNames(name: string): string[] {
  if (TWO_LETTERS.test(name)) return [name]
  const country = toCountry(name)
  const meant = [findRegion(name)?.name, country && COUNTRY_NAMES[country]]
  const full = meant.filter((known) => known !== undefined).map(placeName)
  return full.length === 0 ? [name] : [...new Set(full)]
}
