import type { Country } from '../../../values/country'
import { cityInCountry } from './choose-city'
import type { Run } from './chunk'
import type { Part } from './location-part'
import { regionOf } from './part-kinds'

/** What is known of a text from where it stands. */
export interface TextOrigin {
  /** The country of places that name none. */
  country: Country | undefined
  /** A name that the tables lack is that of a town: a person types it as a place, or the address has coordinates. */
  isTown: boolean
  /** A person types it, so that a misspelt name stays and is told. */
  isTyped?: boolean
}

/** What a text as a whole tells of each of its runs. */
export interface TextContext extends TextOrigin {
  /** The text says `Remote`, so that `New York` alone is the state. */
  isRemote: boolean
  /** The text names American cities by their country alone, so that `New York, United States` is the city. */
  hasCitiesOnly: boolean
  /** Its other names are those of regions, so that `New York` is the state: `New Jersey; New York`. */
  hasRegionsOnly: boolean
}

export function hasRegionsOnly(runs: readonly Run[]): boolean {
  const names = runs.flatMap(({ parts }) =>
    parts.filter(({ key, meaning }) => key !== 'new york' && meaning?.country === undefined),
  )
  const isRegion = (part: Part) => regionOf(part) !== undefined || part.key.startsWith('washington')
  return names.length > 0 && names.every(isRegion) && names.some(isState)
}

/** A state by its full name. */
function isState(part: Part): boolean {
  return part.code === undefined && regionOf(part)?.country === 'US'
}

/** `Boston, United States`, and no state alone: these are cities without their states. */
export function hasCitiesOnly(runs: readonly Run[]): boolean {
  const names = runs.flatMap(({ parts: [name, country, more] }) => {
    const isShort = country === undefined || country.meaning?.country === 'US'
    if (name === undefined || name.key === 'new york' || !isShort || more !== undefined) return []
    return [{ name, isInCountry: country !== undefined }]
  })
  return (
    names.some(
      ({ name, isInCountry }) => isInCountry && cityInCountry(name.meaning?.cities ?? [], 'US'),
    ) && names.every(({ name }) => regionOf(name) === undefined)
  )
}
