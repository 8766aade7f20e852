import { findArea } from '../locations/table/areas'
import {
  isCityIn,
  isCityName,
  isCityOfCountry,
  largestRegionOf,
} from '../locations/table/city-names'
import { COUNTRY_NAMES, toCountry } from '../values/country'
import { quoteValue } from '../values/errors'
import { findRegion } from '../values/region'
import { noPlace, withoutExtent } from './no-place'
import { beginsWithPlace, type Found, findList, isPlace, isWider } from './place-lists'
import { type SearchSyntaxError, syntaxError } from './search-syntax-error'

/** An alternative of a location filter, from `offset` to `end`, without quotes and exclusions. */
interface Alternative {
  offset: number
  end: number
}

/** How a filter is to be read that is not by the letter: as another filter, or not at all. */
export type PlaceProblem =
  | { meant: string; error?: undefined }
  | { meant?: undefined; error: SearchSyntaxError }

/**
 * The filter with each alternative that is not by the letter as it is meant: a list of places, an area, a place with a postal
 * code, or one with words around it. An alternative that names no place is an error. Undefined when all are by the letter.
 */
export function readPlaces(
  source: string,
  alternatives: readonly Alternative[],
): PlaceProblem | undefined {
  let whole = ''
  let copied = 0
  let isRead = false
  let refused: { issue: string; offset: number; isCorrected: boolean } | undefined
  for (const { offset, end } of alternatives) {
    const found = findMeant(source.slice(offset, end).trim())
    if (found === undefined) continue
    if (found.issue !== undefined) {
      const isCorrected = (refused?.isCorrected ?? true) && found.meant !== undefined
      refused = { issue: found.issue, offset, ...refused, isCorrected }
    }
    isRead = true
    whole += source.slice(copied, offset) + (found.meant ?? '')
    copied = end
  }
  if (!isRead) return undefined
  whole += source.slice(copied)
  if (refused === undefined) return { meant: whole.trim() }
  const error = syntaxError(source, refused.offset, refused.issue)
  const corrected = refused.isCorrected ? whole : undefined
  return { error: error.suggesting('write: ', corrected, () => undefined) }
}

function findMeant(text: string): Found | undefined {
  if (isByTheLetter(text)) return undefined
  const [first = ''] = text.split(',')
  const meant = area(text) ?? coded(text) ?? withoutAddress(text) ?? lowerCode(text)
  if (meant !== undefined) return { meant }
  return (
    remoteWork(text) ??
    postalCode(text) ??
    findList(text) ??
    // `Greater Sudbury` is a city.
    (isCityName(first) ? undefined : vague(text))
  )
}

/** `City, Region, Country` with a region or country in full, as derived locations are; `Ontario, United States` is a city. */
function isByTheLetter(text: string): boolean {
  const names = text.split(',').map((name) => name.trim())
  const [name = '', last = ''] = [names[0], names.at(-1)]
  const country = last.length > 3 ? toCountry(last) : undefined
  const region = findRegion(names.at(-2) ?? '')
  if (names.length >= 3 && country !== undefined && region?.country === country) {
    const city = names.slice(0, -2).join(',')
    return (
      !/[;|]/.test(city) &&
      findRegion(names.at(-3) ?? '') === undefined &&
      city.length > 2 &&
      region.name.length === names.at(-2)?.length &&
      findArea(city) === undefined &&
      !REMOTE.test(city)
    )
  }
  return (
    names.length === 2 && country !== undefined && isCityOfCountry(country, name) && name.length > 2
  )
}

/** `Bay Area`; `Orange County, California` with its own region only. */
function area(text: string): string | undefined {
  const [written = '', ...rest] = text.split(',').map((name) => name.trim())
  const first = written.replace(/^county of (.+)$/i, '$1 County')
  const found = findArea(text) ?? findArea(first)
  if (found === undefined || found.places.length === 0) return undefined
  if (rest.length === 0 || findArea(text) !== undefined) return found.places.join(' OR ')
  if (!rest.every(isWider)) return undefined
  const region = findRegion(rest[0] ?? '')
  const country = toCountry(rest.at(-1) ?? '') ?? region?.country
  if (region !== undefined && toCountry(rest[0] ?? '') === undefined) {
    if (!found.regions.includes(region) || isCityIn(region.code, first)) return undefined
    const inside = found.places.filter((place) => regionOfPlace(place) === region.code)
    return inside.length === 0 ? undefined : inside.join(' OR ')
  }
  const isInside = found.regions.some((known) => known.country === country)
  return isInside ? found.places.join(' OR ') : undefined
}

function regionOfPlace(place: string): string | undefined {
  return findRegion(place.split(', ').at(-1) ?? '')?.code ?? largestRegionOf(place)
}

/** `12 Main St, Toronto` */
function withoutAddress(text: string): string | undefined {
  const [street = '', ...rest] = text.split(',').map((part) => part.trim())
  const isStreet = /^\d+[\w-]*\s+\p{L}/u.test(street) && /\s\p{L}/u.test(street)
  return isStreet && isPlace(rest[0] ?? '') && !isWider(rest[0] ?? '') ? rest.join(', ') : undefined
}

/** `chicago il`: a code in lower case behind a city of its region. */
function lowerCode(text: string): string | undefined {
  const [, code = ''] = /[\s,](\p{L}{2})$/u.exec(text) ?? []
  const city = text.slice(0, -3).trim().replace(/,$/, '')
  const region = code === '' ? undefined : findRegion(code)
  if (region === undefined || code === code.toUpperCase() || isCityName(text)) return undefined
  return isCityIn(region.code, city) ? `${city}, ${region.name}` : undefined
}

const REMOTE =
  /^(?:(?:fully |100% )?remote(?: work| jobs?)?|work from home|wfh|anywhere|worldwide|home office|telework|t[eé]l[eé]travail)(?:$|\s*[-,/(]\s*(?:in )?|\s+(?:in )?(?:the )?)/i

/** `remote`, `Remote - US`, `remote, Canada`, `anywhere in Canada` */
function remoteWork(text: string): Found | undefined {
  const [remote] = REMOTE.exec(text) ?? []
  if (remote === undefined) return undefined
  const place = text.slice(remote.length).replace(/\)$/, '').trim()
  if (!/[-,/(]/.test(remote) && place !== '' && !beginsWithPlace(place)) return undefined
  if (place === '') {
    const issue = `${quoteValue(text)} is not a place; for remote jobs send remote=true and no location`
    return { issue }
  }
  const country = toCountry(place)
  return { meant: country === undefined ? place : COUNTRY_NAMES[country] }
}

const CODED = /^(?:(?:CA|US|CAN|USA)-)?([A-Z]{2})-(\p{L}.*)$/su

/** `ON-Toronto`, `CA-ON-Toronto` */
function coded(text: string): string | undefined {
  const [, code = '', city = ''] = CODED.exec(text) ?? []
  const region = findRegion(code)
  if (region === undefined || isCityName(text)) return undefined
  // `IN-Bengaluru` is no place in Indiana.
  const isInside = text.length > code.length + 1 + city.length || isCityIn(region.code, city)
  return isInside ? `${city}, ${region.name}` : undefined
}

const POSTAL_CODE = /(?:^|[\s,])(?:[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?|\d{5}(?:-\d{4})?)$/i

/** `M5V 2T6`, `Toronto, Ontario M5V`, `Boston 02108-1234` */
function postalCode(text: string): Found | undefined {
  const code = POSTAL_CODE.exec(text)
  if (code === null) return undefined
  const place = text.slice(0, code.index).replace(/(?<![\s,])[\s,]+$/, '')
  if (place !== '') return { meant: place }
  const got = quoteValue(code[0].replace(/^[\s,]/, ''))
  return { issue: `postal codes cannot be searched, got ${got}; send a city or a region` }
}

const NEAR =
  /^(?:near|around|close to|within \d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?) (?:of|from)|pr[eè]s de)\s+(?=\S)/i
const PART =
  /^(?:greater|metro|metropolitan|downtown|city of|ville de|grand)\s+(?=\S)|\s(?:area|metro(?:politan)? area|metro|region|downtown)$/i
/** `near Boston`, `within 25 miles of Boston`, `Downtown Toronto`, `Cook County, Illinois`, `anywhere in Canada`, `near me` */
function vague(text: string): Found | undefined {
  const inside = withoutExtent(text)
  if (inside !== text && beginsWithPlace(inside)) {
    const country = toCountry(inside)
    return { meant: country === undefined ? inside : COUNTRY_NAMES[country] }
  }
  const issue = noPlace(text)
  if (issue !== undefined) return { issue }
  const near = text.replace(NEAR, '')
  const isNear = beginsWithPlace(near.replace(/\s[A-Z]{2}$/, '')) || /^within/i.test(text)
  if (near !== text && isNear) {
    const isDistance = /^within/i.test(text)
    const issue = isDistance ? `distances cannot be searched, got ${quoteValue(text)}` : undefined
    return { issue, meant: near }
  }
  const [first = '', ...rest] = text.split(',')
  const city = first
    .trim()
    .replace(PART, '')
    .replace(/[\s-]+$/, '')
  const region = findRegion(rest[0] ?? '')
  const isKnown = region === undefined ? isPlace(city) : isCityIn(region.code, city)
  return city === first.trim() || !isKnown ? undefined : { meant: [city, ...rest].join(',') }
}

/** A filter without parentheses around it, and with `OR` behind a city of Oregon as the state. */
export function withoutWrapping(source: string): string {
  return withOregon(withoutGroup(source))
}

/** `(Toronto OR Montreal)`: parentheses around the whole filter. */
function withoutGroup(source: string): string {
  const text = source.trim()
  const inner = text.slice(1, -1)
  const isGroup = text.startsWith('(') && text.endsWith(')') && inner.includes(' OR ')
  return isGroup && !inner.includes('(') ? inner.trim() : source
}

/** `Portland, OR`: the last word is Oregon behind one of its cities. */
function withOregon(source: string): string {
  const text = source.trimEnd()
  if (!text.endsWith(' OR') && !text.endsWith(',OR')) return source
  const before = text.slice(0, -2).trim().replace(/,$/, '')
  const city = before.slice(before.lastIndexOf(' OR ') + 1).replace(/^OR /, '')
  return isCityIn('OR', city) ? `${before}, Oregon` : source
}
