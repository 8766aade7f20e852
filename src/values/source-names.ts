import { CAREER_PAGE } from './source'

/** What people call a source system; its identifier if that is unknown. */
export function sourceName(source: string): string {
  return Object.hasOwn(SOURCE_NAMES, source) ? (SOURCE_NAMES[source] ?? source) : source
}

/** The names of the systems that `collect` reads. A test compares them with `collect/systems/`, which browsers cannot load. */
export const SOURCE_NAMES: Readonly<Record<string, string>> = {
  adp: 'ADP Workforce Now',
  adpmyjobs: 'ADP Recruiting Management',
  applitrack: 'AppliTrack',
  ashby: 'Ashby',
  avature: 'Avature',
  bamboohr: 'BambooHR',
  brassring: 'BrassRing',
  breezy: 'Breezy',
  [CAREER_PAGE]: "Employer's own site",
  clearcompany: 'ClearCompany',
  cornerstone: 'Cornerstone',
  dayforce: 'Dayforce',
  eightfold: 'Eightfold',
  gem: 'Gem',
  greenhouse: 'Greenhouse',
  icims: 'iCIMS',
  isolved: 'isolved Hire',
  jazzhr: 'JazzHR',
  jibe: 'Jibe',
  jobscore: 'JobScore',
  jobvite: 'Jobvite',
  lever: 'Lever',
  neogov: 'NEOGOV',
  oracle: 'Oracle Recruiting',
  pageup: 'PageUp',
  paycom: 'Paycom',
  paylocity: 'Paylocity',
  personio: 'Personio',
  phenom: 'Phenom',
  pinpoint: 'Pinpoint',
  radancy: 'Radancy',
  recruitee: 'Recruitee',
  rippling: 'Rippling',
  smartrecruiters: 'SmartRecruiters',
  successfactors: 'SuccessFactors',
  taleo: 'Taleo',
  teamtailor: 'Teamtailor',
  ukgready: 'UKG Ready',
  ultipro: 'UKG Pro',
  workable: 'Workable',
  workday: 'Workday',
}
