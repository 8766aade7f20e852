import { findRegion, type Region } from '../../../values/region'
import areasText from './areas.txt' with { type: 'text' }
import { locationKey } from './location-key'

/** An area that is not a city, region or country by itself; or a short name of a city. */
export interface Area {
  /** The regions in which it lies. */
  regions: readonly Region[]
  /** Its larger cities, or its regions or countries, in the form of a location filter; empty when only the region is known. */
  places: readonly string[]
  /** The name means the area before a city or a word that is spelled alike. */
  isFirst: boolean
  /** Towns of other regions have the name too. */
  isTown: boolean
}

/** The lines of `areas.txt` by the keys of their names. A line is `name; +name | region codes | place OR place`, with `~` for `isTown`. */
export const AREAS: ReadonlyMap<string, Area> = new Map(readAreas(areasText))

/** `Greater Toronto Area`, `Seattle metro`, `Kenora District`. */
export const AREA_WORDS =
  /^(?:greater|metro) | (?:metro|metropolitan|metroplex|metropolitan area|metro area|bay area|area|district|region)$/i

/** The area of this name. */
export function findArea(name: string): Area | undefined {
  return AREAS.get(locationKey(name))
}

/** The areas of a text as `areas.txt` is, by the keys of their names. A line that begins with `#` is a remark. */
export function readAreas(text: string): [string, Area][] {
  return text.trimEnd().split('\n').flatMap(readLine)
}

function readLine(line: string): [string, Area][] {
  if (line.startsWith('#')) return []
  const [names = '', codes = '', places = ''] = line.split('|').map((part) => part.trim())
  const regions = codes.split(' ').flatMap((code) => findRegion(code) ?? [])
  const filters = places === '' ? [] : places.split(' OR ')
  return names.split('; ').map((name): [string, Area] => {
    const isTown = name.startsWith('~')
    const isFirst = isTown || name.startsWith('+')
    const key = locationKey(isFirst ? name.slice(1) : name)
    return [key, { regions, places: filters, isFirst, isTown }]
  })
}
