import { quoteValue } from '../../values/errors'
import { findHere } from '../reading/near-me'

const HERE = /^(?:local|locally|here|(?:my|current) location)$/i
const DISTANCE =
  /^(?:within |up to )?\d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?)(?: (?:away|radius))?$/i
const ALL =
  /^(?:any|all|every)(?: ?(?:where|locations?|places?|cit(?:y|ies)|regions?|states?|provinces?))?$|^(?:nationwide|national|country ?wide|global|international|(?:multiple|various)(?: locations)?|flexible|no preference|none|n\/a)$/i
const ARRANGEMENT = /^(?:hybrid|on[ -]?site|in[ -](?:office|person))$/i
const REMOTE =
  /^(?:(?:fully |100% )?remote(?: work| jobs?)?|work from home|wfh|anywhere|worldwide|home office|telework|t[eé]l[eé]travail)$/i
const POSTAL_CODE = /^(?:[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?|\d{5}(?:-\d{4})?)$/i

/** What is wrong with a text that people type for a place and that names none; undefined for other texts. */
export function noPlace(text: string): { issue: string } | undefined {
  const issue = issueOf(text)
  return issue === undefined ? undefined : { issue }
}

function issueOf(text: string): string | undefined {
  const got = quoteValue(text)
  if (HERE.test(text) || DISTANCE.test(text) || isHere(text)) {
    return `distances cannot be searched, got ${got}; send a city or a region`
  }
  if (REMOTE.test(text)) {
    return `${got} is not a place; for remote jobs send remote=true and no location`
  }
  if (ALL.test(text)) return `${got} is not a place; for jobs of all places send no location`
  if (POSTAL_CODE.test(text)) {
    return `postal codes cannot be searched, got ${got}; send a city or a region`
  }
  const isArrangement = ARRANGEMENT.test(text)
  return isArrangement ? `${got} is not a place; send it in the parameter description` : undefined
}

/** `near me` and `jobs near me`; `Toronto near me` has a place. */
function isHere(text: string): boolean {
  const at = findHere(text)
  return at !== undefined && /^(?:jobs?)?\s*$/i.test(text.slice(0, at))
}

const ALL_OF =
  /^(?:every ?where|all(?: over| of| across)?|across|throughout|entire)(?: in| of)?(?: the)?\s+(?=\S)/i
const ONLY = /[\s-](?:wide|only)$/i
const WITHIN = /^within \d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?) (?:of|from)\s+(?=\S)/i
const NEAR = /^(?:near|around|close to|pr[eè]s de)\s+(?=\S)/i

/** The place of `across Canada`, `US only`, `near Boston` and `Toronto near me`, and whether a distance stood before it. */
export function withoutExtent(text: string): { text: string; hasDistance: boolean } {
  const here = text.slice(0, findHere(text)).trimEnd().replace(/,$/, '')
  const hasDistance = WITHIN.test(here)
  const place = here.replace(WITHIN, '').replace(NEAR, '').replace(ALL_OF, '').replace(ONLY, '')
  return { text: place, hasDistance }
}
