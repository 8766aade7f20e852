import { COUNTRY_NAMES } from '../values/country'
import { quoteValue } from '../values/errors'
import { findRegion } from '../values/region'
import { analyze } from './analyzer'
import type { PlainTerm } from './plain-tokens'
import { SearchSyntaxError, syntaxError } from './search-syntax-error'

/** A part of a filter, from `offset` to `end`. */
interface Part {
  offset: number
  end: number
}

/** A name with `Or` in it. */
const NAME_WITH_OR = /\btruth or consequences\b/
const REGION_WITH_SIGN = /\bnewfoundland\s*&\s*labrador\b/gi

/** The error about a sign or a word that is written for `OR` between two places; undefined if there is none. Quotes make it a part of a name. */
export function separatorError(
  source: string,
  alternatives: readonly (readonly PlainTerm[])[],
  parse: (text: string) => unknown,
): SearchSyntaxError | undefined {
  const separators = alternatives.flatMap((terms) => findSeparators(source, terms))
  const [first] = separators
  if (first === undefined) return undefined
  const got = quoteValue(source.slice(first.offset, first.end))
  const error = syntaxError(source, first.offset, `expected 'OR' between places, got ${got}`)
  let text = ''
  let copied = 0
  for (const { offset, end } of separators) {
    text += `${source.slice(copied, offset)} OR `
    copied = end
  }
  const named = source.replace(REGION_WITH_SIGN, 'Newfoundland and Labrador')
  text = named === source ? text + source.slice(copied) : named
  return error.suggesting('write: ', corrected(text.trim().replace(/\s+/g, ' '), parse), parse)
}

/** The separators between words of an alternative without exclusions. */
function findSeparators(source: string, terms: readonly PlainTerm[]): Part[] {
  const [first, last] = [terms[0], terms.at(-1)]
  if (!first || !last || terms.some(({ isExcluded }) => isExcluded)) return []
  const hasNameWithOr = NAME_WITH_OR.test(analyze(source.slice(first.offset, last.end)).join(' '))
  return terms
    .filter(({ isQuoted }) => !isQuoted)
    .flatMap(({ text, offset }) =>
      [...text.matchAll(/[;|]+|&+|^or$/gi)].map(({ 0: sign, index }) => ({
        sign,
        offset: offset + index,
        end: offset + index + sign.length,
      })),
    )
    .filter(({ sign, offset, end }) => {
      const before = analyze(source.slice(first.offset, offset))
      const isName = /or/i.test(sign) && (hasNameWithOr || before.at(-1) === 'd')
      return !isName && before.length > 0 && analyze(source.slice(end, last.end)).length > 0
    })
}

/** The error about a region before its city; undefined if the names are in another order. */
export function orderError(
  source: string,
  names: readonly Part[],
  parse: (text: string) => unknown,
): SearchSyntaxError | undefined {
  const [first, second] = names
  if (first === undefined || second === undefined) return undefined
  const [region, city] = [first, second].map(({ offset, end }) => source.slice(offset, end))
  if (!region || !city || !isRegionName(region) || isRegionOrCountry(city)) return undefined
  const issue = `expected the city before its region, got ${quoteValue(region)} first`
  const text = `${source.slice(0, first.offset)}${city}${source.slice(first.end, second.offset)}${region}${source.slice(second.end)}`
  return syntaxError(source, first.offset, issue).suggesting(
    'write: ',
    corrected(text, parse),
    parse,
  )
}

/** A city may have the name of a code. */
function isRegionName(text: string): boolean {
  return text.length > 3 && findRegion(text) !== undefined
}

const COUNTRY = new RegExp(`(?:^|\\s+)(?:${Object.values(COUNTRY_NAMES).join('|')})$`, 'i')

function isRegionOrCountry(text: string): boolean {
  const name = text.replace(COUNTRY, '')
  return name === '' || findRegion(name) !== undefined
}

/** The text, or the text that its own error suggests; undefined if there is none. */
function corrected(text: string, parse: (text: string) => unknown): string | undefined {
  try {
    parse(text)
    return text
  } catch (error) {
    if (error instanceof SearchSyntaxError) return error.suggestion
    throw error
  }
}
