import { isCityIn, isCityName } from '../locations/city-names'
import { COUNTRY_NAMES, toCountry } from '../values/country'
import { quoteValue } from '../values/errors'
import { findRegion } from '../values/region'
import { noPlace, withoutExtent } from './no-place'
import { areaFilter } from './place-areas'
import { MAX_SUGGESTION, SearchSyntaxError, syntaxError } from './search-syntax-error'

/** An alternative of a location filter, from `offset` to `end`, without quotes and exclusions. */
interface Alternative {
  offset: number
  end: number
}

/** What is wrong with an alternative, and what to write instead of it if that is known. */
interface Mistake {
  issue: string
  mended?: string | undefined
}

/**
 * The error about the first alternative that no location can match as it stands: a list of places, an area, a
 * postal code, a county, a distance or remote work; undefined if there is none.
 */
export function placeMistake(
  source: string,
  alternatives: readonly Alternative[],
  parse: (text: string) => unknown,
): SearchSyntaxError | undefined {
  const mistakes = alternatives.flatMap(({ offset, end }) => {
    const mistake = findMistake(source.slice(offset, end).trim())
    return mistake === undefined ? [] : [{ ...mistake, offset, end }]
  })
  const [first] = mistakes
  if (first === undefined) return undefined
  const error = syntaxError(source, first.offset, first.issue)
  let whole = ''
  let copied = 0
  for (const { mended, offset, end } of mistakes) {
    if (mended === undefined) return error
    whole += source.slice(copied, offset) + mended
    copied = end
  }
  whole += source.slice(copied)
  return error.suggesting('write: ', accepted(whole, parse), () => undefined)
}

/** The filter if `parse` accepts it, or the suggestion of the error about its codes, which it accepts. */
function accepted(text: string, parse: (text: string) => unknown): string | undefined {
  if (text.length > MAX_SUGGESTION) return undefined
  try {
    parse(text)
    return text
  } catch (error) {
    if (error instanceof SearchSyntaxError) return error.suggestion
    throw error
  }
}

function findMistake(text: string): Mistake | undefined {
  const [first = ''] = text.split(',')
  const area = areaFilter(text) ?? (first === text ? undefined : areaFilter(first))
  if (area !== undefined) {
    return {
      issue: `${quoteValue(text)} is not the name of a city, region or country`,
      mended: area,
    }
  }
  return (
    remoteWork(text) ??
    coded(text) ??
    postalCode(text) ??
    list(text) ??
    // `Greater Sudbury` is a city.
    (isCityName(first) ? undefined : vague(text))
  )
}

const REMOTE =
  /^(?:(?:fully |100% )?remote(?: work| jobs?)?|work from home|wfh|anywhere|worldwide|home office|telework|t[eé]l[eé]travail)(?:$|\s*[-,/(]\s*(?:in )?|\s+(?:in )?(?:the )?)/i

/** `remote`, `Remote - US`, `remote, Canada`, `anywhere in Canada` */
function remoteWork(text: string): Mistake | undefined {
  const [remote] = REMOTE.exec(text) ?? []
  if (remote === undefined) return undefined
  const place = text.slice(remote.length).replace(/\)$/, '').trim()
  if (!/[-,/(]/.test(remote) && place !== '' && !beginsWithPlace(place)) return undefined
  const issue = `${quoteValue(text)} is not a place; for remote jobs send remote=true`
  if (place === '') return { issue: `${issue} and no location` }
  const country = toCountry(place)
  return { issue, mended: country === undefined ? place : COUNTRY_NAMES[country] }
}

const CODED = /^(?:(?:CA|US|CAN|USA)-)?([A-Z]{2})-(\p{L}.*)$/su

/** `ON-Toronto`, `CA-ON-Toronto` */
function coded(text: string): Mistake | undefined {
  const [, code = '', city = ''] = CODED.exec(text) ?? []
  const region = findRegion(code)
  if (region === undefined || isCityName(text)) return undefined
  const issue = `expected City, Region, Country, got ${quoteValue(text)}`
  return { issue, mended: `${city}, ${region.name}` }
}

const POSTAL_CODE = /(?:^|[\s,])(?:[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?|\d{5}(?:-\d{4})?)$/i

/** `M5V 2T6`, `Toronto, Ontario M5V`, `Boston 02108-1234` */
function postalCode(text: string): Mistake | undefined {
  const code = POSTAL_CODE.exec(text)
  if (code === null) return undefined
  const place = text.slice(0, code.index).replace(/(?<![\s,])[\s,]+$/, '')
  const issue = `postal codes cannot be searched, got ${quoteValue(code[0].replace(/^[\s,]/, ''))}; send a city or a region`
  return place === '' ? { issue } : { issue, mended: place }
}

/** Separators of a list; the second ones also stand in names. */
const SEPARATOR = /[;|]/
const OR = /\s(?:or|ou)\s/i
const JOINER = /[&/+]|\s(?:and|et)\s/i
const SEPARATED = /[;|,&/+]|\s(?:or|ou|and|et)\s/i

/** `Toronto; Montreal`, `Toronto or Montreal`, `Toronto & Mississauga`, `Toronto, Montreal` */
function list(text: string): Mistake | undefined {
  if (!SEPARATED.test(text)) return undefined
  const [first = ''] = text.split(',')
  const separated = partsOf(text, SEPARATOR)
  if (separated.length > 1) return listOf(separated)
  // `Cut and Shoot`, `Newfoundland & Labrador`
  const isName = isCityName(first) || isWider(first)
  const names = text.includes(',') ? partsOf(text, /,/) : []
  return (isName ? undefined : joined(text)) ?? order(names) ?? commaList(names)
}

/** Whether a text is places with `or`, `&`, `/` or `+` between them. */
export function isJoinedList(text: string): boolean {
  return joined(text) !== undefined
}

function joined(text: string): Mistake | undefined {
  const alternatives = partsOf(text, OR)
  if (alternatives.length > 1 && alternatives.some(beginsWithPlace)) return listOf(alternatives)
  const parts = partsOf(text, JOINER)
  // `Toronto/ON` is one place.
  const isList = parts.every((part, at) => beginsWithPlace(part) && !(at > 0 && isWider(part)))
  return parts.length > 1 && isList ? listOf(parts) : undefined
}

function partsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((part) => part.trim().replace(/^,|,$/g, '').trim())
    .filter((part) => part !== '')
}

function listOf(places: readonly string[]): Mistake {
  return { issue: "expected 'OR' between places", mended: places.join(' OR ') }
}

/** `Ontario, Toronto` */
function order(names: readonly string[]): Mistake | undefined {
  if (names.length < 2) return undefined
  const [first = '', second = ''] = names
  const region = findRegion(first)
  const isReversed = region ? isCityIn(region.code, second) : toCountry(first) && isPlace(second)
  if (!isReversed || groupNames(names).length < 2) return undefined
  const mended = names.toReversed()
  if (groupNames(mended).length > 1) return undefined
  return { issue: 'expected City, Region, Country in this order', mended: mended.join(', ') }
}

/** `Toronto, Montreal`; not `London, Ontario, Canada` */
function commaList(names: readonly string[]): Mistake | undefined {
  const places = groupNames(names)
  if (places.length < 2) return undefined
  const isKnown = places.every(([name = '']) => isPlace(name))
  return isKnown ? listOf(places.map((names) => names.join(', '))) : undefined
}

/** The names of each place: a region or country belongs to the place before it. */
function groupNames(names: readonly string[]): string[][] {
  const places: string[][] = []
  for (const name of names) {
    const place = places.at(-1)
    if (place !== undefined && continues(place.at(-1) ?? '', name)) place.push(name)
    else places.push([name])
  }
  return places
}

/** Whether a region or country follows a name that lies in it. */
function continues(previous: string, name: string): boolean {
  const region = findRegion(name)
  const country = toCountry(name)
  if (region === undefined && country === undefined) return false
  if (!isWider(previous) || previous === name) return true
  if (region !== undefined && isCityIn(region.code, previous)) return true
  return country !== undefined && findRegion(previous)?.country === country
}

function isWider(name: string): boolean {
  return findRegion(name) !== undefined || toCountry(name) !== undefined
}

function isPlace(name: string): boolean {
  return isWider(name) || isCityName(name) || areaFilter(name) !== undefined
}

function beginsWithPlace(text: string): boolean {
  return isPlace(text.split(',')[0] ?? '')
}

const NEAR =
  /^(?:near|around|close to|within \d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?) (?:of|from)|pr[eè]s de)\s+(?=\S)/i
const PART =
  /^(?:greater|metro|metropolitan|downtown|central|city of|ville de|grand)\s+(?=\S)|\s(?:area|metro(?:politan)? area|metro|region|downtown)$/i
const COUNTY =
  /(?:^|\s)(?:county|parish|borough|municipality)(?:\s*,|$)|^(?:county|regional municipality) of\s/i

/** `near Boston`, `within 25 miles of Boston`, `Downtown Toronto`, `Cook County, Illinois`, `anywhere in Canada`, `near me` */
function vague(text: string): Mistake | undefined {
  const inside = withoutExtent(text)
  if (inside !== text && beginsWithPlace(inside)) {
    const country = toCountry(inside)
    const mended = country === undefined ? inside : COUNTRY_NAMES[country]
    return { issue: `${quoteValue(text)} is not the name of a city, region or country`, mended }
  }
  const issue = noPlace(text)
  if (issue !== undefined) return { issue }
  if (COUNTY.test(text)) {
    const region = text.split(',').slice(1).join(',').trim()
    const issue = `counties cannot be searched, got ${quoteValue(text)}; send its cities or its region`
    return { issue, mended: isWider(region) ? region : undefined }
  }
  const near = text.replace(NEAR, '')
  const isNear = beginsWithPlace(near.replace(/\s[A-Z]{2}$/, '')) || /^within/i.test(text)
  if (near !== text && isNear) {
    return { issue: `distances cannot be searched, got ${quoteValue(text)}`, mended: near }
  }
  const [first = '', ...rest] = text.split(',')
  const city = first.trim().replace(PART, '')
  if (city === first.trim() || !isPlace(city)) return undefined
  return {
    issue: `${quoteValue(first.trim())} is not the name of a city, region or country`,
    mended: [city, ...rest].join(','),
  }
}
