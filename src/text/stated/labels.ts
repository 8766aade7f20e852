import { toCountry } from '../../values/country'
import { employmentTypes } from '../../values/employment-types'
import type { EmploymentType } from '../../values/vocabulary'
import { type WorkArrangement, workArrangement } from '../../values/work-arrangement'

/** Hours behind a type: `Full-time (37.5 hours per week)`, `Temps plein (37,5 heures/semaine)`. */
const HOURS =
  /,? ?[([]?\d{1,2}(?:[.,]\d{1,2})?\+? ?(?:-|to)? ?(?:\d{1,2}(?:[.,]\d{1,2})?)? ?(?:hours?|hrs?|heures?|h)(?:(?: ?\/ ?| per | a | par )(?:week|wk|semaine))?[)\]]?$/iu

/** A time behind a type: `Contract (12 months)`, `Temporary - 1 year`. */
const DURATION =
  /(?: ?[([]| ?-|,) ?(?:up to |approximately |jusqu'à |environ )?\d{1,2}\+?[ -](?:months?|mois|weeks?|semaines?|years?|ans?)[)\]]?$/iu

const MAX_VALUE = 80

/** The types of a value such as `Casual part-time`, which has no other word. */
export function typesOfValue(value: string): EmploymentType[] | undefined {
  if (value.length > MAX_VALUE) return undefined
  return employmentTypes(value.replace(/\.$/, '').replace(HOURS, '').replace(DURATION, ''))
}

/** The arrangement of the value of a label for places, such as `Hybrid - Toronto` or `Toronto (Hybrid)`; none of a choice. */
export function arrangementOfPlace(value: string): WorkArrangement | undefined {
  if (REMOTE_IN.test(value)) return 'remote'
  if (/[|;/]|(?<!\p{L}|, )(?:or|ou)(?!\p{L})/iu.test(value)) return undefined
  // `Hybrid remote in Halifax, NS`, as Indeed prints it; `Remote, anywhere in Canada. A home office is needed.`
  const [, hybrid, remote] = /^(hybrid )?(remote)(?: in |, anywhere in )\p{Lu}/iu.exec(value) ?? []
  if (remote !== undefined) return hybrid === undefined ? 'remote' : 'hybrid'
  if (/^télétravail hybride à \p{Lu}/iu.test(value)) return 'hybrid'
  return arrangementOfValue(value)
}

/** The arrangement of a line of parts such as `Engineer | Remote (US) | Full-time`, or such as `Hybrid remote in Halifax, NS`. */
export function arrangementOfLine(line: string): WorkArrangement | undefined {
  const parts = line.split(/ ?[|•] ?/)
  if (parts.length === 1 && !/^(?:[Hh]ybrid )?[Rr]emote in \p{Lu}/u.test(line)) return undefined
  return single(parts.map((part) => arrangementOfPlace(part.replace(PLACE_BEHIND, ''))))
}

/** A place behind an arrangement: `ONSITE in San Francisco`, `Remote (Continental US)`. */
const PLACE_BEHIND =
  /(?<=^(?:fully )?(?:remote|hybrid|on-?site|in[- ]person))(?: in | ?\(|,? (?=(?:US|USA|Canada|UK|EU)(?!\p{L})))(?![^|]* or ).*$/iu

/** The arrangement of a value such as `Hybrid - 3 days`. */
export function arrangementOfValue(value: string): WorkArrangement | undefined {
  if (value.length > MAX_VALUE) return undefined
  const whole = single(partsOf(value.replace(/\.$/, '')).map(arrangementOfPart))
  if (whole !== undefined)
    return whole !== 'hybrid' && OTHERS[whole].test(value) ? undefined : whole
  const [first = '', name = ''] = FIRST.exec(value) ?? []
  const rest = value.slice(first.length).split('. ', 1)[0] ?? ''
  // Parts of a hybrid week may be named.
  const isOnly = first !== '' && !(/^hybrid/i.test(name) ? CHOICE : ANOTHER).test(rest)
  return isOnly ? workArrangement(name.replace(/^en personne$/i, 'in person')) : undefined
}

/** Words of another arrangement: `In-office (Monday to Thursday), remote Friday`. */
const OTHERS = {
  remote: /(?<!\p{L})(?:hybride?|on-?site|in[- ]person|in[- ]office|présentiel)(?!\p{L})/iu,
  onsite: /(?<!\p{L})(?:hybride?|remote(?:ly)?|tele-?work|télétravail|work from home)(?!\p{L})/iu,
}

/** The first words of a value that goes on: `On site, Monday to Friday`. */
const FIRST =
  /^(?:(?:fully|100 ?%|entièrement) )?(remote|hybride?|on-?site|on site|in[- ]person|in[- ]office|en personne|sur place|(?:en )?présentiel|(?:en )?télétravail)(?= ?(?:[,;(.:]|$))/iu
/** Words that make a value a choice. */
const CHOICE =
  /[|/]|(?<!\p{L})(?:or|ou|if|until|option(?:al)?|possible|available|eligible)(?!\p{L})/iu
/** Words that make it one of several, or a choice. */
const ANOTHER =
  /[|/]|(?<!\p{L})(?:remote(?:ly)?|hybride?|on-?site|in[- ]person|in[- ]office|tele-?work|télétravail|home|or|ou|if|until|option(?:al)?|possible|available|eligible)(?!\p{L})/iu

export function arrangementOfTitle(title: string): WorkArrangement | undefined {
  return title.length > MAX_TITLE || !ANY_ARRANGEMENT.test(title)
    ? undefined
    : single(partsOf(title).map(arrangementOfPart))
}

const MAX_TITLE = 300

/** A part of each word for an arrangement; most titles have none. */
const ANY_ARRANGEMENT = /remote|hybrid|site|office|person|distance|travail|présentiel|place/i

/** The parts in brackets and between dashes and bars. */
function partsOf(text: string): string[] {
  return text.split(/ - |[()[\]|]/).map((part) => part.trim())
}

const REMOTE_IN =
  /^remote,? (?:US|USA|U\.S\.|CAN|CA|Canada)(?:(?: ?[/&] ?| or | and )(?:US|USA|CAN|CA|Canada))?$/iu

/** `Remote`, or with a country: `Remote, US`. */
function arrangementOfPart(part: string): WorkArrangement | undefined {
  if (REMOTE_IN.test(part)) return 'remote'
  const [word = '', country, other] = part.split(/,|(?<=remote) in /i)
  if (other !== undefined || (country !== undefined && toCountry(country) === undefined))
    return undefined
  return workArrangement(word)
}

function single<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  const [value, other] = new Set(values.filter((each) => each !== undefined))
  return other === undefined ? value : undefined
}
