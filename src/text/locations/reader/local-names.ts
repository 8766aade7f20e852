import type { Region } from '../../../values/region'
import type { City, LocationTable } from '../table/location-table'
import { misspeltCity } from '../table/misspelt-cities'
import type { Part } from './location-part'
import { isCounty, isKnownElsewhere } from './part-kinds'

/** Words of English and French for workplaces and landmarks. */
const LANDMARK =
  /^(?:fort|camp|cape|lake|mount|rm of|mrc de) |(?:^| )(?:university|universite|college|cegep|hospital|hopital|school|academy|clinic|airport|refuge|barracks|armory|depot|refinery|mine|library|museum|suburbs|correctional|penitentiary|forest|ranch|reserve)(?: |$)/

/**
 * Whether a name that the tables lack in a region is still that of a place in Canada or the United States, so that `GA` behind it is no country:
 * towns here and none abroad have it (`Greenfield, ID`), it ends as many names here do (`Kings Bay`), or it is that of a landmark (`Fort Moore`).
 */
export function isLocalName(part: Part, { code }: Region, table: LocationTable): boolean {
  const { key, meaning } = part
  if (meaning !== undefined) {
    const { cities, foreignCities, foreignCountry } = meaning
    if (isKnownElsewhere(part)) return false
    return cities.length > 0 && foreignCities.length === 0 && foreignCountry === undefined
  }
  // English is written in India too.
  if (code === 'IN') return false
  return LANDMARK.test(key) || table.isUsualEnd(key.slice(key.lastIndexOf(' ') + 1))
}

/** The city that a name is one letter away from, unless the name is that of a workplace or a county. */
export function meantCity(name: Part, region: Region, table: LocationTable): City | undefined {
  return name.isNoTown || isCounty(name) ? undefined : misspeltCity(name.key, region, table)
}

const SPANISH = /^(?:san|santa|santo|los|las|el|rancho|playa) /

/** `CA` behind the name is California: its words are Spanish, it begins with a city there, or only American towns have it. */
export function isCalifornian(part: Part, california: Region, table: LocationTable): boolean {
  const { key, meaning } = part
  if (meaning !== undefined) {
    const isAmerican = meaning.cities.every(({ region }) => region.country === 'US')
    return isAmerican && isLocalName(part, california, table)
  }
  const [first = ''] = key.split(' ', 1)
  const beginsWithCity = first !== key && table.cityIn(california, first) !== undefined
  return SPANISH.test(key) || beginsWithCity || meantCity(part, california, table) !== undefined
}
