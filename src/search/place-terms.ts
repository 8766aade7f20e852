import { analyze } from './analyzer'

/**
 * Every way to write a location with its names in order, as the catalogue stores it: Ottawa, Ontario gives `ottawa`,
 * `ontario` and `ottawa,ontario`. Names that are not known are null.
 */
export function placeTerms(names: readonly (string | null)[]): string[] {
  const parts = knownNames(names).reduce<string[][]>(
    (subsets, name) => subsets.concat(subsets.map((subset) => [...subset, name])),
    [[]],
  )
  return [...new Set(parts.slice(1).map(placeTerm))]
}

/** The names of a location that are known and have a word, as terms hold them. */
export function knownNames(names: readonly (string | null)[]): string[] {
  return names.map((name) => placeName(name ?? '')).filter((name) => name !== '')
}

/** A name as terms hold it: its words joined by one space. */
export function placeName(name: string): string {
  return analyze(name).join(' ')
}

/** Names joined by commas, which no word contains. */
export function placeTerm(names: readonly string[]): string {
  return names.join(',')
}
