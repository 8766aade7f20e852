import type { Finding, Findings } from './finding'
import { type KindOf, toKinds } from './kinds'
import * as abroad from './read-abroad'
import * as here from './read-here'
import * as alone from './read-name'
import { type CityRegion, hasRegion, type Segment } from './segment'

/** A case of a shape: what it costs to read a segment so, and its findings. The better a reading explains its parts, the less it costs. */
type Case<S> = readonly [cost: number, read: (segment: S) => Findings]

/** Kinds of parts in a row, and what they mean together. */
interface Shape {
  kinds: readonly KindOf[]
  /** How many parts it has at least. */
  length: number
  /** The cost of its cheapest case. */
  least: number
  read: (segment: Segment) => { cost: number; findings: readonly Finding[] } | undefined
}

/**
 * All that a run is made of. Of a shape the first case that is true decides, and of all covers of a run the cheapest. A known name alone costs 4 and
 * another one 8, so that `London, New York` (4 + 4) is two places and `Nowhereville, New York` (10, and not 8 + 4) is one.
 */
export const SHAPES: readonly Shape[] = [
  besideRegion(
    'name extra? county? region again? own? same?',
    [0, here.cityOfRegion],
    [9, here.endOfAddress],
    [2, here.areaOfRegion],
    [4, abroad.nameInRegion],
    [4, here.meantCity],
    [7, here.certainRegion],
    [10, here.regionOfName],
  ),
  besideRegion(
    'site name region again? own?',
    [1, here.cityOfRegion],
    [10, here.endOfAddress],
    [11, here.regionOfName],
  ),
  besideRegion('name paired region again? own?', [0, here.countyOfTwo]),
  besideRegion('name region town region again? own?', [2, here.townBehind]),
  besideRegion('name country behind', [1, here.cityInFront]),
  besideRegion('region name again? own?', [2, here.cityBehind]),
  shape('name country same?', [2, here.cityOfCountry], [11, here.countryOfName]),
  besideRegion('region again? own same?', [2, here.ownCity], [6, here.regionOfCountry]),
  shape('each each each+', [0, here.eachRegion]),
  shape('name quarter', [0, here.quarter]),
  shape('name code', [2, abroad.pair]),
  shape('code name', [2, abroad.pair]),
  shape('name foreign', [2, abroad.nameInCountry]),
  shape('name name foreign', [5, abroad.regionInCountry]),
  shape('name any code', [2, abroad.codes]),
  shape('base any?', [2, abroad.foreign]),
  shape('foreign inside+', [3, abroad.foreign]),
  shape('foreign', [4, abroad.foreign]),
  shape('country same?', [4, alone.country]),
  shape('region', [4, alone.sureRegion], [8, alone.region]),
  shape(
    'any',
    [0, alone.wholeAddress],
    [4, alone.area],
    [4, alone.knownName],
    [8, alone.otherName],
  ),
]

function besideRegion(words: string, ...cases: readonly Case<CityRegion>[]): Shape {
  const read = (segment: Segment) => (hasRegion(segment) ? firstTrue(cases, segment) : undefined)
  return { ...sizes(words, cases), read }
}

function shape(words: string, ...cases: readonly Case<Segment>[]): Shape {
  return { ...sizes(words, cases), read: (segment) => firstTrue(cases, segment) }
}

function sizes<S>(words: string, cases: readonly Case<S>[]) {
  const kinds = toKinds(words)
  const length = kinds.filter(({ isOptional }) => !isOptional).length
  return { kinds, length, least: Math.min(...cases.map(([cost]) => cost)) }
}

function firstTrue<S>(cases: readonly Case<S>[], segment: S) {
  for (const [cost, read] of cases) {
    const findings = read(segment)
    if (findings !== undefined) return { cost, findings }
  }
  return undefined
}
