/** The country views of the catalogue. */
export const COUNTRIES = ['CA', 'US'] as const

export type Country = (typeof COUNTRIES)[number]

export const COUNTRY_NAMES: Readonly<Record<Country, string>> = {
  CA: 'Canada',
  US: 'United States',
}

/** The spellings of the two countries in postings, in the form of `nameKey`. */
const SPELLINGS: ReadonlyMap<string, Country> = new Map([
  ['ca', 'CA'],
  ['can', 'CA'],
  ['canada', 'CA'],
  ['us', 'US'],
  ['usa', 'US'],
  ['united states', 'US'],
  ['united states of america', 'US'],
  ['the united states', 'US'],
  ['etats unis', 'US'],
  ['les etats unis', 'US'],
  ['etats unis d amerique', 'US'],
])

/** The country with this code or name, in English or French; case, accents and punctuation are ignored. */
export function toCountry(text: string): Country | undefined {
  return SPELLINGS.get(nameKey(text))
}

/**
 * A name of a country or region as words without case, accents and punctuation. `and` is not a word, and
 * letters alone are one word: `B.C.` is `bc`.
 */
export function nameKey(name: string): string {
  const lower = name.toLowerCase()
  if (IS_KEY.test(lower)) return lower
  const base = lower.normalize('NFD').replace(/\p{M}+/gu, '')
  const words = (base.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word !== 'and')
  return words.join(words.every((word) => word.length === 1) ? '' : ' ')
}

/** ASCII words of two or more letters, except `and`. */
const IS_KEY = /^(?!and\b)[a-z0-9]{2,}(?: (?!and\b)[a-z0-9]{2,})*$/
