import { isCityIn, isCityOfCountry } from '../locations/table/city-names'
import { COUNTRY_NAMES, toCountry } from '../values/country'
import { quoteValue } from '../values/errors'
import { findRegion, REGIONS } from '../values/region'
import { DASHES, startsWithOneOf } from './grammar/typed-signs'
import { analyze } from './index/analyzer'
import type { PlaceProblem } from './read-places'
import { syntaxError } from './search-syntax-error'

/** A part of a filter, from `offset` to `end`. */
interface Part {
  offset: number
  end: number
}

/** The words of a name, and where it stands. */
interface Name extends Part {
  words: readonly string[]
}

/** An alternative of a location filter with the codes in its place and in its exclusions. */
export interface CodedAlternative extends Part {
  codes: readonly Code[]
}

/** A code, and the full names that replace it; `CA` has two. */
export interface Code extends Part {
  names: readonly string[]
  where: 'place' | 'exclusion' | 'quoted exclusion'
}

/** Codes with their full names, in upper case and without dots. */
const NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ...REGIONS.map(({ code, name }): [string, string[]] => [code, [name]]),
  ['CA', ['California', COUNTRY_NAMES.CA]],
  ['LA', ['Louisiana', 'Los Angeles']],
  ['CAN', [COUNTRY_NAMES.CA]],
  ['US', [COUNTRY_NAMES.US]],
  ['USA', [COUNTRY_NAMES.US]],
])

/** The words of cities whose names end in a code. */
const CITIES_WITH_CODE: ReadonlySet<string> = new Set(['downtown dc', 'h street ne'])

/** Codes at the end of a name, after spaces, a `/` or a parenthesis: in upper case, with or without dots. */
const CODES_AT_END = new RegExp(
  `^(.*?[^\\s(/])((?:(?:\\s+|\\s*[(/]\\s*)(?:${[...NAMES.keys()].map((code) => [...code, ''].join('\\.?')).join('|')})(?:\\s*\\))?)+)$`,
  's',
)
/** What each text with a code at its end has there. */
const CAPITAL_AT_END = /[A-Z]\.?(?:\s*\))?$/
const COUNTRY_AT_END = new RegExp(`\\s(?:${Object.values(COUNTRY_NAMES).join('|')})$`, 'i')

/**
 * Splits a name before the codes at its end, and before a country after them, as if commas stood there: `Toronto ON`,
 * `Boston MA USA`, `Toronto (ON)`, `Toronto ON Canada`. A code in lower case remains a word, because names in other languages end in such words.
 */
export function splitAtCodes(source: string, name: Name): Name[] {
  const text = source.slice(name.offset, name.end)
  const country = COUNTRY_AT_END.exec(text)
  const coded = text.slice(0, country?.index).trimEnd()
  const [, city, codes] = (CAPITAL_AT_END.test(coded) && CODES_AT_END.exec(coded)) || []
  if (city === undefined || codes === undefined || CITIES_WITH_CODE.has(name.words.join(' '))) {
    return [name]
  }
  const parts = [
    city,
    ...(codes.match(/[^\s()/]+/g) ?? []),
    ...(country ? [country[0].trim()] : []),
  ]
  let end = 0
  return parts.map((part) => {
    const start = text.indexOf(part, end)
    end = start + part.length
    return { words: analyze(part), offset: name.offset + start, end: name.offset + end }
  })
}

/** The codes among the names of one place; none if only the first of several is one, since a city may be called so. */
export function findCodes(source: string, names: readonly Name[], where: Code['where']): Code[] {
  const codes = names.map(({ words, offset, end }, at) => {
    const hasDots = source.slice(offset, end).includes('.')
    const isCode = words.length === 1 || (hasDots && words.every((word) => word.length === 1))
    const meant = (isCode && NAMES.get(words.join('').toUpperCase())) || []
    const previous = names[at - 1]
    // After a city and its region, `CA` is the country. `Ontario, CA` may be a city in California.
    const isCountry = at > 1 && previous && findRegion(source.slice(previous.offset, previous.end))
    const isState = at > 0 && words.join('') === 'la'
    const city = previous && source.slice(previous.offset, previous.end)
    const last = isCountry || (words.join('') === 'ca' && isOnlyCanadian(city))
    const isFirst = isState || (words.join('') === 'ca' && isOnlyCalifornian(city))
    const full = last ? meant.slice(-1) : isFirst ? meant.slice(0, 1) : meant
    return { offset, end, names: full, where }
  })
  const found = codes.filter(({ names }) => names.length > 0)
  return found.length === 1 && found[0] === codes[0] && codes.length > 1 ? [] : found
}

function isOnlyCanadian(city: string | undefined): boolean {
  return city !== undefined && isCityOfCountry('CA', city) && !isCityIn('CA', city)
}

function isOnlyCalifornian(city: string | undefined): boolean {
  return city !== undefined && isCityIn('CA', city) && !isCityOfCountry('CA', city)
}

/**
 * The filter with full names in place of its codes; undefined if it has none. A country by its code alone, or a code of two
 * names without a city, is an error.
 */
export function readCodes(
  source: string,
  alternatives: readonly CodedAlternative[],
): PlaceProblem | undefined {
  const [first] = alternatives.flatMap(({ codes }) => codes)
  if (first === undefined) return undefined
  const names = first.names.map((name) => `'${name}'`).join(' or ')
  const issue = `${quoteValue(source.slice(first.offset, first.end))} is a code; write ${names}`
  const error = syntaxError(source, first.offset, issue)
  const whole = withNames(source, alternatives)
  const isAlone = alternatives.some(
    ({ codes, offset, end }) =>
      codes.length === 1 &&
      source.slice(offset, end).trim() === source.slice(codes[0]?.offset, codes[0]?.end) &&
      (codes[0]?.names.length !== 1 || toCountry(codes[0].names[0] ?? '') !== undefined),
  )
  if (whole === undefined || isAlone) {
    const isName = whole === undefined || whole === first.names[0]
    return {
      error: isName ? error : error.suggesting('the whole filter: ', whole, () => undefined),
    }
  }
  return { meant: whole }
}

/**
 * The filter with full names; undefined if an exclusion cannot be written so. An alternative with a
 * code of two names becomes two alternatives.
 */
function withNames(source: string, alternatives: readonly CodedAlternative[]): string | undefined {
  const texts: string[] = []
  for (const { offset, end, codes } of alternatives) {
    const count = Math.max(1, ...codes.map(({ names }) => names.length))
    for (let version = 0; version < count; version += 1) {
      let text = ''
      let copied = offset
      for (const code of codes.toSorted((a, b) => a.offset - b.offset)) {
        const name = nameFor(source, code, version)
        if (name === undefined) return undefined
        text += source.slice(copied, code.offset) + name
        copied = code.end
      }
      texts.push(text + source.slice(copied, end))
    }
  }
  return texts.join(' OR ').replace(/\s+/g, ' ')
}

/** The name that replaces a code. Outside of quotes, an exclusion ends at the first space. */
function nameFor(source: string, { names, offset, where }: Code, version: number) {
  const name = names[version] ?? names[0] ?? ''
  if (where === 'place') return name
  if (names.length > 1) return undefined
  if (where === 'quoted exclusion' || !name.includes(' ')) return name
  return startsWithOneOf(source.slice(offset - 1), DASHES) ? `"${name}"` : undefined
}
