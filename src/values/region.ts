import { type Country, nameKey } from './country'

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

/** Other names of regions, in the form of `nameKey`. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  AB: ['alta'],
  BC: ['colombie britannique'],
  NB: ['nouveau brunswick'],
  NL: [
    ...['newfoundland', 'labrador', 'newfoundland labrador', 'nfld'],
    ...['terre neuve', 'terre neuve et labrador', 'terre neuve et le labrador'],
  ],
  NS: ['nouvelle ecosse'],
  NT: ['nwt', 'territoires du nord ouest'],
  ON: ['ont'],
  PE: ['pei', 'ile du prince edouard', 'ipe'],
  QC: ['que', 'province of quebec', 'province de quebec'],
  SK: ['sask'],
  YT: ['yukon territory', 'territoire du yukon'],
  AL: ['ala'],
  AZ: ['ariz'],
  CA: ['calif', 'californie'],
  CO: ['colo'],
  CT: ['conn'],
  DC: ['washington dc', 'washington d c', 'district de columbia'],
  FL: ['fla', 'floride'],
  GA: ['georgie'],
  HI: ['hawai i'],
  IL: ['ill'],
  LA: ['louisiane'],
  MA: ['mass'],
  MI: ['mich'],
  MN: ['minn'],
  NC: ['caroline du nord'],
  ND: ['dakota du nord'],
  NM: ['nouveau mexique'],
  NY: ['new york state', 'state of new york'],
  OK: ['okla'],
  OR: ['ore'],
  PA: ['penn', 'penna', 'pennsylvanie'],
  SC: ['caroline du sud'],
  SD: ['dakota du sud'],
  TN: ['tenn'],
  TX: ['tex'],
  VA: ['virginie'],
  WA: ['wash', 'washington state', 'state of washington'],
  WI: ['wis', 'wisc'],
  WV: ['w va', 'virginie occidentale'],
  PR: ['porto rico'],
  VI: ['virgin islands', 'united states virgin islands', 'us virgin islands', 'usvi'],
}

const entries = (names: Readonly<Record<string, string>>, country: Country): Region[] =>
  Object.entries(names).map(([code, name]) => ({ code, name, country }))

/** Every region; codes and names are unique over both countries. */
export const REGIONS: readonly Region[] = [...entries(CANADIAN, 'CA'), ...entries(AMERICAN, 'US')]

/** The regions by their codes, names and other names, in the form of `nameKey`. */
export const REGIONS_BY_KEY: ReadonlyMap<string, Region> = new Map(
  REGIONS.flatMap((region) =>
    [region.name, region.code, ...(OTHER_NAMES[region.code] ?? [])].map((spelling) => [
      nameKey(spelling),
      region,
    ]),
  ),
)

/**
 * The region with this code, name or other name, in English or French, or with a name and its code in
 * parentheses; case, accents and punctuation are ignored.
 */
export function findRegion(text: string): Region | undefined {
  if (!text.includes('(')) return REGIONS_BY_KEY.get(nameKey(text))
  const [, name = text, code = name] = /^([^()]+)\(([^()]+)\)\s*$/.exec(text) ?? []
  const region = REGIONS_BY_KEY.get(nameKey(name))
  return REGIONS_BY_KEY.get(nameKey(code)) === region ? region : undefined
}

/** Codes of the US territories, which ISO 3166 and GeoNames treat as countries. */
export const TERRITORIES: ReadonlySet<string> = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])
