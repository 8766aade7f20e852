import { toCountry } from '../../values/country'
import { findRegion, type Region } from '../../values/region'
import { memoizeSync } from '../../values/single-flight'
import { type Area, findArea, readAreas } from './table/areas'
import { isCityIn, isCityName } from './table/city-names'
import countiesText from './table/counties.txt' with { type: 'text' }
import { locationKey } from './table/location-key'
import { locationTable } from './table/location-table'
import typedAreasText from './table/typed-areas.txt' with { type: 'text' }

/** Areas, districts and short names that only searches read, by key; counties of one name lie in several states. */
const typedAreas = memoizeSync(() => {
  const areas = new Map<string, Area[]>()
  for (const [key, area] of [...readAreas(typedAreasText), ...counties()]) {
    areas.getOrInsertComputed(key, () => []).push(area)
  }
  return areas
})

/** The lines of `counties.txt`: a state, a county, and its largest towns, with tabs between them. */
function counties(): [string, Area][] {
  return countiesText
    .trimEnd()
    .split('\n')
    .flatMap((line): [string, Area][] => {
      const [code = '', name = '', ...towns] = line.split('\t')
      const region = findRegion(code)
      if (region === undefined) return []
      const kind = code === 'LA' ? 'parish' : code === 'AK' ? 'borough' : 'county'
      const places = towns.map((town) => `${town}, ${region.name}`)
      const area = { regions: [region], places, isFirst: false, isTown: false }
      const isWhole = / (?:city|municipality|area)$/i.test(name)
      return [[locationKey(isWhole ? name : `${name} ${kind}`), area]]
    })
}

/** Words around the name of an area, which mean the area itself. */
const AROUND_NAME = [
  /^the /i,
  /^(?:greater|metro|downtown|central|grand|le grand) /i,
  /^(?:la )?r[ée]gion (?:de la |des |du |de l'|de |d')/i,
  / (?:metropolitan|metroplex|area|metro|region|r[ée]gion|county area)$/i,
]

/** A name, and the same with up to three words fewer around it: `DC metro area`, `DC metro`, `DC`. */
function formsOf(name: string, left = 3): string[] {
  if (left === 0 || !name.includes(' ')) return [name]
  const shorter = AROUND_NAME.map((words) => name.replace(words, '')).filter((rest) => {
    return rest !== name && rest !== ''
  })
  return [...new Set([name, ...shorter.flatMap((rest) => formsOf(rest, left - 1))])]
}

/** The places of an area or short name within the region or country that follows it. Undefined if it has none there, or if the name is that of a city. */
export function areaPlaces(name: string, rest: readonly string[]): readonly string[] | undefined {
  for (const form of formsOf(name)) {
    const area = findArea(form) ?? findArea(form.replace(/^county of (.+)$/i, '$1 County'))
    const known = area !== undefined && area.places.length > 0 ? placesOf(area, rest) : undefined
    if (known !== undefined) return known
    // `DC` is the code of a region, `DC area` is not.
    const isRegion = form === name && rest.length === 0 && findRegion(name) !== undefined
    const typed = isRegion || isCity(form, rest) ? [] : typedPlacesOf(form, rest)
    if (typed.length > 0) return typed
  }
  return undefined
}

/** `Gastown Vancouver`, `KC MO`: the same without a comma. */
export function areaBesidePlaces(text: string): readonly string[] | undefined {
  const words = text.split(' ')
  if (words.length < 2 || words.length > MAX_WORDS) return undefined
  for (let count = words.length - 1; count > 0; count -= 1) {
    const [name, beside] = [words.slice(0, count).join(' '), words.slice(count).join(' ')]
    const places = isCity(name, [beside]) ? [] : typedPlacesOf(name, [beside])
    if (places.length > 0) return places
  }
  return undefined
}

const MAX_WORDS = 6

/** The city that contains a place: Toronto for `Scarborough`. */
export function cityAround(name: string, rest: readonly string[] = []): string | undefined {
  const areas = rest.length === 0 ? (typedAreas().get(locationKey(name)) ?? []) : []
  const around = areas.length === 1 ? (areas[0]?.places ?? []) : typedPlacesOf(name, rest)
  const [place, other] = isCity(name, rest) ? around : []
  const isSame = locationKey(place?.split(',')[0] ?? '') === locationKey(name)
  return isSame || other !== undefined ? undefined : place
}

/** Whether the table has a city of this name in the region, or anywhere if there is none. */
function isCity(name: string, rest: readonly string[]): boolean {
  const region = rest.map(findRegion).find((known) => known !== undefined)
  return region === undefined ? rest.length === 0 && isCityName(name) : isCityIn(region.code, name)
}

function typedPlacesOf(name: string, rest: readonly string[]): readonly string[] {
  const areas = typedAreas().get(locationKey(name)) ?? []
  const [beside] = rest
  if (beside === undefined) {
    const [area, other] = areas.filter(({ isTown }) => !isTown)
    return area === undefined || other !== undefined ? [] : area.places
  }
  const inside = areas.flatMap((area) => placesOf(area, rest) ?? [])
  if (inside.length > 0) return inside
  const city = locationKey(beside)
  return areas
    .flatMap(({ places }) => places)
    .filter((place) => locationKey(place.split(',')[0] ?? '') === city)
}

/** The places of an area, with the region and country behind it; undefined if it is not in them. */
function placesOf(area: Area, rest: readonly string[]): readonly string[] | undefined {
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
  const [largest] = locationTable().find(locationKey(place))?.cities ?? []
  return (named ?? largest?.region) === region
}

/** The region of `Upstate New York` or `Northern BC`, parts for which there is no list of towns. */
export function regionAround(text: string): Region | undefined {
  const region = findRegion(PART.exec(text.trim())?.[1] ?? '')
  const isAreaName = region && (findRegion(text) ?? areaPlaces(text, [])) !== undefined
  return isAreaName || isCityName(text) ? undefined : region
}

const PART =
  /^(?:upstate|downstate|rural|coastal|interior|central|mid|(?:north|south)(?:ern|[ -]?(?:east|west)(?:ern)?| central)?|(?:east|west)(?:ern|[ -]central)?|nord|sud|est|ouest)[ -](?:of |de l[ae] |du |de l')?(\S.*)$/i
