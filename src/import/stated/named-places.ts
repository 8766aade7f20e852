import type { Country } from '../../values/country'
import { REGIONS } from '../../values/region'

/** The countries and regions that a sentence names. */
export interface NamedPlaces {
  countries: readonly Country[]
  /** Full names. */
  regions: readonly string[]
  /** `outside of California`. */
  isExcept: boolean
}

const COUNTRY_WORDS: readonly (readonly [RegExp, Country])[] = [
  [/(?<!\p{L})(?:Canada|Canadian|canadiens?)(?!\p{L})/u, 'CA'],
  [/(?<!\p{L})(?:United States|U\.S\.A?|USA?(?! ?\$)|États-Unis)(?!\p{L})/u, 'US'],
]

const REGION = new RegExp(
  String.raw`(?<!\p{L})(?:${REGIONS.map(({ name }) => name).join('|')}|Québec)(?!\p{L})(?!,? D\.?C)`,
  'gu',
)

const EXCEPT =
  /(?<!\p{L})(?:(?:[Oo]utside|[Oo]ther than|[Ee]xcept|[Ee]xcept for|[Ee]xcluding|[Hh]ors)(?: of| de| du)?(?: the)? \p{Lu}|[Oo]ther locations|elsewhere)/u

/** The places that `sentence` names by their full names. */
export function namedPlaces(sentence: string): NamedPlaces {
  return {
    countries: COUNTRY_WORDS.flatMap(([words, country]) => (words.test(sentence) ? country : [])),
    regions: (sentence.match(REGION) ?? []).map((name) => (name === 'Québec' ? 'Quebec' : name)),
    isExcept: EXCEPT.test(sentence),
  }
}
