import type { Country } from './country'

/** A province, territory, state, the District of Columbia or a US territory. */
export interface Region {
  code: string
  name: string
  country: Country
}

const CANADIAN: Readonly<Record<string, string>> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
}

const AMERICAN: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'U.S. Virgin Islands',
}

/** Other names of regions in postings. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['québec', 'qc'],
  ['newfoundland', 'nl'],
  ['labrador', 'nl'],
  ['newfoundland & labrador', 'nl'],
  ['yukon territory', 'yt'],
  ['pei', 'pe'],
  ['washington dc', 'dc'],
  ['washington, dc', 'dc'],
  ['washington d.c.', 'dc'],
  ['d.c.', 'dc'],
  ['virgin islands', 'vi'],
  ['united states virgin islands', 'vi'],
])

const entries = (names: Readonly<Record<string, string>>, country: Country): Region[] =>
  Object.entries(names).map(([code, name]) => ({ code, name, country }))

/** Every region; codes and names are unique over both countries. */
export const REGIONS: readonly Region[] = [...entries(CANADIAN, 'CA'), ...entries(AMERICAN, 'US')]

const BY_SPELLING: ReadonlyMap<string, Region> = new Map(
  REGIONS.flatMap((region) =>
    [region.name, region.code].map((spelling) => [spelling.toLowerCase(), region]),
  ),
)

/** The region with this code or name, case ignored; undefined for any other text. */
export function findRegion(text: string): Region | undefined {
  const name = text.trim().toLowerCase().normalize('NFC')
  return BY_SPELLING.get(name) ?? BY_SPELLING.get(OTHER_NAMES.get(name) ?? '')
}

/** Codes of the US territories, which ISO 3166 and GeoNames treat as countries. */
export const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])
