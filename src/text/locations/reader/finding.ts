import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { City } from '../table/location-table'
import type { Part } from './location-part'

/** The parts of a place that are certain. */
export interface FoundPlace {
  country: Country
  region?: Region
  /** The name in the table, or as published when the table does not have it. */
  name?: string
  city?: City
}

/** `open`: the other places of the text may tell which it is. */
export type Finding =
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'foreign' }
  | {
      kind: 'open'
      cities: readonly City[]
      region?: Region
      country?: Country
      isWorld?: boolean
      isBoth?: boolean
    }

/** What some parts in a row mean; undefined if they are not of the case that is asked for. */
export type Findings = readonly Finding[] | undefined

/** Names of a text that stand for one thing, with their meanings. */
export interface NameGroup {
  parts: readonly Part[]
  findings: readonly Finding[]
}

export function isIn(found: Finding, country: Country): boolean {
  return found.kind === 'place' && found.place.country === country
}

export function placeFinding(place: FoundPlace): Finding {
  return { kind: 'place', place }
}

export function regionFinding(region: Region): Finding {
  return placeFinding({ country: region.country, region })
}

export function cityFinding(city: City): Finding {
  const { region, name } = city
  return placeFinding({ country: region.country, region, name, city })
}
