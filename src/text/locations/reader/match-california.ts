import type { Country } from '../../../values/country'
import type { LocationTable } from '../table/location-table'
import { cityInCountry, cityInRegion } from './choose-city'
import { cityMatch, type Match, match, placeFinding, regionFinding } from './finding'
import { isCalifornian, meantCity } from './local-names'
import type { Part } from './location-part'
import { hasOwnPostalCode, isCounty, isKnownElsewhere, nameOf, regionOf } from './part-kinds'
import { lengthWithCountry } from './region-place'
import type { TextContext } from './text-context'

/** Where the name and the `CA` behind it stand, and the country that was named before. */
interface BeforeCa {
  at: number
  caAt: number
  within: Country | undefined
}

/** `CA` is California after a Californian city, and Canada after a Canadian region or city. */
export function matchBeforeCa(
  parts: readonly Part[],
  { at, caAt, within }: BeforeCa,
  text: TextContext,
  table: LocationTable,
): Match | undefined {
  const [part, next] = [parts[at], parts[caAt]]
  const california = next?.meaning?.region
  if (part === undefined || next === undefined || california === undefined) return undefined
  const length = lengthWithCountry(parts, at, caAt + 1, 'US')
  const isAmerican = length > caAt + 1 - at || within === 'US' || hasOwnPostalCode(next, california)
  const canadianLength = lengthWithCountry(parts, at, caAt + 1, 'CA')
  const isCanadian = canadianLength > caAt + 1 - at || within === 'CA'
  const region = regionOf(part)
  const inCalifornia = cityInRegion(part, california, table)
  const isProvince = region?.country === 'CA' && (part.code !== undefined || text.country === 'CA')
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
  const isCertain = isAmerican || isCounty(part) || isCalifornian(part, california, table)
  if (part.meaning !== undefined && (!isCertain || (!isAmerican && isKnownElsewhere(part))))
    return undefined
  if (!isCertain) return match(length, { kind: 'open', cities: [], region: california })
  const meant = meantCity(part, california, table)
  if (meant !== undefined) return cityMatch(meant, length)
  const named = nameOf(part, text.isTown)
  return match(length, placeFinding({ country: 'US', region: california, ...named }))
}
