/** Other names of source systems, lower case, and the identifier that stands for them. */
export const SOURCE_ALIASES: Readonly<Record<string, string>> = {
  ashbyhq: 'ashby',
  'ashbyhq.com': 'ashby',
  bamboo: 'bamboohr',
  career_page: 'careerpage',
  career_site: 'careerpage',
  careers: 'careerpage',
  careersite: 'careerpage',
  'greenhouse.io': 'greenhouse',
  'lever.co': 'lever',
  myworkdayjobs: 'workday',
  oracle_cloud: 'oracle',
  oraclecloud: 'oracle',
  sap: 'successfactors',
  sapsf: 'successfactors',
  smart_recruiters: 'smartrecruiters',
  ukg: 'ultipro',
}

/** The identifier of an employer's own career site. */
export const CAREER_PAGE = 'careerpage'

/** The identifier of the source system meant by a name or an alias, case ignored. */
export function canonicalSource(name: string): string {
  const lower = name.toLowerCase()
  return Object.hasOwn(SOURCE_ALIASES, lower) ? (SOURCE_ALIASES[lower] ?? lower) : lower
}
