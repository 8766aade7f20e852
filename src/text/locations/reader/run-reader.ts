import type { Country } from '../../../values/country'
import type { Region } from '../../../values/region'
import type { LocationTable } from '../table/location-table'
import { cityInCountry, cityInRegion, readBareName } from './choose-city'
import { isAreaIn, matchJoined } from './city-areas'
import {
  cityMatch,
  isIn,
  type Match,
  match,
  type NameGroup,
  placeFinding,
  regionFinding,
} from './finding'
import type { Part } from './location-part'
import { matchBeforeCa } from './match-california'
import { matchForeign } from './match-foreign'
import { matchName } from './match-name'
import {
  hasForeignPostalCode,
  hasOwnPostalCode,
  isCanadaCode,
  isCapital,
  isCertainRegion,
  isCityAbroad,
  isCityOfCountry,
  isCounty,
  isForeignName,
  isForeignPair,
  isKnownElsewhere,
  isOwnCity,
  isTwoCities,
  nameOf,
  regionOf,
} from './part-kinds'
import {
  isCityOf,
  lengthWithCountry,
  matchRegions,
  regionAfter,
  regionBehind,
  regionEnd,
} from './region-place'
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
        matchRegions(this.parts, at) ?? this.matchSite(at) ?? this.matchAt(at, undefined)
      const { findings, length } = match
      groups.push({ parts: this.parts.slice(at, at + length), findings })
      at += length
    }
    return groups
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
    const region = next.meaning?.region ?? next.meaning?.metro
    if (region === undefined || (within !== undefined && region.country !== within)) {
      return undefined
    }
    const end = regionEnd(this.parts, regionAt, region)
    const length = lengthWithCountry(this.parts, at, end, region.country)
    const isConfirmed =
      length > end - at || within === region.country || hasOwnPostalCode(next, region)
    const isForeignCode =
      !isConfirmed &&
      this.text.country !== region.country &&
      hasForeignPostalCode(next, region, this.table)
    const city = cityInRegion(part, region, this.table)
    if (city !== undefined && !isConfirmed && isTwoCities(part, next, city)) return undefined
    if (city !== undefined) {
      const isAmbiguous = isForeignCode || (!isConfirmed && isCityOfCountry(part, next))
      return isAmbiguous ? match(length, { kind: 'open', cities: [city] }) : cityMatch(city, length)
    }
    if (regionOf(part) !== undefined) return undefined
    // `Greater Portland, ME`, `Greater Jacksonville, NC Area`; `North Bay, ON` and `Orange County, Virginia` are others.
    const { metro, isTown } = part.meaning ?? {}
    if (metro !== undefined && (metro === region || !(isTown || isCounty(part)))) {
      return isAreaIn(part, next, this.table) ? match(length, regionFinding(region)) : undefined
    }
    if (regionOf(next) === undefined) return undefined
    // `Chennai, TN, IN`
    const after = this.parts[end]
    if (after?.code !== undefined && isCityOfCountry(part, after)) return undefined
    const isAbroad =
      next.code !== undefined && (isCityAbroad(part, next.code) || isForeignName(after))
    if (isForeignCode || (!isConfirmed && isAbroad) || isForeignPair(part, next)) {
      return match(length, { kind: 'foreign' })
    }
    if (part.meaning?.foreignCountry !== undefined) return undefined
    // Washington is a city in `Georgetown, Washington, DC`; so is Ontario in `Fresno, Ontario, CA`, not in `Woodbridge, Ontario, CA`.
    const ca = isConfirmed && region.country === 'CA' ? this.parts[end] : undefined
    const isCanadian = ca !== undefined && !(isCityOf(part, ca) && isKnownElsewhere(part))
    if (isCityOf(next, this.parts[regionAt + 1]) && !isCanadian) return undefined
    if (after?.meaning?.foreignCountry !== undefined) return undefined
    const isOther = next.code === undefined && isKnownElsewhere(part)
    if (isOther && (!isConfirmed || isOwnCity(next, region))) return undefined
    const isCertain =
      isConfirmed ||
      isTown ||
      isCounty(part) ||
      isCertainRegion(next, region, this.text, this.table)
    if (!isCertain) return match(length, { kind: 'open', cities: [], region })
    const isAddress = this.text.isTown || hasOwnPostalCode(next, region)
    const named = nameOf(part, region, isAddress)
    const isName = named.name !== undefined && !part.isSite
    const town = isName || isCounty(part) ? undefined : this.matchTown(at + length, region)
    if (town) return { ...town, length: length + town.length }
    return match(length, placeFinding({ country: region.country, region, ...named }))
  }

  /** `3rd FL, Coral Gables, FL`, `Acme LLC AZ - Tempe, AZ`: the words before the region are not a town; the town follows. */
  private matchTown(at: number, region: Region): Match | undefined {
    const town = this.matchCityAndRegion(at, undefined)
    const [found] = town?.findings ?? []
    return found?.kind === 'place' && found.place.city?.region === region ? town : undefined
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
    if (part.key === 'new york' && !this.text.isRemote && within === undefined) return undefined
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
