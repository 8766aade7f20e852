/** The country views of the catalogue. */
export const COUNTRIES = ['CA', 'US'] as const

export type Country = (typeof COUNTRIES)[number]

export const COUNTRY_NAMES: Readonly<Record<Country, string>> = {
  CA: 'Canada',
  US: 'United States',
}

/** How postings spell the two countries beside their codes and names. */
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

/** The country meant by a code or a name, case ignored; `undefined` for every other country. */
export function toCountry(text: string): Country | undefined {
  return SPELLINGS.get(text.trim().toLowerCase())
}
