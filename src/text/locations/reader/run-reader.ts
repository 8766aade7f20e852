import type { Country } from '../../../values/country'
import type { LocationTable } from '../table/location-table'
import {
  cityInCountry,
  cityInRegion,
  MIN_KNOWN_POPULATION,
  MIN_LARGE_POPULATION,
  readBareName,
} from './choose-city'
import { matchJoined } from './city-areas'
import { findCityRegion } from './city-region'
import {
  cityMatch,
  isIn,
  type Match,
  match,
  type NameGroup,
  placeFinding,
  regionFinding,
} from './finding'
import { isWide, type Part } from './location-part'
import { matchBeforeCa } from './match-california'
import { matchCityRegion } from './match-city-region'
import { matchForeign } from './match-foreign'
import { matchName } from './match-name'
import {
  hasOwnPostalCode,
  isCanadaCode,
  isCapital,
  isCertainRegion,
  isCounty,
  regionOf,
} from './part-kinds'
import { matchRegions, regionAfter, regionBehind } from './region-place'
import type { TextContext } from './text-context'

/**
 * Reads the names of one run, in either direction:
 *
 *     run     = { place }
 *     place   = [ site ] city [ county | site ] region [ country ] | city country [ region ] | region [ country ] | city
 *             | country place | region city
 *     foreign = { name } country | country { city }
 */
export class RunReader {
  constructor(
    private readonly parts: readonly Part[],
    private readonly table: LocationTable,
    private readonly text: TextContext,
  ) {}

  read(): NameGroup[] {
    const groups: NameGroup[] = []
    let at = 0
    while (at < this.parts.length) {
      const match =
        matchRegions(this.parts, at) ??
        this.matchCounty(at) ??
        this.matchSite(at) ??
        this.matchQuarter(at) ??
        this.matchAt(at, undefined)
      const { findings, length } = match
      groups.push({ parts: this.parts.slice(at, at + length), findings })
      at += length
    }
    return groups
  }

  /** `Leeds and Grenville, Ontario` is a county: its names are not both those of towns. */
  private matchCounty(at: number): Match | undefined {
    const [first, second] = this.parts.slice(at, at + 2)
    if (!first || !second?.isPaired || isWide(first.meaning) || first.meaning?.metro)
      return undefined
    const pair = findCityRegion(
      { parts: this.parts, at: at + 1, within: undefined },
      this.text,
      this.table,
    )
    if (pair === undefined || regionOf(pair.regionPart) === undefined) return undefined
    const isTown = cityInRegion(first, pair.region, this.table) !== undefined
    const isLarge = (pair.city?.population ?? 0) >= MIN_LARGE_POPULATION
    const bare = readBareName(first)
    if (isTown || isLarge || (bare.kind === 'city' && bare.city.population >= MIN_KNOWN_POPULATION))
      return undefined
    return match(pair.length + 1, regionFinding(pair.region))
  }

  /** site city region: `Riverside Store, Austin, TX` is in Austin; and `Taylor, Taylor, TX`. */
  private matchSite(at: number): Match | undefined {
    const [part, next] = [this.parts[at], this.parts[at + 1]]
    const isList = this.parts.some(({ isSite }, index) => isSite && index !== at)
    const isSite = part?.key === next?.key || (part?.isSite && !isList)
    if (!isSite || next?.isAlternative) return undefined
    const town = this.matchCityAndRegion(at + 1, undefined)
    const isPlace = town?.findings.every(({ kind }) => kind === 'place')
    return town && isPlace ? { ...town, length: town.length + 1 } : undefined
  }

  /** `Clear Lake/Southeast Houston`: two names of a quarter, the first of which is also that of a small town elsewhere. */
  private matchQuarter(at: number): Match | undefined {
    const [part, next] = this.parts.slice(at, at + 2)
    const region = next?.isListed ? next.quarterOf?.region : undefined
    if (part === undefined || region === undefined || isWide(part.meaning)) return undefined
    const bare = readBareName(part)
    if (bare.kind === 'city' && bare.city.population >= MIN_KNOWN_POPULATION) return undefined
    return match(2, regionFinding(region))
  }

  /** `within` is the country that was named before. */
  private matchAt(at: number, within: Country | undefined): Match {
    const part = this.parts[at]
    if (part === undefined) return match(1)
    return (
      this.matchCityAndRegion(at, within) ??
      this.matchCountry(at) ??
      matchForeign(this.parts, at, this.table) ??
      this.matchCityAndCountry(at, within) ??
      this.matchRegion(at, within) ??
      matchName(part, within, at === 0)
    )
  }

  /** city [ county | site ] region [ country ] */
  private matchCityAndRegion(at: number, within: Country | undefined): Match | undefined {
    const part = this.parts[at]
    if (part === undefined || part.meaning?.country !== undefined) return undefined
    const regionAt = regionAfter(this.parts, at)
    const next = this.parts[regionAt]
    if (next === undefined || next.isAlternative) return undefined
    if (part.joined !== undefined) return matchJoined(this.parts, at)
    if (next.key === 'ca') {
      return matchBeforeCa(this.parts, { at, caAt: regionAt, within }, this.text, this.table)
    }
    const pair = findCityRegion({ parts: this.parts, at, within }, this.text, this.table)
    const found = pair && matchCityRegion(pair)
    return found && (this.matchTownBehind(at, found) ?? found)
  }

  /** `3rd FL, Coral Gables, FL`, `Acme LLC AZ - Tempe, AZ`: the words before the region are not a town; the town follows. */
  private matchTownBehind(at: number, { findings, length }: Match): Match | undefined {
    const [part, found] = [this.parts[at], findings[0]]
    if (part === undefined || found?.kind !== 'place' || isCounty(part)) return undefined
    const { name, city, region } = found.place
    const isTown = city !== undefined || (name !== undefined && !part.isSite)
    if (isTown || part.meaning?.metro !== undefined) return undefined
    const town = this.matchCityAndRegion(at + length, undefined)
    const [inside] = town?.findings ?? []
    const isInRegion = inside?.kind === 'place' && inside.place.city?.region === region
    return town && isInRegion ? { ...town, length: length + town.length } : undefined
  }

  /** country place | country */
  private matchCountry(at: number): Match | undefined {
    const part = this.parts[at]
    const country =
      part?.meaning?.country ?? (isCanadaCode(part, this.parts[at + 1]) ? 'CA' : undefined)
    if (country === undefined) return undefined
    const next = this.parts[at + 1]
    if (next !== undefined && !next.isAlternative && next.meaning?.country === undefined) {
      const inside = this.matchAt(at + 1, country)
      if (inside.findings.length > 0 && inside.findings.every((found) => isIn(found, country))) {
        return { findings: inside.findings, length: inside.length + 1 }
      }
    }
    return match(1, placeFinding({ country }))
  }

  /** city country [ region ] */
  private matchCityAndCountry(at: number, within: Country | undefined): Match | undefined {
    const [part, next] = [this.parts[at], this.parts[at + 1]]
    const country = next?.meaning?.country
    if (part === undefined || country === undefined) return undefined
    const region = regionOf(part)
    const last = regionBehind(this.parts, at + 1)
    const isSame = last !== undefined && within === undefined && (region ?? last) === last
    const inLast = isSame ? cityInRegion(part, last, this.table) : undefined
    if (inLast) return cityMatch(inLast, 3)
    if (region !== undefined && region.country !== country) {
      // `Ontario, United States` is in California.
      const abroad = cityInCountry(part.meaning?.cities ?? [], country)
      return abroad && cityMatch(abroad, 2)
    }
    if (region !== undefined) {
      const isCity = part.key === 'new york' && this.text.hasCitiesOnly
      const city = isCity ? cityInRegion(part, region, this.table) : undefined
      return city ? cityMatch(city, 2) : match(2, regionFinding(region))
    }
    const metro = part.meaning?.metro
    if (metro?.country === country) return match(2, regionFinding(metro))
    const city = cityInCountry(part.meaning?.cities ?? [], country)
    if (city !== undefined) return cityMatch(city, 2)
    const bare = readBareName(part)
    if (bare.kind === 'foreign' || bare.kind === 'city') return undefined
    // `B - USA - FL - Jacksonville`
    const inside = bare.kind === 'unknown' ? this.matchCountry(at + 1) : undefined
    return { findings: [placeFinding({ country })], ...inside, length: 1 + (inside?.length ?? 1) }
  }

  /** region city | region [ country ] */
  private matchRegion(at: number, within: Country | undefined): Match | undefined {
    const part = this.parts[at]
    const region = part === undefined ? undefined : regionOf(part)
    if (part === undefined || region === undefined) return undefined
    const isState = part.isRegion || this.text.isRemote || this.text.hasRegionsOnly
    if (part.key === 'new york' && !isState && within === undefined) return undefined
    const next = this.parts[at + 1]
    // `DC - Washington`
    const isName = next && (regionOf(next) === undefined || isCapital(next, region))
    const city = isName ? cityInRegion(next, region, this.table) : undefined
    if (next && city) {
      const inside = this.matchAt(at + 1, undefined)
      const isSame = inside.findings.every(
        (found) => found.kind !== 'place' || (found.place.city ?? city) === city,
      )
      if (isSame) return cityMatch(city, inside.length + 1)
    }
    const isCertain =
      hasOwnPostalCode(part, region) ||
      within === region.country ||
      isCertainRegion(part, region, this.text, this.table)
    if (part.key === 'washington' && !this.text.isRemote && within === undefined) {
      const cities = part.meaning?.cities.filter((found) => found.region.code === 'DC') ?? []
      return match(1, { kind: 'open', cities, region, country: 'US' })
    }
    return match(1, isCertain ? regionFinding(region) : { kind: 'open', cities: [], region })
  }
}
