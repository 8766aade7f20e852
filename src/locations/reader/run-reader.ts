import type { Country } from '../../values/country'
import type { Region } from '../../values/region'
import type { LocationTable } from '../table/location-table'
import { cityInCountry, cityInRegion, readBareName } from './choose-city'
import {
  cityMatch,
  type Finding,
  isIn,
  type Match,
  match,
  placeFinding,
  regionFinding,
} from './finding'
import type { Part } from './location-part'
import { matchBeforeCa } from './match-california'
import { matchForeign } from './match-foreign'
import {
  hasForeignPostalCode,
  hasOwnPostalCode,
  isCanadaCode,
  isCertainRegion,
  isCityOfCountry,
  isCountryCode,
  isCounty,
  isForeignPair,
  isKnownElsewhere,
  nameOf,
  regionOf,
} from './part-kinds'
import { isCityOf, lengthWithCountry, regionAfter, regionBehind, regionEnd } from './region-place'
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

  read(): Finding[] {
    const findings: Finding[] = []
    let at = 0
    while (at < this.parts.length) {
      const match = this.matchRegions(at) ?? this.matchSite(at) ?? this.matchAt(at, undefined)
      findings.push(...match.findings)
      at += match.length
    }
    return findings
  }

  /** Three or more regions are a list: `DC, MD, VA`. */
  private matchRegions(at: number): Match | undefined {
    if (this.parts.length < at + 3 || isCityOf(this.parts[at], this.parts[at + 1])) return undefined
    const regions = new Set<Region>()
    for (const part of this.parts.slice(at)) {
      const region = regionOf(part)
      if (region === undefined || regions.has(region)) break
      regions.add(region)
    }
    if (regions.size < 3) return undefined
    return match(regions.size, ...Array.from(regions, (region) => regionFinding(region)))
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

  /** `within` is the country that was named before. */
  private matchAt(at: number, within: Country | undefined): Match {
    return (
      this.matchCityAndRegion(at, within) ??
      this.matchCountry(at) ??
      matchForeign(this.parts, at, this.table) ??
      this.matchCityAndCountry(at, within) ??
      this.matchRegion(at, within) ??
      this.matchName(at, within)
    )
  }

  /** city [ county | site ] region [ country ] */
  private matchCityAndRegion(at: number, within: Country | undefined): Match | undefined {
    const part = this.parts[at]
    if (part === undefined || part.meaning?.country !== undefined) return undefined
    const regionAt = regionAfter(this.parts, at)
    const next = this.parts[regionAt]
    if (next === undefined || next.isAlternative) return undefined
    if (next.key === 'ca') {
      return matchBeforeCa(this.parts, { at, caAt: regionAt, within }, this.text, this.table)
    }
    const region = next.meaning?.region ?? next.meaning?.metro
    if (region === undefined || (within !== undefined && region.country !== within)) {
      return undefined
    }
    const end = regionEnd(this.parts, regionAt, region)
    const length = lengthWithCountry(this.parts, at, end, region.country)
    const isConfirmed =
      length > end - at || within === region.country || hasOwnPostalCode(next, region)
    const isForeignCode = !isConfirmed && this.isForeignCode(next, region)
    const city = cityInRegion(part, region, this.table)
    if (city !== undefined) {
      const isAmbiguous = isForeignCode || (!isConfirmed && isCityOfCountry(part, next))
      return isAmbiguous ? match(length, { kind: 'open', cities: [city] }) : cityMatch(city, length)
    }
    if (regionOf(part) !== undefined) return undefined
    // An area is one of the region behind it: `Greater Portland, ME`, `Greater Jacksonville, NC Area`.
    if (part.meaning?.metro !== undefined) return match(length, regionFinding(region))
    if (regionOf(next) === undefined) return undefined
    // `Chennai, TN, IN`
    const after = this.parts[end]
    if (after?.code !== undefined && isCityOfCountry(part, after)) return undefined
    if (isForeignCode || isForeignPair(part, next)) return match(length, { kind: 'foreign' })
    if (part.meaning?.foreignCountry !== undefined) return undefined
    // Washington is a city in `Georgetown, Washington, DC`; so is Ontario in `Fresno, Ontario, CA`, not in `Woodbridge, Ontario, CA`.
    const ca = isConfirmed && region.country === 'CA' ? this.parts[end] : undefined
    const isCanadian = ca !== undefined && !(isCityOf(part, ca) && isKnownElsewhere(part))
    if (isCityOf(next, this.parts[regionAt + 1]) && !isCanadian) return undefined
    if (after?.meaning?.foreignCountry !== undefined) return undefined
    if (!isConfirmed && next.code === undefined && isKnownElsewhere(part)) return undefined
    const isCertain = isConfirmed || isCounty(part) || this.isCertainRegion(next, region)
    if (!isCertain) return match(length, { kind: 'open', cities: [], region })
    const isName = nameOf(part).name !== undefined && !part.isSite
    const town = isName || isCounty(part) ? undefined : this.matchTown(at + length, region)
    if (town) return { ...town, length: length + town.length }
    return match(length, placeFinding({ country: region.country, region, ...nameOf(part) }))
  }

  /** `3rd FL, Coral Gables, FL`, `Acme LLC AZ - Tempe, AZ`: what stood before the region is no town, and the town follows. */
  private matchTown(at: number, region: Region): Match | undefined {
    const town = this.matchCityAndRegion(at, undefined)
    const [found] = town?.findings ?? []
    return found?.kind === 'place' && found.place.city?.region === region ? town : undefined
  }

  private isForeignCode(part: Part, region: Region): boolean {
    return this.text.country !== region.country && hasForeignPostalCode(part, region, this.table)
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
    if (region !== undefined && region.country !== country) return undefined
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
    if (part.key === 'new york' && !this.text.isRemote && within === undefined) return undefined
    const next = this.parts[at + 1]
    const city = next && regionOf(next) === undefined && cityInRegion(next, region, this.table)
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
      this.isCertainRegion(part, region)
    if (part.key === 'washington' && !this.text.isRemote && within === undefined) {
      const cities = part.meaning?.cities.filter((found) => found.region.code === 'DC') ?? []
      return match(1, { kind: 'open', cities, region, country: 'US' })
    }
    return match(1, isCertain ? regionFinding(region) : { kind: 'open', cities: [], region })
  }

  private matchName(at: number, within: Country | undefined): Match {
    const part = this.parts[at]
    if (part === undefined) return match(1)
    const { metro, isWorld } = part.meaning ?? {}
    if (isWorld) return match(1, { kind: 'open', cities: [], isWorld })
    if (metro !== undefined) return match(1, regionFinding(metro))
    const isForeign = part.meaning?.foreignCountry !== undefined
    const inCountry = within && !isForeign && cityInCountry(part.meaning?.cities ?? [], within)
    if (inCountry) return cityMatch(inCountry, 1)
    const bare = readBareName(part)
    switch (bare.kind) {
      case 'city':
        return cityMatch(bare.city, 1)
      case 'foreign':
        return match(1, { kind: 'foreign' })
      case 'open':
        return match(1, bare)
      case 'unknown':
        // `AT` and `BE` are words at the beginning only.
        return isCountryCode(part) && (!part.meaning || (at > 0 && part.meaning.isFiller))
          ? match(1, { kind: 'foreign' })
          : match(1)
    }
  }

  private isCertainRegion(part: Part, region: Region): boolean {
    return this.text.country === region.country || isCertainRegion(part, this.table)
  }
}
