import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import { type Employer, pickEmployer } from './employers'
import {
  type Family,
  type Occupation,
  pickLevel,
  pickOccupation,
  type SeniorityLevel,
  YEARLY_FROM,
} from './industries'
import { type Pay, planPay } from './pay'
import type { SamplePlace } from './places'
import { at, Random, STREAMS } from './random'
import type { Board } from './source-systems'
import { type Language, type Wording, wordingOf } from './wording'

export type Arrangement = 'remote' | 'hybrid' | 'onsite'

export type Shift = 'days' | 'evenings' | 'nights' | 'weekends' | 'rotating'

/** The properties of a posting, from which its text is written. Edits change a draft. */
export interface Draft {
  index: number
  employer: Employer
  board: Board
  family: Family
  occupation: Occupation
  level: SeniorityLevel
  language: Language
  /** Of the first place of work. */
  country: Country
  places: SamplePlace[]
  /** The countries of a posting that names no place; many remote postings do. */
  countries: Country[] | undefined
  arrangement: Arrangement
  employment: EmploymentType
  shift: Shift | undefined
  wording: Wording
  area: string | undefined
  pay: Pay | undefined
  isPayPublished: boolean
  /** An index in `titleEndings`. */
  titleEnding: number | undefined
  /** Sentences added to the description after it was first published. */
  updates: string[]
  closingShiftDays: number
}

/** The draft of posting number `index`; every call returns an equal one. */
export function draftPosting(seed: number, index: number, employers: readonly Employer[]): Draft {
  const random = new Random(seed, STREAMS.posting, index)
  const employer = pickEmployer(employers, random)
  const site = random.pickEarly(employer.sites)
  const [family, occupation] = pickOccupation(employer.industry, site.country, random)
  const language = pickLanguage(employer, site, occupation, random)
  const { country } = site
  const wording = wordingOf(family, occupation, language, {
    country,
    industry: employer.industry.kind,
  })
  const level = pickLevel(family, occupation, random)
  const employment = pickEmployment(family, occupation, random)
  const arrangement = pickArrangement(family, random)
  const hasShift = random.chance(family.shares.shifts) && occupation.high < YEARLY_FROM
  const pay = planPay(occupation, level.pay, country, employment, random)
  return {
    index,
    employer,
    board: random.chance(0.7) ? at(employer.boards, 0) : random.pick(employer.boards),
    family,
    occupation,
    level,
    language,
    country,
    ...pickPlaces(employer, site, arrangement, random),
    arrangement,
    employment,
    shift: hasShift ? random.pick(SHIFTS) : undefined,
    wording,
    area: wording.areas.length > 0 ? random.pickEarly(wording.areas) : undefined,
    pay,
    isPayPublished: random.chance(0.55),
    titleEnding: undefined,
    updates: [],
    closingShiftDays: 0,
  }
}

function pickLanguage(
  employer: Employer,
  site: SamplePlace,
  occupation: Occupation,
  random: Random,
): Language {
  const draw = random.next()
  if (occupation.fr === '' || site.country === 'US') return 'en'
  if (site.region === 'QC') return draw < (employer.language === 'fr' ? 0.96 : 0.6) ? 'fr' : 'en'
  const share = FRENCH_ELSEWHERE[site.region] ?? 0
  return employer.language === 'fr' && draw < share ? 'fr' : 'en'
}

function pickEmployment(family: Family, occupation: Occupation, random: Random): EmploymentType {
  // Salaried jobs are rarely part time or casual.
  const draw = occupation.high < YEARLY_FROM ? random.next() : 0.35 + 0.65 * random.next()
  if (/Intern\b|Co-op/.test(occupation.en)) return 'INTERN'
  if (occupation.high === 0) return 'VOLUNTEER'
  if (/Seasonal|Substitute/.test(occupation.en)) return 'TEMPORARY'
  if (/Manager|Director|Chief|VP |Principal|Physician/.test(occupation.en)) return 'FULL_TIME'
  const { partTime, casual, temporary, contractor } = family.shares
  if (draw < partTime) return 'PART_TIME'
  if (draw < partTime + casual) return 'PER_DIEM'
  if (draw < partTime + casual + temporary) return 'TEMPORARY'
  return draw < partTime + casual + temporary + contractor ? 'CONTRACTOR' : 'FULL_TIME'
}

function pickArrangement(family: Family, random: Random): Arrangement {
  const draw = random.next()
  if (draw < family.shares.remote) return 'remote'
  return draw < family.shares.remote + family.shares.hybrid ? 'hybrid' : 'onsite'
}

function pickPlaces(
  employer: Employer,
  site: SamplePlace,
  arrangement: Arrangement,
  random: Random,
): Pick<Draft, 'places' | 'countries'> {
  const draw = random.next()
  const sameCountry = employer.sites.filter((place) => place.country === site.country)
  const abroad = employer.sites.find((place) => place.country !== site.country)
  if (arrangement === 'remote') {
    if (draw < 0.3) return { places: [], countries: [site.country] }
    if (draw < 0.42) return { places: [], countries: ['CA', 'US'] }
  }
  if (draw < 0.012) return { places: [], countries: [site.country] }
  if (abroad !== undefined && draw < 0.12) return { places: [site, abroad], countries: undefined }
  if (draw < 0.2) {
    const more = random.pickSome(sameCountry, random.integer(1, 4))
    return { places: Array.from(new Set([site, ...more])), countries: undefined }
  }
  return { places: [site], countries: undefined }
}

/** The share of French postings among the postings of French employers outside Quebec. */
const FRENCH_ELSEWHERE: Readonly<Record<string, number>> = { NB: 0.7, ON: 0.2 }

const SHIFTS: readonly Shift[] = ['days', 'evenings', 'nights', 'weekends', 'rotating']
