import type { Country } from '../values/country'

/**
 * Names in English and French (empty where there is none), pay from and to in US dollars (an hour, or a
 * year from 1,000 on), and the only country that knows the occupation by this name.
 */
export type Occupation = readonly [
  english: string,
  french: string,
  low: number,
  high: number,
  only?: Country,
]

/** Phrases by language, some with conditions before a `|`; see `applicable`. */
export interface Bilingual {
  en: readonly string[]
  fr: readonly string[]
}

/** Occupations that share duties, requirements, tools and ways of working. */
export interface Family {
  department: { en: string; fr: string }
  occupations: readonly Occupation[]
  ladder: 'none' | 'office' | 'trade' | 'tech'
  /** Shares of the postings that are part time, say their shift, are casual, and so on. */
  habits: {
    partTime: number
    shifts: number
    casual: number
    temporary: number
    contractor: number
    remote: number
    hybrid: number
  }
  /** Units, teams or specialties: `Emergency`, `Payments`. */
  areas: Bilingual
  /** Software, machines and methods, the usual ones first. */
  tools: readonly string[]
  /** Licences, courses and credentials. */
  certificates: readonly string[]
  duties: Bilingual
  skills: Bilingual
}
