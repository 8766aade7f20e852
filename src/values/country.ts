/** The country views of the catalogue. */
export const COUNTRIES = ['CA', 'US'] as const

export type Country = (typeof COUNTRIES)[number]

export const COUNTRY_NAMES: Readonly<Record<Country, string>> = {
  CA: 'Canada',
  US: 'United States',
}

/** The spellings of the two countries in postings, in lower case. */
const SPELLINGS: ReadonlyMap<string, Country> = new Map([
  ['ca', 'CA'],
  ['can', 'CA'],
  ['canada', 'CA'],
  ['us', 'US'],
  ['usa', 'US'],
  ['u.s.', 'US'],
  ['u.s.a.', 'US'],
  ['united states', 'US'],
  ['united states of america', 'US'],
])

/** The country with this code or name, case ignored; undefined for any other text. */
export function toCountry(text: string): Country | undefined {
  return SPELLINGS.get(text.trim().toLowerCase())
}
