import type { Country } from '../values/country'
import { at, type Random, type Weighted, weighted } from './random'
import banking from './tables/families/banking.json'
import clinical from './tables/families/clinical.json'
import community from './tables/families/community.json'
import education from './tables/families/education.json'
import engineering from './tables/families/engineering.json'
import facilities from './tables/families/facilities.json'
import finance from './tables/families/finance.json'
import government from './tables/families/government.json'
import hospitality from './tables/families/hospitality.json'
import logistics from './tables/families/logistics.json'
import manufacturing from './tables/families/manufacturing.json'
import nursing from './tables/families/nursing.json'
import office from './tables/families/office.json'
import outdoors from './tables/families/outdoors.json'
import retail from './tables/families/retail.json'
import sales from './tables/families/sales.json'
import software from './tables/families/software.json'
import support from './tables/families/support.json'
import technology from './tables/families/technology.json'
import trades from './tables/families/trades.json'
import industryRows from './tables/industries.json'
import seniority from './tables/seniority.json'

export interface Occupation {
  en: string
  /** Empty when there is no French name. */
  fr: string
  /** Pay in US dollars: per hour, or per year from `YEARLY_FROM` on; 0 for volunteers. */
  low: number
  high: number
  /** The only country that uses this name. */
  country?: Country
}

/** From this number on, the pay of an occupation is per year. */
export const YEARLY_FROM = 1000

/** Phrases by language, some with conditions before a `|`; see `applicable`. */
export interface Bilingual {
  en: string[]
  fr: string[]
}

/** Occupations that share duties, requirements, tools and ways of working. */
export interface Family {
  department: { en: string; fr: string }
  seniority: keyof typeof seniority
  /** Shares of the postings that are part time, name a shift, are casual, and so on. */
  shares: {
    partTime: number
    shifts: number
    casual: number
    temporary: number
    contractor: number
    remote: number
    hybrid: number
  }
  occupations: Occupation[]
  /** Units, teams or specialties: `Emergency`, `Payments`. */
  areas: Bilingual
  /** Software, machines and methods, the usual ones first. */
  tools: string[]
  /** Licences, courses and credentials. */
  certificates: string[]
  duties: Bilingual
  skills: Bilingual
}

/** A kind of employer. Names and sentences are templates; see `templates.ts`. */
export interface Industry {
  kind: string
  /** Relative number of employers. */
  weight: number
  /** Multiplies the weight among the large employers. */
  largeFactor: number
  /** Where the larger employers of this kind hire. */
  reach: 'city' | 'region' | 'country' | 'both'
  families: Weighted<Hiring>
  names: Bilingual
  about: Bilingual
}

/** A family that an industry hires, and which of its occupations. */
export interface Hiring {
  family: Family
  weight: number
  occupations: ReadonlySet<Occupation>
}

/** Seniority: its words in titles, its effect on pay, and the years of experience that a posting asks for. */
export type SeniorityLevel = (typeof seniority)['office'][number]

/** An occupation that an industry hires in a country. Occupations early in the table come more often. */
export function pickOccupation(
  industry: Industry,
  country: Country,
  random: Random,
): [Family, Occupation] {
  const { family, occupations } = random.pickWeighted(industry.families)
  const fits = (occupation: Occupation) =>
    (occupation.country === undefined || occupation.country === country) &&
    occupations.has(occupation)
  for (let draw = 0; draw < 40; draw += 1) {
    const occupation = random.pickEarly(family.occupations)
    if (fits(occupation)) return [family, occupation]
  }
  return [family, at(family.occupations.filter(fits), 0)]
}

/** Titles that name a rank already, and families without levels, get the plain level. */
export function pickLevel(family: Family, occupation: Occupation, random: Random): SeniorityLevel {
  const level = random.pickWeighted(LEVELS[family.seniority])
  return RANKED.test(occupation.en) ? at(LEVELS.none.items, 0) : level
}

const RANKED =
  /Manager|Director|Intern|Student|Chief|VP|Controller|Lead|Officer|Supervisor|Superintendent|Executive|Counsel|Recept|Clerk|Assistant|Staff|Labo|Owner|Teller|Help Desk|Representative|Technologist/

const levels = (list: readonly SeniorityLevel[]) => weighted(list, ({ share }) => share)

const LEVELS = {
  none: levels(seniority.none),
  office: levels(seniority.office),
  trade: levels(seniority.trade),
  tech: levels(seniority.tech),
}

/** TypeScript reads a text of a JSON file as `string`; a test checks the tables against their schemas. */
const FAMILIES = {
  banking,
  clinical,
  community,
  education,
  engineering,
  facilities,
  finance,
  government,
  hospitality,
  logistics,
  manufacturing,
  nursing,
  office,
  outdoors,
  retail,
  sales,
  software,
  support,
  technology,
  trades,
} as Record<string, Family>

export const INDUSTRIES: readonly Industry[] = industryRows.map((row) => ({
  ...row,
  reach: row.reach as Industry['reach'],
  families: weighted(row.families.map(toHiring), ({ weight }) => weight),
}))

interface HiringRow {
  family: string
  weight: number
  /** Parts of the names of the occupations that are hired, or that are not. */
  only?: string[]
  except?: string[]
}

function toHiring({ family: name, weight, only, except = [] }: HiringRow): Hiring {
  const family = FAMILIES[name]
  if (family === undefined) throw new Error(`unknown family ${name}`)
  const names = (parts: string[], { en }: Occupation) => parts.some((part) => en.includes(part))
  const hired = family.occupations.filter((occupation) =>
    only === undefined ? !names(except, occupation) : names(only, occupation),
  )
  return { family, weight, occupations: new Set(hired) }
}
