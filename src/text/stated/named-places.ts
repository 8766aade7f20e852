import type { Country } from '../../values/country'
import { REGIONS } from '../../values/region'

/** The countries and regions that a sentence names. */
export interface NamedPlaces {
  countries: readonly Country[]
  /** Full names. */
  regions: readonly string[]
  /** `outside of California`. */
  isExcept: boolean
  /** Whether it says `all other states`: the states that no other sentence names. */
  isForOtherRegions: boolean
  /** Names cities, and so a part of a region. */
  isPartial: boolean
}

const COUNTRY_WORDS: readonly (readonly [RegExp, Country])[] = [
  [/(?<!\p{L})(?:Canada|Canadian|canadiens?)(?!\p{L})/u, 'CA'],
  [/(?<!\p{L})(?:United States|U\.S\.A?|(?<!\$ ?)USA?(?! ?\$)|États-Unis)(?!\p{L})/u, 'US'],
]

// A capital comes first in each: most positions end there.
const REGION = new RegExp(
  String.raw`(?=[A-Z])(?<!\p{L})(?:${REGIONS.map(({ name }) => name).join('|')}|Québec)(?!\p{L})(?!,? D\.?C)`,
  'gu',
)

const EXCEPT =
  /(?<!\p{L})(?<!not (?:applicable|available|apply)(?: to)?(?: \p{L}+){0,2} )(?:(?:[Oo]utside|[Oo]ther than|[Ee]xcept|[Ee]xcept for|[Ee]xcluding|[Hh]ors)(?: of| de| du)?(?: the)? \p{Lu}|[Oo]ther locations|elsewhere)/u

const CODES = REGIONS.map(({ code }) => code).join('|')

/** A region by its code where a place is meant: `Denver, CO`, `in CO`, `(CA, WA)`, `NY-based`, `BC: $62,000`. */
const CODE = new RegExp(
  String.raw`(?=[A-Z]{2})(?:(?<=, |\()|(?<=\b(?:in|for|the) )|(?=..-based)|^(?=..(?::| ?\/| -|, \p{Lu}{2})))(?:${CODES})(?!\p{L})`,
  'gu',
)

const OTHERS =
  /(?<!\p{L})(?:all|any) other (?:U\.?S\.?(?:A\.?)? |United States |Canadian )?(?:states|provinces|locations|regions|markets|areas|cities|places|geographies)(?!\p{L})/iu

/** Cities that sentences name without their region, and `Denver, CO`. */
const CITY = new RegExp(
  String.raw`(?=[\p{Lu}m])(?:(?<!\p{L})(?:New York City|NYC|San Francisco|SF|Bay Area|Seattle|Los Angeles|Chicago|Boston|Toronto|Vancouver|Montr[ée]al|[Mm]etro(?:politan)?)(?!\p{L})|(?!(?:${CODES}),)\p{Lu}\p{L}+, (?:${CODES})(?!\p{L}))`,
  'u',
)

const NAMES: ReadonlyMap<string, string> = new Map([
  ...REGIONS.map(({ code, name }): [string, string] => [code, name]),
  ['Québec', 'Quebec'],
])

/** The places that `sentence` names by their full names, and regions by their codes. */
export function namedPlaces(sentence: string): NamedPlaces {
  const isForOtherRegions = OTHERS.test(sentence)
  return {
    countries: COUNTRY_WORDS.flatMap(([words, country]) => (words.test(sentence) ? country : [])),
    regions: [...(sentence.match(REGION) ?? []), ...(sentence.match(CODE) ?? [])].map(
      (name) => NAMES.get(name) ?? name,
    ),
    isExcept: !isForOtherRegions && EXCEPT.test(sentence),
    isForOtherRegions,
    isPartial: CITY.test(sentence),
  }
}
