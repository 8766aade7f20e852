import type { PayUnit } from '../../values/vocabulary'

/** Analyzed words side by side; with `prefix`, the last one is the beginning of a word. */
export interface MatchedPhrase {
  words: readonly string[]
  prefix: boolean
}

/** The jobs of a search whose highest published amount is at least this. */
export interface PayBand {
  currency: string
  unit: PayUnit
  at_least: number
  jobs: number
}

/** What a search has of each value that its filters can take, for the page `/explore`; not a part of the interface. */
export interface ExploreFacets {
  /** The jobs that were counted: all that the search finds, or a sample of them. */
  counted: number
  is_sample: boolean
  /** By the code of the region. */
  regions: Readonly<Record<string, number>>
  sources: Readonly<Record<string, number>>
  types: Readonly<Record<string, number>>
  remote: Readonly<Record<'true' | 'false', number>>
  /** Jobs that name no arrangement are in none. */
  arrangements: Readonly<Record<string, number>>
  pay: Readonly<Record<'true' | 'false', number>>
  /** Bands that have jobs, the lowest of each currency and unit first. */
  pay_bands: PayBand[]
  /** Those with most jobs, the largest first. */
  employers: { name: string; jobs: number }[]
  /** The words that the search looks for in each text, without exclusions. */
  matches: Readonly<Record<'title' | 'text' | 'organization', readonly MatchedPhrase[]>>
  /** The last 31 days (UTC), the oldest first. */
  days: { day: string; new: number }[]
}
