import type { Country } from '../values/country'
import type { Family, Occupation } from './family'
import * as english from './tables/phrases-english'
import * as french from './tables/phrases-french'

export type Language = 'en' | 'fr'

/** The phrases that postings of one occupation may use in one country and language. */
export interface Wording {
  areas: readonly string[]
  tools: readonly string[]
  certificates: readonly string[]
  duties: readonly string[]
  skills: readonly string[]
  common: CommonWording
}

/** The phrases that postings of every occupation may use in one country and language. */
export interface CommonWording {
  headings: typeof english.HEADINGS
  role: readonly string[]
  remoteRole: readonly string[]
  hybridRole: readonly string[]
  duties: readonly string[]
  skills: readonly string[]
  /** For one amount, and for a range. */
  pay: { one: readonly string[]; range: readonly string[] }
  offer: readonly string[]
  equal: readonly string[]
  notices: readonly string[]
  apply: readonly string[]
  updates: readonly string[]
}

/** Who may use a phrase: the conditions before its `|` are held against these. */
export interface Setting {
  country: Country
  industry: string
  /** The occupation's English name. */
  occupation: string
}

/** Phrases that fit an occupation; those that name an area are left out when it has none. */
export function wordingOf(
  family: Family,
  occupation: Occupation,
  language: Language,
  { country, industry }: Omit<Setting, 'occupation'>,
): Wording {
  const key = `${language} ${country} ${industry}`
  const known = CACHE.get(occupation) ?? new Map<string, Wording>()
  CACHE.set(occupation, known)
  const setting = { country, industry, occupation: occupation[0] }
  const wording = known.get(key) ?? select(family, language, setting)
  known.set(key, wording)
  return wording
}

/**
 * The phrases that hold in a setting. Before a `|` stand conditions, separated by spaces: `CA` or `US`;
 * `#retail` for a kind of industry; parts of the occupation's name, with `_` for a space. Of each sort one must
 * hold, and none of those that begin with `-`.
 */
export function applicable(phrases: readonly string[], setting: Setting): string[] {
  const parsed = PARSED.get(phrases) ?? phrases.map(parse)
  PARSED.set(phrases, parsed)
  return parsed.filter((phrase) => holds(phrase, setting)).map((phrase) => phrase.text)
}

interface Conditional {
  text: string
  /** One of each sort must hold; a sort is the countries, the industries or the occupations named. */
  wanted: readonly (readonly string[])[]
  unwanted: readonly string[]
}

function parse(phrase: string): Conditional {
  const bar = phrase.indexOf('|')
  if (bar < 0) return { text: phrase, wanted: [], unwanted: [] }
  const conditions = phrase.slice(0, bar).split(' ')
  const positive = conditions.filter((condition) => !condition.startsWith('-')).map(spaced)
  const sorts = [isCountry, isIndustry, isOccupation]
  return {
    text: phrase.slice(bar + 1),
    wanted: sorts.map((sort) => positive.filter(sort)).filter((sort) => sort.length > 0),
    unwanted: conditions
      .filter((text) => text.startsWith('-'))
      .map((text) => spaced(text.slice(1))),
  }
}

function holds({ wanted, unwanted }: Conditional, setting: Setting): boolean {
  const isMet = (condition: string) => meets(condition, setting)
  return wanted.every((sort) => sort.some(isMet)) && !unwanted.some(isMet)
}

function meets(condition: string, { country, industry, occupation }: Setting): boolean {
  if (isCountry(condition)) return condition === country
  if (isIndustry(condition)) return condition.slice(1) === industry
  return occupation.includes(condition)
}

const spaced = (condition: string) => condition.replaceAll('_', ' ')
const isCountry = (condition: string) => condition === 'CA' || condition === 'US'
const isIndustry = (condition: string) => condition.startsWith('#')
const isOccupation = (condition: string) => !isCountry(condition) && !isIndustry(condition)

const PARSED = new WeakMap<readonly string[], readonly Conditional[]>()

function select(family: Family, language: Language, setting: Setting): Wording {
  const fitting = (phrases: readonly string[]) => applicable(phrases, setting)
  const areas = fitting(family.areas[language])
  const certificates = fitting(family.certificates)
  const tools = fitting(family.tools)
  const fillable = (phrase: string) =>
    (areas.length > 0 || !phrase.includes('{area}')) &&
    (certificates.length > 0 || !phrase.includes('{certificate}')) &&
    phrase.split('{tool}').length - 1 <= tools.length
  const usable = (phrases: readonly string[]) => fitting(phrases).filter(fillable)
  return {
    areas,
    tools,
    certificates,
    duties: usable(family.duties[language]),
    skills: usable(family.skills[language]),
    common: commonWording(language, setting),
  }
}

/** What every posting of an industry and a country may say, whatever the occupation. */
function commonWording(language: Language, setting: Setting): CommonWording {
  const bank = language === 'fr' ? FRENCH : ENGLISH
  const fitting = (phrases: readonly string[]) => applicable(phrases, setting)
  return {
    headings: bank.headings,
    role: fitting(bank.role),
    remoteRole: bank.remoteRole,
    hybridRole: bank.hybridRole,
    duties: fitting(bank.duties),
    skills: fitting(bank.skills),
    pay: bank.pay,
    offer: fitting(bank.offer),
    equal: fitting(bank.equal),
    notices: fitting(bank.notices),
    apply: fitting(bank.apply),
    updates: fitting(bank.updates),
  }
}

const CACHE = new WeakMap<Occupation, Map<string, Wording>>()

const ENGLISH: CommonWording = {
  headings: english.HEADINGS,
  role: english.ROLE,
  remoteRole: english.REMOTE_ROLE,
  hybridRole: english.HYBRID_ROLE,
  duties: english.DUTIES,
  skills: english.SKILLS,
  pay: english.PAY_SENTENCES,
  offer: english.OFFER,
  equal: english.EQUAL,
  notices: english.NOTICES,
  apply: english.APPLY,
  updates: english.UPDATES,
}

const FRENCH: CommonWording = {
  headings: french.FRENCH_HEADINGS,
  role: french.FRENCH_ROLE,
  remoteRole: french.FRENCH_REMOTE_ROLE,
  hybridRole: french.FRENCH_HYBRID_ROLE,
  duties: french.FRENCH_DUTIES,
  skills: french.FRENCH_SKILLS,
  pay: french.FRENCH_PAY_SENTENCES,
  offer: french.FRENCH_OFFER,
  equal: french.FRENCH_EQUAL,
  notices: french.FRENCH_NOTICES,
  apply: french.FRENCH_APPLY,
  updates: french.FRENCH_UPDATES,
}
