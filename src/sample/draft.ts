import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import type { Employer } from './employers'
import { pickEmployer } from './employers'
import type { Family, Occupation } from './family'
import type { Industry } from './industry'
import { pickRung, type Rung } from './ladder'
import { type Pay, planPay } from './pay'
import type { Place } from './place'
import { at, Random, runningSums } from './random'
import type { Board } from './source-systems'
import { STREAMS } from './streams'
import { type Language, type Wording, wordingOf } from './wording'

export type Arrangement = 'remote' | 'hybrid' | 'onsite'

export type Shift = 'days' | 'evenings' | 'nights' | 'weekends' | 'rotating'

/** Everything decided about a posting before a word of it is written. Edits change a draft. */
export interface Draft {
  index: number
  employer: Employer
  board: Board
  family: Family
  occupation: Occupation
  rung: Rung
  language: Language
  /** Of the first place of work. */
  country: Country
  places: Place[]
  /** Remote postings may name no place but the countries: `countries` then lists them. */
  countries: Country[] | undefined
  arrangement: Arrangement
  employment: EmploymentType
  shift: Shift | undefined
  wording: Wording
  area: string | undefined
  pay: Pay | undefined
  isPayPublished: boolean
  /** A further ending of the title, one of several by number. */
  titleEnding: number | undefined
  /** Sentences added to the description after it was first published. */
  updates: string[]
  closingShiftDays: number
}

/** The draft of posting number `index`, the same whenever it is asked for. */
export function draftPosting(seed: number, index: number, employers: readonly Employer[]): Draft {
  const random = new Random(seed, STREAMS.posting, index)
  const employer = pickEmployer(employers, random)
  const site = random.pickEarly(employer.sites)
  const [family, occupation] = pickOccupation(employer.industry, site, random)
  const language = speaks(employer, site, occupation, random)
  const { country } = site
  const wording = wordingOf(family, occupation, language, {
    country,
    industry: employer.industry.kind,
  })
  const rung = pickRung(family, occupation, random)
  const employment = pickEmployment(family, occupation, random)
  const arrangement = pickArrangement(family, random)
  const hasShift = random.chance(family.habits.shifts) && occupation[3] < YEARLY_FROM
  const pay = planPay(occupation, rung.pay, country, employment, random)
  return {
    index,
    employer,
    board: random.chance(0.7) ? at(employer.boards, 0) : random.pick(employer.boards),
    family,
    occupation,
    rung,
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

function pickOccupation(industry: Industry, site: Place, random: Random): [Family, Occupation] {
  const [family, , kept] = random.pickWeighted(industry.families, familySums(industry))
  const fits = ([name, , , , only]: Occupation) =>
    (only === undefined || only === site.country) && (kept === undefined || isKept(name, kept))
  for (let draw = 0; draw < 40; draw += 1) {
    const occupation = random.pickEarly(family.occupations)
    if (fits(occupation)) return [family, occupation]
  }
  return [family, at(family.occupations.filter(fits), 0)]
}

function isKept(name: string, kept: readonly string[]): boolean {
  const wanted = kept.filter((part) => !part.startsWith('-'))
  if (wanted.length > 0) return wanted.some((part) => name.includes(part))
  return !kept.some((part) => name.includes(part.slice(1)))
}

function speaks(employer: Employer, site: Place, occupation: Occupation, random: Random): Language {
  const draw = random.next()
  if (occupation[1] === '' || site.country === 'US') return 'en'
  if (site.region === 'QC') return draw < (employer.language === 'fr' ? 0.96 : 0.6) ? 'fr' : 'en'
  const share = FRENCH_ELSEWHERE[site.region] ?? 0
  return employer.language === 'fr' && draw < share ? 'fr' : 'en'
}

function pickEmployment(family: Family, occupation: Occupation, random: Random): EmploymentType {
  const draw = occupation[3] < YEARLY_FROM ? random.next() : 0.35 + 0.65 * random.next()
  if (/Intern\b|Co-op/.test(occupation[0])) return 'INTERN'
  if (occupation[3] === 0) return 'VOLUNTEER'
  if (/Seasonal|Substitute/.test(occupation[0])) return 'TEMPORARY'
  if (/Manager|Director|Chief|VP |Principal|Physician/.test(occupation[0])) return 'FULL_TIME'
  const { partTime, casual, temporary, contractor } = family.habits
  if (draw < partTime) return 'PART_TIME'
  if (draw < partTime + casual) return 'PER_DIEM'
  if (draw < partTime + casual + temporary) return 'TEMPORARY'
  return draw < partTime + casual + temporary + contractor ? 'CONTRACTOR' : 'FULL_TIME'
}

function pickArrangement(family: Family, random: Random): Arrangement {
  const draw = random.next()
  if (draw < family.habits.remote) return 'remote'
  return draw < family.habits.remote + family.habits.hybrid ? 'hybrid' : 'onsite'
}

function pickPlaces(
  employer: Employer,
  site: Place,
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

function familySums(industry: Industry): readonly number[] {
  let sums = SUMS.get(industry)
  if (sums === undefined) {
    sums = runningSums(industry.families.map(([, weight]) => weight))
    SUMS.set(industry, sums)
  }
  return sums
}

/** How often French employers write French outside Quebec. */
const FRENCH_ELSEWHERE: Readonly<Record<string, number>> = { NB: 0.7, ON: 0.2 }

/** Salaried jobs are seldom part time or casual. */
const YEARLY_FROM = 1000
const SUMS = new WeakMap<Industry, readonly number[]>()
const SHIFTS: readonly Shift[] = ['days', 'evenings', 'nights', 'weekends', 'rotating']
