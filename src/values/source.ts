/** Identifiers of source systems by alias, in lower case. */
export const SOURCE_ALIASES: Readonly<Record<string, string>> = {
  adp_myjobs: 'adpmyjobs',
  adp_recruiting: 'adpmyjobs',
  'adp-myjobs': 'adpmyjobs',
  adp_workforce_now: 'adp',
  applicantpool: 'isolved',
  applicantpro: 'isolved',
  ashbyhq: 'ashby',
  'ashbyhq.com': 'ashby',
  bamboo: 'bamboohr',
  career_page: 'careerpage',
  career_site: 'careerpage',
  careers: 'careerpage',
  careersite: 'careerpage',
  ceridian: 'dayforce',
  cornerstoneondemand: 'cornerstone',
  csod: 'cornerstone',
  'dayforce.com': 'dayforce',
  dayforcehcm: 'dayforce',
  frontline: 'applitrack',
  frontlineeducation: 'applitrack',
  'greenhouse.io': 'greenhouse',
  hrmdirect: 'clearcompany',
  isolvedhire: 'isolved',
  jobs2web: 'successfactors',
  'lever.co': 'lever',
  myworkdayjobs: 'workday',
  oracle_cloud: 'oracle',
  oraclecloud: 'oracle',
  pageuppeople: 'pageup',
  paycomonline: 'paycom',
  'paylocity.com': 'paylocity',
  phenom_people: 'phenom',
  phenompeople: 'phenom',
  saashr: 'ukgready',
  sap: 'successfactors',
  sapsf: 'successfactors',
  smart_recruiters: 'smartrecruiters',
  talentbrew: 'radancy',
  tmp: 'radancy',
  ukg: 'ultipro',
  ukg_ready: 'ukgready',
  workforcenow: 'adp',
}

/** The identifier for employers' own career sites. */
export const CAREER_PAGE = 'careerpage'

/** The identifier of a source system, given its identifier or an alias, case ignored. */
export function canonicalSource(name: string): string {
  const lower = name.toLowerCase()
  return Object.hasOwn(SOURCE_ALIASES, lower) ? (SOURCE_ALIASES[lower] ?? lower) : lower
}
