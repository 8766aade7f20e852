import type { Country } from '../values/country'
import { fillTemplate } from './fill-template'
import { INDUSTRIES, type Industry } from './industries'
import { inventNamePart, inventWord } from './names'
import { pickNeighbour, pickPlace, placesNear, type SamplePlace } from './places'
import { at, Random, STREAMS, weighted } from './random'
import { type Board, openBoards } from './source-systems'
import type { Language } from './wording'

export interface Employer {
  number: number
  name: string
  language: Language
  industry: Industry
  home: SamplePlace
  /** Where it hires, home first; the earlier ones more often. */
  sites: readonly SamplePlace[]
  /** The systems it posts on: one, rarely two. */
  boards: readonly Board[]
  /** Made-up names of what it sells or runs. */
  products: readonly string[]
}

/**
 * The employers of a catalogue, the largest first; no two share a name. Their number grows more slowly
 * than the catalogue: 2,700 for 20,000 postings and about 42,000 for a million.
 */
export function makeEmployers(seed: number, jobs: number): Employer[] {
  const count = Math.max(12, Math.round(2700 * (jobs / 20_000) ** 0.7))
  const names = new Set<string>()
  return Array.from({ length: count }, (_, number) => makeEmployer(seed, number, count, names))
}

/** One employer; the probability falls like 1 / (rank + offset). */
export function pickEmployer(employers: readonly Employer[], random: Random): Employer {
  const offset = 2 + Math.sqrt(employers.length) / 5
  const rank = offset * ((employers.length + offset) / offset) ** random.next() - offset
  return at(employers, Math.min(employers.length - 1, Math.floor(rank)))
}

function makeEmployer(seed: number, number: number, count: number, names: Set<string>): Employer {
  const random = new Random(seed, STREAMS.employer, number)
  const isLarge = number < count * LARGE_SHARE
  const industry = random.pickWeighted(isLarge ? OF_LARGE : OF_SMALL)
  const home = pickPlace(random, random.chance(CANADIAN_SHARE) ? 'CA' : 'US')
  const language = pickLanguage(home, random)
  const name = nameEmployer(industry, home, language, random, names)
  const sites = pickSites(home, industry.reach, number / count, random)
  const products = Array.from({ length: random.integer(1, isLarge ? 4 : 2) }, () =>
    inventWord(random),
  )
  const boards = openBoards(name, isLarge, random)
  return { number, name, language, industry, home, sites, boards, products }
}

function pickLanguage(home: SamplePlace, random: Random): Language {
  if (home.region === 'QC') return random.chance(0.87) ? 'fr' : 'en'
  return home.region === 'NB' && random.chance(0.2) ? 'fr' : 'en'
}

function nameEmployer(
  industry: Industry,
  home: SamplePlace,
  language: Language,
  random: Random,
  names: Set<string>,
): string {
  for (;;) {
    const template = random.pick(industry.names[language])
    const name = fillTemplate(template, (placeholder) => inventNamePart(placeholder, random))
    const fits = home.country === 'CA' || !/Regional Municipality|Centre|Fibre|Ltd\./.test(name)
    const repeatsWord = /(\S{4,}) (?:\S+ )?\1\b/.test(name.replaceAll(',', ''))
    if (fits && !repeatsWord && !names.has(name)) {
      names.add(name)
      return name
    }
  }
}

/** `rank` runs from 0, the largest employer, to 1. */
function pickSites(
  home: SamplePlace,
  reach: Industry['reach'],
  rank: number,
  random: Random,
): SamplePlace[] {
  if (reach === 'city' || rank > 0.35) {
    return placesNear(home).slice(0, rank > 0.35 && random.chance(0.7) ? 1 : 4)
  }
  const other: Country = home.country === 'CA' ? 'US' : 'CA'
  const sites = [home]
  const count = Math.round(3 + 14 * (1 - rank / 0.35) * random.next())
  for (let number = 0; number < count; number += 1) {
    if (reach === 'region' || random.chance(0.3)) sites.push(pickNeighbour(random, home))
    else if (reach === 'both' && random.chance(0.35)) sites.push(pickPlace(random, other))
    else sites.push(pickPlace(random, home.country))
  }
  return Array.from(new Set(sites))
}

const LARGE_SHARE = 0.02
const CANADIAN_SHARE = 0.46
const OF_SMALL = weighted(INDUSTRIES, ({ weight }) => weight)
const OF_LARGE = weighted(INDUSTRIES, ({ weight, largeFactor }) => weight * largeFactor)
