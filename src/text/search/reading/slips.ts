import { DOUBLE_QUOTES } from '../grammar/typed-signs'
import { isAccepted, SearchSyntaxError } from '../search-syntax-error'
import { withoutFillers } from './fillers'

/**
 * Runs `parse`. An error that suggests nothing gets the text without its slips, if that is accepted: stars that are no
 * prefix, an operator with nothing on one side, a quote that is not closed.
 */
export function suggestingWithoutSlips<Result>(
  source: string,
  parse: (text: string) => Result,
): Result {
  try {
    return parse(source)
  } catch (error) {
    if (!(error instanceof SearchSyntaxError) || error.hint?.includes('write: ')) throw error
    const bare = withoutSlips(source)
    // Words between stars are often no words of the job: `***URGENT*** Welder`.
    const texts = [...(source.includes('*') ? [withoutFillers(bare).text] : []), bare]
    const meant = texts.find((text) => text !== source && isAccepted(text, parse))
    if (meant === undefined) throw error
    const lead = error.hint === undefined ? 'write: ' : `${error.hint}; or write: `
    throw error.suggesting(lead, meant, parse)
  }
}

/** A star that is no end of a word, and does not stand in the middle of one. */
const STRAY_STARS = new RegExp(
  `(?<![\\p{L}\\p{N}${DOUBLE_QUOTES}])\\*+|\\*(?=\\*)|(?<=\\*)\\*(?![\\p{L}\\p{N}])`,
  'gu',
)
const OPERATORS_BEFORE = /^\s*(?:(?:AND|OR|&&|\|\|)\s+)+/
const OPERATOR_BEHIND = /\s(?:AND|OR|NOT|AND NOT|&&|\|\|)\s*$/
const QUOTE = new RegExp(`[${DOUBLE_QUOTES}]`, 'g')

function withoutSlips(source: string): string {
  const text = source.replace(STRAY_STARS, '').replace(OPERATORS_BEFORE, '')
  const bare = text.replace(OPERATOR_BEHIND, '').replace(/\s+/g, ' ').trim()
  const quotes = Array.from(bare.matchAll(QUOTE))
  const open = quotes.length % 2 === 1 ? quotes.at(-1)?.index : undefined
  if (open === undefined) return bare
  const inner = bare.slice(open + 1).trim()
  return bare.slice(0, open) + (inner === '' ? '' : `"${inner}"`)
}
