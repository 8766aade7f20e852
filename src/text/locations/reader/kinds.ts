import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { Part } from './location-part'
import { isCityOf, isCounty, isForeignCountry, regionOf } from './part-kinds'
import type { Segment } from './segment'

/** Whether a part may be of a kind, behind the parts that were taken. */
type IsKind = (part: Part, taken: Segment) => boolean

const KINDS = {
  any: () => true,
  /** `Western New York` is no city. */
  name: ({ meaning, code, isRegion }) =>
    meaning?.country === undefined && !(isRegion && meaning?.region && code === undefined),
  county: isCounty,
  /** A name that no place has, between a city and its region: `Boise, North Campus, ID`. */
  extra: ({ meaning, code, isListed }, { name, run, end }) =>
    !meaning && code === undefined && !isListed && isCityOf(name, regionOf(run.part(end + 1))),
  /** `Riverside Store, Austin, TX`; `Taylor, Taylor, TX` */
  site: (part, { run, end }) =>
    part.key === run.part(end + 1).key ||
    (part.isSite === true && !run.parts.some((other) => other.isSite && other !== part)),
  /** `Leeds and Grenville, Ontario` */
  paired: ({ isPaired }) => isPaired === true,
  /** `Acme LLC AZ - Tempe, AZ` */
  town: ({ meaning }) => meaning?.country === undefined,
  quarter: ({ isListed, quarterOf }) => isListed === true && quarterOf !== undefined,
  /** `CA` is none in `Ottawa, CA, Canada`. */
  region: (part, { run, end, within }) => {
    const region = regionIn(part)
    const isMeant = region !== undefined && (within ?? region.country) === region.country
    return isMeant && (part.key !== 'ca' || !isCountry(run.part(end + 1), 'CA'))
  },
  /** `Toledo, OH - Ohio` says the region twice, and `Albany, NY, New York` are two cities. */
  again: (part, { region, run, end }) => {
    if (region === undefined || regionOf(part) !== region) return false
    const isOpen = part.code === undefined && run.part(end + 1).meaning?.country === undefined
    return !isOpen || !isCityOf(part, region)
  },
  /** The country of the region. */
  own: (part, { region }) => region !== undefined && isCountry(part, region.country),
  /** A region in a list: `DC, MD, VA`. */
  each: (part, { run, at, end, within }) => {
    const [region, next] = [regionOf(part), regionOf(run.part(end + 1))]
    if (region === undefined || (within ?? region.country) !== region.country) return false
    const isCity = next !== undefined && isCityOf(part, next)
    return !isCity && run.parts.slice(at, end).every((other) => regionOf(other) !== region)
  },
  country: ({ meaning, code }, { run, end }) =>
    meaning?.country !== undefined || (code === 'CA' && !isCountry(run.part(end + 1), 'US')),
  /** `CA, Canada` */
  same: ({ meaning }, { run, end }) => meaning?.country === 'CA' && run.part(end - 1).code === 'CA',
  /** The region of a city behind its country: `Raleigh, US, North Carolina`. `Boston, US, Ohio, US` is a list. */
  behind: (part, { country, run, end }) =>
    country !== undefined &&
    regionOf(part)?.country === country &&
    run.part(end + 1).meaning?.country === undefined,
  /** What may name the country of the name beside it: `IN`, `WA`. */
  code: ({ code, meaning }) => (code ?? meaning?.foreignCountry) !== undefined,
  foreign: isForeignCountry,
  /** A city of the foreign country, or its code. */
  inside: ({ code, meaning }, { run, at }) => {
    const country = run.part(at).meaning?.foreignCountry
    return (
      code === country || meaning?.foreignCities.some((city) => city.country === country) === true
    )
  },
  /** An air base of the United Kingdom; its county follows: `RAF Lakenheath, Suffolk`. */
  base: ({ text }) => /^RAF \p{Lu}/u.test(text),
} satisfies Record<string, IsKind>

type Kind = keyof typeof KINDS

/** A kind in a shape; `?` and `+` have the meaning that they have in expressions. */
export interface KindOf {
  kind: Kind
  isOptional: boolean
  isRepeated: boolean
}

/** Behind `or`, only these kinds belong to the names before. */
const IN_LISTS: ReadonlySet<Kind> = new Set(['each', 'inside', 'own', 'paired', 'quarter', 'town'])

/** Reads `name region own?`. */
export function toKinds(shape: string): KindOf[] {
  return shape.split(' ').map((word) => {
    const kind = word.replace('?', '').replace('+', '')
    if (!isKind(kind)) throw new Error(`no kind of parts: ${kind}`)
    return { kind, isOptional: word.endsWith('?'), isRepeated: word.endsWith('+') }
  })
}

function isKind(word: string): word is Kind {
  return Object.hasOwn(KINDS, word)
}

/** Whether the parts from the segment's start are of these kinds; it takes as many as there are. */
export function takeKinds(taken: Segment, kinds: readonly KindOf[]): boolean {
  for (const { kind, isOptional, isRepeated } of kinds) {
    const start = taken.end
    while (takePart(taken, kind)) if (!isRepeated) break
    if (taken.end === start && !isOptional) return false
  }
  return true
}

function takePart(taken: Segment, kind: Kind): boolean {
  const { at, end, run } = taken
  const part = run.parts[end]
  if (part === undefined || (part.isAlternative && end > at && !IN_LISTS.has(kind))) return false
  if (!KINDS[kind](part, taken)) return false
  if (kind === 'name' || kind === 'paired' || kind === 'town') taken.name = part
  if (kind === 'own') taken.country = taken.region?.country
  if (kind === 'country') taken.country = part.meaning?.country ?? 'CA'
  if (kind === 'region' || kind === 'behind') {
    taken.region = regionIn(part)
    taken.regionPart = part
  }
  taken.end += 1
  return true
}

/** The region that a part names, or the one that its area is in. */
function regionIn({ meaning }: Part): Region | undefined {
  return meaning?.region ?? meaning?.metro
}

/** Whether a part names the country. */
function isCountry(part: Part, country: Country): boolean {
  return part.meaning?.country === country || (country === 'CA' && part.code === 'CA')
}
