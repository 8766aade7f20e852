import { quoteValue } from '../values/errors'
import { findHere } from './reading/near-me'

const HERE = /^(?:local|locally|here|(?:my|current) location)$/i
const DISTANCE =
  /^(?:within |up to )?\d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?)(?: (?:away|radius))?$/i
const ALL =
  /^(?:any|all|every)(?: ?(?:where|locations?|places?|cit(?:y|ies)|regions?|states?|provinces?))?$|^(?:nationwide|national|country ?wide|global|international|(?:multiple|various)(?: locations)?|flexible|no preference|none|n\/a)$/i
const ARRANGEMENT = /^(?:hybrid|on[ -]?site|in[ -](?:office|person))$/i

/** What is wrong with a text that people type for a place and that names none; undefined for other texts. */
export function noPlace(text: string): string | undefined {
  const got = quoteValue(text)
  if (HERE.test(text) || DISTANCE.test(text) || findHere(text) !== undefined) {
    return `distances cannot be searched, got ${got}; send a city or a region`
  }
  if (ALL.test(text)) return `${got} is not a place; for jobs of all places send no location`
  const isArrangement = ARRANGEMENT.test(text)
  return isArrangement ? `${got} is not a place; send it in the parameter description` : undefined
}

const ALL_OF =
  /^(?:every ?where|all(?: over| of| across)?|across|throughout|entire)(?: in| of)?(?: the)?\s+(?=\S)/i
const ONLY = /[\s-](?:wide|only)$/i

/** The place of `across Canada`, `US only` and `Toronto near me`; the text itself when it has no such words. */
export function withoutExtent(text: string): string {
  const here = text.slice(0, findHere(text))
  return here.trimEnd().replace(/,$/, '').replace(ALL_OF, '').replace(ONLY, '')
}
