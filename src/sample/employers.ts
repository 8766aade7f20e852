import type { Country } from '../values/country'
import { coinFrenchTown, coinTown, coinWord } from './coined'
import { fill } from './fill'
import type { Industry, Reach } from './industry'
import { type Place, pickNeighbour, pickPlace, placesNear } from './place'
import { at, Random, runningSums } from './random'
import { type Board, openBoards } from './source-systems'
import { STREAMS } from './streams'
import { INDUSTRIES } from './tables/industries'
import { FRENCH_SURNAMES, SURNAMES } from './tables/names'
import type { Language } from './wording'

export interface Employer {
  number: number
  name: string
  language: Language
  industry: Industry
  home: Place
  /** Where it hires, home first; the earlier ones more often. */
  sites: readonly Place[]
  /** The systems it posts on; few have a second one. */
  boards: readonly Board[]
  /** Made-up names of what it sells or runs. */
  products: readonly string[]
}

/**
 * The employers of a catalogue, the largest first; no two share a name. Their number grows more slowly
 * than the catalogue: 2,700 for 20,000 postings and some 42,000 for a million.
 */
export function makeEmployers(seed: number, jobs: number): Employer[] {
  const count = Math.max(12, Math.round(2700 * (jobs / 20_000) ** 0.7))
  const names = new Set<string>()
  return Array.from({ length: count }, (_, number) => makeEmployer(seed, number, count, names))
}

/** An employer, each as often as its size says: sizes fall like 1 / (rank + offset). */
export function pickEmployer(employers: readonly Employer[], random: Random): Employer {
  const offset = 2 + Math.sqrt(employers.length) / 5
  const rank = offset * ((employers.length + offset) / offset) ** random.next() - offset
  return at(employers, Math.min(employers.length - 1, Math.floor(rank)))
}

function makeEmployer(seed: number, number: number, count: number, names: Set<string>): Employer {
  const random = new Random(seed, STREAMS.employer, number)
  const isLarge = number < count * LARGE_SHARE
  const industry = random.pickWeighted(INDUSTRIES, isLarge ? LARGE_SUMS : SUMS)
  const country: Country = random.chance(CANADIAN_SHARE) ? 'CA' : 'US'
  const home = pickPlace(random, country)
  const language = speaks(home, random)
  const name = nameEmployer(industry, home, language, random, names)
  const sites = chooseSites(home, industry.reach, number / count, random)
  const products = Array.from({ length: random.integer(1, isLarge ? 4 : 2) }, () =>
    coinWord(random),
  )
  const boards = openBoards(name, isLarge, random)
  return { number, name, language, industry, home, sites, boards, products }
}

function speaks(home: Place, random: Random): Language {
  if (home.region === 'QC') return random.chance(0.87) ? 'fr' : 'en'
  return home.region === 'NB' && random.chance(0.2) ? 'fr' : 'en'
}

function nameEmployer(
  industry: Industry,
  home: Place,
  language: Language,
  random: Random,
  names: Set<string>,
): string {
  const patterns = language === 'fr' ? industry.frenchNames : industry.names
  for (;;) {
    const name = fill(random.pick(patterns), (slot) => namePart(slot, random))
    const fits = home.country === 'CA' || !/Regional Municipality|Centre|Fibre|Ltd\./.test(name)
    const twice = /(\S{4,}) (?:\S+ )?\1\b/.test(name.replaceAll(',', ''))
    if (fits && !twice && !names.has(name)) {
      names.add(name)
      return name
    }
  }
}

function namePart(slot: string, random: Random): string {
  switch (slot) {
    case 'town':
      return coinTown(random)
    case 'lieu':
      return coinFrenchTown(random)
    case 'surname':
      return random.pick(SURNAMES)
    case 'nom':
      return random.pick(FRENCH_SURNAMES)
    default:
      return coinWord(random)
  }
}

/** `size` runs from 0, the largest employer, to 1. */
function chooseSites(home: Place, reach: Reach, size: number, random: Random): Place[] {
  if (reach === 'city' || size > 0.35) {
    return placesNear(home).slice(0, size > 0.35 && random.chance(0.7) ? 1 : 4)
  }
  const other: Country = home.country === 'CA' ? 'US' : 'CA'
  const sites = [home]
  const count = Math.round(3 + 14 * (1 - size / 0.35) * random.next())
  for (let number = 0; number < count; number += 1) {
    if (reach === 'region' || random.chance(0.3)) sites.push(pickNeighbour(random, home))
    else if (reach === 'both' && random.chance(0.35)) sites.push(pickPlace(random, other))
    else sites.push(pickPlace(random, home.country))
  }
  return Array.from(new Set(sites))
}

const LARGE_SHARE = 0.02
const CANADIAN_SHARE = 0.46
const SUMS = runningSums(INDUSTRIES.map((industry) => industry.weight))
const LARGE_SUMS = runningSums(INDUSTRIES.map((industry) => industry.weight * industry.large))
