import type { Country } from '../values/country'
import type { Region } from '../values/region'
import { cityInCountry, cityInRegion, readBareName } from './choose-city'
import type { Part } from './location-parts'
import type { City, LocationTable } from './location-table'

/** A place as far as it is certain. */
export interface FoundPlace {
  country: Country
  region?: Region
  /** The name in the table, or as published when the table does not have it. */
  name?: string
  city?: City
}

/** `open`: the other places of the text may tell which it is. */
export type Finding =
  | { kind: 'place'; place: FoundPlace }
  | { kind: 'foreign' }
  | { kind: 'open'; cities: readonly City[]; region?: Region; country?: Country }

interface Match {
  findings: Finding[]
  /** How many parts it takes. */
  length: number
}

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
    /** The country of places that name none. */
    private readonly country: Country | undefined,
    /** The text says `Remote`, so that `New York` alone is the state. */
    private readonly isRemote: boolean,
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
      this.matchForeign(at) ??
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
      const isForeign =
        !isConfirmed && !next.hasPostalCode && isForeignPair(part, next) && city.population < 1e6
      return isForeign
        ? { findings: [{ kind: 'open', cities: [] }], length }
        : cityMatch(city, length)
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

  /** New York and Washington are cities before their regions: `Georgetown, Washington, DC`. */
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
    const region = regionOf(part)
    const inCalifornia = cityInRegion(part, california, this.table)
    const isProvince =
      region?.country === 'CA' && (part.code !== undefined || this.country === 'CA')
    if (inCalifornia !== undefined && !isProvince && within !== 'CA') {
      return cityMatch(inCalifornia, length)
    }
    if (region !== undefined) {
      return region.country === 'CA' && !isAmerican
        ? match(caAt + 1 - at, regionFinding(region))
        : undefined
    }
    const canadian = cityInCountry(part.meaning?.cities ?? [], 'CA')
    if (canadian !== undefined && !isAmerican) return cityMatch(canadian, caAt + 1 - at)
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
    const country = part?.meaning?.country ?? (this.isCanadaCode(at) ? 'CA' : undefined)
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

  /** `CA` before a Canadian region or city. */
  private isCanadaCode(at: number): boolean {
    const next = this.parts[at + 1]
    if (this.parts[at]?.code !== 'CA' || next === undefined) return false
    const region = regionOf(next)
    if (region !== undefined) return region.country === 'CA'
    const cities = next.meaning?.cities ?? []
    const isCalifornian = cities.some((city) => city.region.code === 'CA')
    return !isCalifornian && cityInCountry(cities, 'CA') !== undefined
  }

  private matchForeign(at: number): Match | undefined {
    const part = this.parts[at]
    if (part === undefined) return undefined
    if (part.meaning?.isForeignZone) return match(1, { kind: 'foreign' })
    const isBareRegion = regionOf(part) !== undefined
    if (part.meaning?.foreignCountry !== undefined && !isBareRegion) {
      return match(1 + this.countForeignAfter(at), { kind: 'foreign' })
    }
    if (isBareRegion && part.code === undefined && part.meaning?.foreignCountry === undefined) {
      return undefined
    }
    return this.matchForeignAhead(at, part)
  }

  /** { name } country; and `Bengaluru, IN`, `IN-Bengaluru` */
  private matchForeignAhead(at: number, part: Part): Match | undefined {
    const next = this.parts[at + 1]
    if (next === undefined) return undefined
    if (isForeignPair(part, next) || isForeignPair(next, part)) {
      return match(2, { kind: 'foreign' })
    }
    const isCityHere = readBareName(part).kind === 'city'
    const state = next.meaning?.foreignCountry
    if (state !== undefined && regionOf(next) === undefined) {
      if (isCityHere && isCityState(next)) return undefined
      return match(2, { kind: 'foreign' })
    }
    const third = this.parts[at + 2]
    if (third?.meaning?.foreignCountry !== undefined && part.key === next.key) {
      return match(3, { kind: 'foreign' })
    }
    const isMiddle = next.meaning?.cities.length === 0 || next.meaning === undefined || !isCityHere
    const isWide =
      next.meaning?.country !== undefined ||
      (regionOf(next) !== undefined && next.code === undefined)
    if (third?.meaning?.foreignCountry === undefined || isWide || !isMiddle) return undefined
    return readBareName(next).kind === 'city' && isCityHere
      ? undefined
      : match(3, { kind: 'foreign' })
  }

  private countForeignAfter(at: number): number {
    const country = this.parts[at]?.meaning?.foreignCountry
    const isInside = (part: Part | undefined) =>
      part?.meaning?.foreignCities.some((city) => city.country === country) === true
    let count = 0
    while (isInside(this.parts[at + count + 1])) count += 1
    return count
  }

  /** city country */
  private matchCityAndCountry(at: number): Match | undefined {
    const [part, next] = [this.parts[at], this.parts[at + 1]]
    const country = next?.meaning?.country
    if (part === undefined || country === undefined) return undefined
    const region = regionOf(part)
    if (region !== undefined) {
      return region.country === country ? match(2, regionFinding(region)) : undefined
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
    if (part.key === 'new york' && !this.isRemote && within === undefined) return undefined
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
    if (part.key === 'washington' && !this.isRemote && within === undefined) {
      const cities = part.meaning?.cities.filter((found) => found.region.code === 'DC') ?? []
      return match(1, { kind: 'open', cities, region, country: 'US' })
    }
    return match(1, isCertain ? regionFinding(region) : { kind: 'open', cities: [], region })
  }

  private matchName(at: number, within: Country | undefined): Match {
    const part = this.parts[at]
    if (part === undefined) return { findings: [], length: 1 }
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
        return part.code !== undefined && part.meaning?.region === undefined && !part.meaning
          ? match(1, ...(WORDS_LIKE_CODES.has(part.code) ? [] : [{ kind: 'foreign' } as const]))
          : { findings: [], length: 1 }
    }
  }

  /** The region's code cannot be read as another country's, or only as one without postings. */
  private isCertainRegion(part: Part, region: Region): boolean {
    if (this.country === region.country) return true
    if (part.code === undefined) return part.meaning?.foreignCountry === undefined
    return part.code !== 'CA' && (!this.table.isForeignCode(part.code) || UNLIKELY.has(part.code))
  }

  private lengthWithCountry(at: number, countryAt: number, country: Country): number {
    const part = this.parts[countryAt]
    const isSame = part?.meaning?.country === country || (country === 'CA' && part?.code === 'CA')
    return countryAt - at + (isSame ? 1 : 0)
  }
}

/** Codes of states whose other reading is a country that postings hardly name. */
const UNLIKELY = new Set('AZ KY MA MD ME MN MO MS NC NE NU PA SC SD TN VA YT'.split(' '))
const WORDS_LIKE_CODES = new Set('AI AM ET HR IO IT NA PM PT SO TO TV'.split(' '))

/** The region that a part names; two letters must be capitals. */
function regionOf({ key, code, meaning }: Part): Region | undefined {
  return key.length > 2 || code !== undefined ? meaning?.region : undefined
}

const AUSTRALIAN_STATES = new Set(['NT', 'SA', 'WA'])
const BRAZILIAN_STATES = new Set(['AL', 'MA', 'MS', 'MT', 'PA', 'PE', 'SC'])

/** `Bengaluru, IN`: the code is a country's, and the city is there. */
function isForeignPair(city: Part, country: Part): boolean {
  const { foreignCities = [] } = city.meaning ?? {}
  const code = country.code ?? country.meaning?.foreignCountry
  if (code === undefined || city.code !== undefined || country.isAlternative) return false
  return foreignCities.some(
    (foreign) =>
      foreign.country === code ||
      (foreign.country === 'AU' && AUSTRALIAN_STATES.has(code)) ||
      (foreign.country === 'BR' && BRAZILIAN_STATES.has(code)),
  )
}

/** In a list, these say nothing of the city before them. */
function isCityState({ meaning }: Part): boolean {
  return ['HK', 'LU', 'MC', 'SG'].includes(meaning?.foreignCountry ?? '')
}

/** The name is that of a well-known place, so that a region's name after it begins a place of its own: `London, New York`. */
function isKnownElsewhere(part: Part): boolean {
  const bare = readBareName(part)
  return bare.kind === 'city'
    ? bare.city.population >= 100_000
    : bare.kind === 'foreign' || (bare.kind === 'open' && bare.cities.length === 0)
}

/** The name as published, unless it is a county or no name. */
function nameOf(part: Part): { name?: string } {
  const { text } = part
  const isWritten = /^\p{L}[\p{L}\p{M}'’. -]{1,60}$/u.test(text) && !/^[A-Z]{1,4}$/.test(text)
  return !isCounty(part) && isWritten && text.split(' ').length <= 4 ? { name: text } : {}
}

function isCounty({ key }: Part): boolean {
  return / (?:county|parish|borough)$/.test(key)
}

function isIn(found: Finding, country: Country): boolean {
  return found.kind === 'place' && found.place.country === country
}

function match(length: number, ...findings: Finding[]): Match {
  return { findings, length }
}

function placeFinding(place: FoundPlace): Finding {
  return { kind: 'place', place }
}

function regionFinding(region: Region): Finding {
  return placeFinding({ country: region.country, region })
}

function cityMatch(city: City, length: number): Match {
  const { region, name } = city
  return match(length, placeFinding({ country: region.country, region, name, city }))
}
