import type { Country } from '../../../values/country'
import { cityInCountry, readBareName } from './choose-city'
import { joinedCities } from './city-areas'
import { cityFinding, cityMatch, type Match, match, placeFinding, regionFinding } from './finding'
import type { Part } from './location-part'
import { isCountryCode } from './part-kinds'

/** A name that no region or country stands beside. `within` is the country that was named before. */
export function matchName(part: Part, within: Country | undefined, isFirst: boolean): Match {
  const { metro, zone, isWorld, isBoth = false } = part.meaning ?? {}
  if (isWorld) return match(1, { kind: 'open', cities: [], isWorld, isBoth })
  if (metro !== undefined) return match(1, regionFinding(metro))
  if (zone !== undefined) return match(1, placeFinding({ country: zone }))
  const isForeign = part.meaning?.foreignCountry !== undefined
  const inCountry = within && !isForeign && cityInCountry(part.meaning?.cities ?? [], within)
  if (inCountry) return cityMatch(inCountry, 1)
  const joined = part.joined && joinedCities(part)
  if (joined !== undefined) return match(1, ...joined.map(cityFinding))
  const bare = readBareName(part)
  switch (bare.kind) {
    case 'city':
      return cityMatch(bare.city, 1)
    case 'foreign':
      return match(1, { kind: 'foreign' })
    case 'open':
      return match(1, bare)
    case 'unknown':
      if (part.quarterOf !== undefined) return match(1, regionFinding(part.quarterOf.region))
      // `AT` and `BE` are words at the beginning only.
      return isCountryCode(part) && (!part.meaning || (!isFirst && part.meaning.isFiller))
        ? match(1, { kind: 'foreign' })
        : match(1)
  }
}
