import type { Country } from '../values/country'
import type { Region } from '../values/region'
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
import type { LocationTable } from './location-table'
import { matchForeign } from './match-foreign'
import {
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
import type { TextContext } from './text-context'

/**
 * Reads the names of one run, in either direction:
 *
 *     run     = { place }
 *     place   = city [ county ] region [ country ] | city country | region [ country ] | city
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
      const match = this.matchRegions(at) ?? this.matchAt(at, undefined)
      findings.push(...match.findings)
      at += match.length
    }
    return findings
  }

  /** Three or more regions are a list: `DC, MD, VA`. */
  private matchRegions(at: number): Match | undefined {
    if (this.parts.length < at + 3 || this.isCityAt(at)) return undefined
    const regions = new Set<Region>()
    for (const part of this.parts.slice(at)) {
      const region = regionOf(part)
      if (region === undefined || regions.has(region)) break
      regions.add(region)
    }
    if (regions.size < 3) return undefined
    return match(regions.size, ...Array.from(regions, (region) => regionFinding(region)))
  }

  /** `within` is the country that was named before. */
  private matchAt(at: number, within: Country | undefined): Match {
    return (
      this.matchCityAndRegion(at, within) ??
      this.matchCountry(at) ??
      matchForeign(this.parts, at) ??
      this.matchCityAndCountry(at) ??
      this.matchRegion(at, within) ??
      this.matchName(at, within)
    )
  }

  /** city [ county ] region [ country ] */
  private matchCityAndRegion(at: number, within: Country | undefined): Match | undefined {
    const part = this.parts[at]
    if (part === undefined || part.meaning?.country !== undefined) return undefined
    const second = this.parts[at + 1]
    const regionAt = second && isCounty(second) ? at + 2 : at + 1
    const next = this.parts[regionAt]
    if (next === undefined || next.isAlternative) return undefined
    if (next.key === 'ca') return this.matchBeforeCa(at, regionAt, within)
    const region = next.meaning?.region ?? next.meaning?.metro
    if (region === undefined || (within !== undefined && region.country !== within)) {
      return undefined
    }
    const length = this.lengthWithCountry(at, regionAt + 1, region.country)
    const isConfirmed = length > regionAt + 1 - at || within === region.country
    const city = cityInRegion(part, region, this.table)
    if (city !== undefined) {
      const isAmbiguous = !isConfirmed && !next.hasPostalCode && isCityOfCountry(part, next)
      return isAmbiguous ? match(length, { kind: 'open', cities: [city] }) : cityMatch(city, length)
    }
    if (regionOf(part) !== undefined || regionOf(next) === undefined) return undefined
    if (part.meaning?.metro !== undefined) {
      return part.meaning.metro === region ? match(length, regionFinding(region)) : undefined
    }
    if (isForeignPair(part, next)) return match(length, { kind: 'foreign' })
    if (part.meaning?.foreignCountry !== undefined || this.isCityAt(regionAt)) return undefined
    if (this.parts[regionAt + 1]?.meaning?.foreignCountry !== undefined) return undefined
    if (!isConfirmed && next.code === undefined && isKnownElsewhere(part)) return undefined
    const isCertain =
      isConfirmed || next.hasPostalCode || isCounty(part) || this.isCertainRegion(next, region)
    if (!isCertain) return match(length, { kind: 'open', cities: [], region })
    return match(length, placeFinding({ country: region.country, region, ...nameOf(part) }))
  }

  /** Washington is a city before DC, not the state: `Georgetown, Washington, DC`. */
  private isCityAt(at: number): boolean {
    const [part, next] = [this.parts[at], this.parts[at + 1]]
    const region = next && regionOf(next)
    return part?.meaning?.cities.some((city) => city.region === region) === true
  }

  /** `CA` is California after a Californian city, and Canada after a Canadian region or city. */
  private matchBeforeCa(at: number, caAt: number, within: Country | undefined): Match | undefined {
    const [part, next] = [this.parts[at], this.parts[caAt]]
    const california = next?.meaning?.region
    if (part === undefined || next === undefined || california === undefined) return undefined
    const length = this.lengthWithCountry(at, caAt + 1, 'US')
    const isAmerican = length > caAt + 1 - at || within === 'US' || next.hasPostalCode
    const canadianLength = this.lengthWithCountry(at, caAt + 1, 'CA')
    const isCanadian = canadianLength > caAt + 1 - at || within === 'CA'
    const region = regionOf(part)
    const inCalifornia = cityInRegion(part, california, this.table)
    const isProvince =
      region?.country === 'CA' && (part.code !== undefined || this.text.country === 'CA')
    if (inCalifornia !== undefined && !isProvince && !isCanadian) {
      return cityMatch(inCalifornia, length)
    }
    if (region !== undefined) {
      return region.country === 'CA' && !isAmerican
        ? match(canadianLength, regionFinding(region))
        : undefined
    }
    const canadian = cityInCountry(part.meaning?.cities ?? [], 'CA')
    if (canadian !== undefined && !isAmerican) return cityMatch(canadian, canadianLength)
    if (part.meaning?.metro === california) return match(length, regionFinding(california))
    if (part.meaning !== undefined && !isAmerican) return undefined
    if (!isAmerican && !isCounty(part)) {
      return match(length, { kind: 'open', cities: [], region: california })
    }
    return match(length, placeFinding({ country: 'US', region: california, ...nameOf(part) }))
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

  /** city country */
  private matchCityAndCountry(at: number): Match | undefined {
    const [part, next] = [this.parts[at], this.parts[at + 1]]
    const country = next?.meaning?.country
    if (part === undefined || country === undefined) return undefined
    const region = regionOf(part)
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
    return match(2, placeFinding({ country }))
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
      part.hasPostalCode || within === region.country || this.isCertainRegion(part, region)
    if (part.key === 'washington' && !this.text.isRemote && within === undefined) {
      const cities = part.meaning?.cities.filter((found) => found.region.code === 'DC') ?? []
      return match(1, { kind: 'open', cities, region, country: 'US' })
    }
    return match(1, isCertain ? regionFinding(region) : { kind: 'open', cities: [], region })
  }

  private matchName(at: number, within: Country | undefined): Match {
    const part = this.parts[at]
    if (part === undefined) return match(1)
    const { metro } = part.meaning ?? {}
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
        return part.meaning === undefined && isCountryCode(part)
          ? match(1, { kind: 'foreign' })
          : match(1)
    }
  }

  private isCertainRegion(part: Part, region: Region): boolean {
    return this.text.country === region.country || isCertainRegion(part, this.table)
  }

  private lengthWithCountry(at: number, countryAt: number, country: Country): number {
    const part = this.parts[countryAt]
    const isSame = part?.meaning?.country === country || (country === 'CA' && part?.code === 'CA')
    return countryAt - at + (isSame ? 1 : 0)
  }
}
