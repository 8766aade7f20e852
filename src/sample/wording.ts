import type { Country } from '../values/country'
import type { Family, Occupation } from './industries'
import english from './tables/phrases-english.json'
import french from './tables/phrases-french.json'

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

/** The phrases that postings of every occupation may use. */
export type CommonWording = typeof english

/** The posting's properties that the conditions of phrases refer to. */
export interface Setting {
  country: Country
  industry: string
  /** The occupation's English name. */
  occupation: string
}

/** Memoized by language, country, occupation and industry. */
export function wordingOf(
  family: Family,
  occupation: Occupation,
  language: Language,
  { country, industry }: Omit<Setting, 'occupation'>,
): Wording {
  return CACHE[language][country]
    .getOrInsertComputed(occupation, () => new Map<string, Wording>())
    .getOrInsertComputed(industry, () =>
      select(family, language, { country, industry, occupation: occupation.en }),
    )
}

type Cache = WeakMap<Occupation, Map<string, Wording>>

const CACHE: Readonly<Record<Language, Record<Country, Cache>>> = {
  en: { CA: new WeakMap(), US: new WeakMap() },
  fr: { CA: new WeakMap(), US: new WeakMap() },
}

/**
 * The phrases whose conditions a setting meets. Conditions precede a `|`, separated by spaces: `CA` or `US`;
 * `#retail` for an industry; parts of the occupation's name, with `_` for a space. Of the countries, the
 * industries and the parts of names, one each must match; a condition that begins with `-` must not.
 */
export function applicable(phrases: readonly string[], setting: Setting): string[] {
  return PARSED.getOrInsertComputed(phrases, () => phrases.map(parse))
    .filter(
      ({ wanted, unwanted }) =>
        wanted.every((group) => group.some((condition) => isMet(condition, setting))) &&
        !unwanted.some((condition) => isMet(condition, setting)),
    )
    .map(({ text }) => text)
}

interface Conditional {
  text: string
  /** Conditions by kind; one of each group must match. */
  wanted: readonly (readonly string[])[]
  unwanted: readonly string[]
}

function parse(phrase: string): Conditional {
  const bar = phrase.indexOf('|')
  if (bar < 0) return { text: phrase, wanted: [], unwanted: [] }
  const conditions = phrase
    .slice(0, bar)
    .split(' ')
    .map((condition) => condition.replaceAll('_', ' '))
  const isUnwanted = (condition: string) => condition.startsWith('-')
  const wanted = conditions.filter((condition) => !isUnwanted(condition))
  return {
    text: phrase.slice(bar + 1),
    wanted: Array.from(Map.groupBy(wanted, kindOf).values()),
    unwanted: conditions.filter(isUnwanted).map((condition) => condition.slice(1)),
  }
}

const PARSED = new WeakMap<readonly string[], readonly Conditional[]>()

function isMet(condition: string, { country, industry, occupation }: Setting): boolean {
  switch (kindOf(condition)) {
    case 'country':
      return condition === country
    case 'industry':
      return condition.slice(1) === industry
    case 'occupation':
      return occupation.includes(condition)
  }
}

function kindOf(condition: string): keyof Setting {
  if (condition === 'CA' || condition === 'US') return 'country'
  return condition.startsWith('#') ? 'industry' : 'occupation'
}

function select(family: Family, language: Language, setting: Setting): Wording {
  const areas = applicable(family.areas[language], setting)
  const certificates = applicable(family.certificates, setting)
  const tools = applicable(family.tools, setting)
  const isFillable = (phrase: string) =>
    (areas.length > 0 || !phrase.includes('{area}')) &&
    (certificates.length > 0 || !phrase.includes('{certificate}')) &&
    phrase.split('{tool}').length - 1 <= tools.length
  const common = language === 'fr' ? french : english
  return {
    areas,
    tools,
    certificates,
    duties: applicable(family.duties[language], setting).filter(isFillable),
    skills: applicable(family.skills[language], setting).filter(isFillable),
    common: {
      ...common,
      role: applicable(common.role, setting),
      duties: applicable(common.duties, setting),
      skills: applicable(common.skills, setting),
      offer: applicable(common.offer, setting),
      equal: applicable(common.equal, setting),
      notices: applicable(common.notices, setting),
      apply: applicable(common.apply, setting),
      updates: applicable(common.updates, setting),
    },
  }
}
