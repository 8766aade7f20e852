import type { City } from '../table/location-table'
import { cityInCountry, readBareName } from './choose-city'
import { joinedCities } from './city-areas'
import { cityFinding, type Findings, placeFinding, regionFinding } from './finding'
import type { Part } from './location-part'
import {
  hasOwnPostalCode,
  isCanadaCode,
  isCertainRegion,
  isCountryCode,
  isKnownElsewhere,
  regionOf,
} from './part-kinds'
import type { Segment } from './segment'

/** A region by its full name, or by its code inside its country. */
export function sureRegion(segment: Segment): Findings {
  return segment.names[0].code && !segment.within ? undefined : region(segment)
}

export function region(segment: Segment): Findings {
  const { names, within, run } = segment
  const [part] = names
  const region = regionOf(part)
  if (region === undefined || isNewYorkCity(part, segment)) return undefined
  if (part.key === 'washington' && !run.text.isRemote && within === undefined) {
    const cities = part.meaning?.cities.filter((city) => city.region.code === 'DC') ?? []
    return [{ kind: 'open', cities, region, country: 'US' }]
  }
  const isCertain =
    within === region.country ||
    hasOwnPostalCode(part, region) ||
    isCertainRegion(part, region, run.text, run.table)
  return [isCertain ? regionFinding(region) : { kind: 'open', cities: [], region }]
}

/** `New York` alone is the city. Beside `Remote` or a country it is the state. */
export function isNewYorkCity({ key, isRegion }: Part, { run, within }: Segment): boolean {
  const { isRemote, hasRegionsOnly } = run.text
  return key === 'new york' && !(within ?? (isRegion || isRemote || hasRegionsOnly))
}

/** `Washington DC` is a city with its region. */
export function wholeAddress({ names: [part] }: Segment): Findings {
  return part.key === 'washington dc' ? bareName(part) : undefined
}

/** An area, a part of the world, joined cities, or a city of the country that was named before. */
export function area({ names: [part], within }: Segment): Findings {
  const { metro, zone, isWorld, isBoth = false, isForeignZone, foreignCountry } = part.meaning ?? {}
  if (isForeignZone) return [{ kind: 'foreign' }]
  if (isWorld) return [{ kind: 'open', cities: [], isWorld, isBoth }]
  if (metro !== undefined) return [regionFinding(metro)]
  if (zone !== undefined) return [placeFinding({ country: zone })]
  const isHere = within !== undefined && foreignCountry === undefined
  const city = isHere ? cityInCountry(part.meaning?.cities ?? [], within) : undefined
  if (city !== undefined) return [cityFinding(city)]
  return part.joined && joinedCities(part)?.map(cityFinding)
}

/** A city of 100,000 people or more, or one abroad. */
export function knownName({ names: [part] }: Segment): Findings {
  return isKnownElsewhere(part) ? bareName(part) : undefined
}

export function otherName(segment: Segment): Findings {
  const { names, at } = segment
  const [part] = names
  const bare = readBareName(part)
  // `St. Louis, MO Westport` is not Westport in another state.
  if (bare.kind === 'city' && (part.behindRegion ?? bare.city.region) !== bare.city.region)
    return []
  // `Rosemont, Montréal`, `Mumbai - Times Square`: a quarter, or a city of its own.
  if (bare.kind === 'city' && isBesideAbroad(segment, bare.city)) {
    return [{ kind: 'open', cities: [bare.city] }]
  }
  const findings = bareName(part)
  if (findings !== undefined) return findings
  if (part.quarterOf !== undefined) return [regionFinding(part.quarterOf.region)]
  // `AT` and `BE` are words at the beginning only.
  const isWord = part.meaning !== undefined && !(at > 0 && part.meaning.isFiller)
  return isCountryCode(part) && !isWord ? [{ kind: 'foreign' }] : []
}

/** Whether a large city of another country stands beside a city, with a comma or a dash between them. */
function isBesideAbroad({ names: [part], at, end, run }: Segment, { region }: City): boolean {
  const neighbours = [run.part(at - 1), run.part(end)]
  const isList = [part, ...neighbours].some((one) => one.isListed || one.isAlternative)
  return (
    !isList &&
    neighbours.filter(isKnownElsewhere).some((neighbour) => {
      const bare = readBareName(neighbour)
      if (bare.kind === 'city') return bare.city.region.country !== region.country
      return bare.kind === 'foreign'
    })
  )
}

function bareName(part: Part): Findings {
  const bare = readBareName(part)
  if (bare.kind === 'unknown') return undefined
  return [bare.kind === 'city' ? cityFinding(bare.city) : bare]
}

/** A country, or `CA` before a place in Canada. */
export function country({ names: [part], country, at, end, run }: Segment): Findings {
  const isCode = part.meaning?.country === undefined && end === at + 1
  if (country === undefined || (isCode && !isCanadaCode(part, run.part(end)))) return undefined
  return [placeFinding({ country })]
}
