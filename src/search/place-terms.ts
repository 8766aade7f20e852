import { analyze } from './analyzer'

/** The known names of one location. */
export interface PlaceNames {
  city?: string | undefined
  region?: string | undefined
  country?: string | undefined
}

/**
 * Every way to write a location with its names in order, as the catalogue stores it:
 * Ottawa, Ontario gives `ottawa`, `ontario` and `ottawa,ontario`.
 */
export function placeTerms(names: PlaceNames): string[] {
  const known = [names.city, names.region, names.country].map(placeName).filter(Boolean)
  const parts = known.reduce<string[][]>(
    (subsets, name) => subsets.concat(subsets.map((subset) => [...subset, name])),
    [[]],
  )
  return [...new Set(parts.slice(1).map(placeTerm))]
}

/** A name as terms hold it: its words joined by one space. */
function placeName(name: string | undefined): string {
  return analyze(name ?? '').join(' ')
}

/** Names joined by commas, which no word contains. */
export function placeTerm(names: readonly string[]): string {
  return names.join(',')
}
