import { quoteValue } from '../../../values/errors'
import { belongsElsewhere } from '../search-syntax-error'

const LENGTH = String.raw`\d{1,4} ?(?:miles?|mi|kms?|kilomet(?:re|er)s?)`
const DISTANCE = `(?:within |up to )?${LENGTH}`
const SEND_CITY = 'send a city or a region'

/** Why a text is refused, and the way out. */
export interface Issue {
  issue: string
  hint?: string
}

/** Patterns of typed texts that name no place. Each has its issue and the way out. */
const VAGUE: readonly { text: RegExp; issue: (got: string) => string; hint: string }[] = [
  {
    text: new RegExp(
      `^(?:local|locally|here|(?:my|current) location|${DISTANCE}(?: (?:away|radius))?)$`,
      'i',
    ),
    issue: (got) => `distances cannot be searched, got ${got}`,
    hint: SEND_CITY,
  },
  {
    text: /^(?:(?:fully |100% )?remote(?: work| jobs?)?|work from home|wfh|anywhere|worldwide|home office|telework|t[eé]l[eé]travail)$/i,
    issue: (got) => `${got} is not a place`,
    hint: 'for remote jobs send remote=true and no location',
  },
  {
    text: /^(?:any|all|every)(?: ?(?:where|locations?|places?|cit(?:y|ies)|regions?|states?|provinces?))?$|^(?:nationwide|national|country ?wide|global|international|(?:multiple|various)(?: locations)?|flexible|no preference|none|n\/a)$/i,
    issue: (got) => `${got} is not a place`,
    hint: 'for jobs of all places send no location',
  },
  {
    text: /^(?:[a-z]\d[a-z](?:[ -]?\d[a-z]\d)?|\d{5}(?:-\d{4})?)$/i,
    issue: (got) => `postal codes cannot be searched, got ${got}`,
    hint: SEND_CITY,
  },
  {
    text: /^(?:hybrid|on[ -]?site|in[ -](?:office|person))$/i,
    issue: (got) => `${got} is not a place`,
    hint: 'send it in the parameter description',
  },
]

/** What is wrong with a text that people type for a place and that names none; undefined for other texts. */
export function vagueIssue(text: string): Issue | undefined {
  const here = findHere(text)
  // `Toronto near me` has a place.
  const isHere = here !== undefined && /^(?:jobs?)?\s*$/i.test(text.slice(0, here))
  const vague = isHere ? VAGUE[0] : VAGUE.find((one) => one.text.test(text))
  return vague && { issue: vague.issue(quoteValue(text)), hint: vague.hint }
}

/** `25 km from Toronto`, `Toronto (25 km)`. */
const AROUND = new RegExp(
  `^${DISTANCE}(?: radius)? (?:of|from|around)\\s+(?=\\S)|(?<=\\S)(?:[, ]|(?=\\()) ?[(+~]? ?${DISTANCE}(?: (?:away|radius))?\\)?$`,
  'gi',
)
const EXTENTS = [
  /^(?:(?:jobs?|work|emplois?|postes?) )?(?:in|à|au|dans)\s+(?:the\s+)?(?=\p{L}{3})/iu,
  /,?\s(?:(?:or|and|&|ou|et) (?:near ?by|close ?by|(?:the )?(?:surrounding|near ?by) (?:areas?|regions?|towns|cities|communities)|surroundings|suburbs|(?:les )?(?:environs|alentours))|(?:surrounding|near ?by) areas?)$/i,
  /^(?:near|around|close to|pr[eè]s de)\s+(?=\S)/i,
  /^(?:every ?where|all(?: over| of| across)?|across|throughout|entire)(?: in| of)?(?: the)?\s+(?=\S)/i,
  /[\s-](?:wide|only)$/i,
]

/** The place of `Toronto near me` and `25 km from Toronto`, and whether it has a distance in numbers. */
export function withoutDistance(typed: string): { text: string; hasDistance: boolean } {
  const here = typed.slice(0, findHere(typed)).trimEnd().replace(/,$/, '')
  const text = /\d/.test(here) ? here.replace(AROUND, '') : here
  return { text, hasDistance: text !== here }
}

/** The place of `across Canada`, `US only` and `near Boston`. */
export function withoutExtent(place: string): string {
  return EXTENTS.reduce((rest, extent) => rest.replace(extent, ''), place)
}

const HERE =
  /(?:^|(?<=\s))(?:(?:(?:close|next) to|near(?:est)?(?: to)?|around) (?:me|my (?:area|city|home|house|location|place))|in my (?:area|city|town))$|(?:^|(?<=^jobs? ))near ?by$/i

/** Where `near me` or `in my area` begins at the end of a text; also `nearby` alone or after `jobs`. */
function findHere(text: string): number | undefined {
  return HERE.exec(text.trimEnd())?.index
}

/** `within 25 km of Toronto` at the end of a text, outside of quotes. */
const WITHIN = new RegExp(`(?:^|(?<=\\s))within ${LENGTH} (?:of|from) [^"]+$`, 'i')

/** Rejects a search that ends in `near me` or a distance from a place. `write` says the rest of the search. */
export function rejectNearMe(
  source: string,
  write: (rest: string) => string | undefined,
  parse: (text: string) => unknown,
): void {
  const at = findHere(source) ?? WITHIN.exec(source)?.index
  if (at === undefined) return
  const issue = `distances cannot be searched, got ${quoteValue(source.slice(at).trim())}`
  const rest = source.slice(0, at).trim()
  const written = rest === '' ? undefined : write(rest)
  const error = belongsElsewhere(source, at, issue, { parameter: 'location', what: 'a city' })
  throw error.suggesting(`${error.hint}, and here: `, written, parse)
}
