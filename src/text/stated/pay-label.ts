import { REGIONS } from '../../values/region'
import type { PayUnit } from '../../values/vocabulary'
import {
  BOUNDS,
  DETERMINERS,
  GAP_START,
  OTHER_NOUNS,
  OTHER_PAY,
  PAY_NOUNS,
  QUALIFIERS,
  words,
} from './pay-words'

/** The words that name the amounts of a sentence. */
export interface PayLabel {
  /** The clause of the label up to the amounts, where units, currencies and forbidden words count. */
  text: string
  /** The words between the label and the amounts. */
  gap: string
  /** `minimum salary` is the least. */
  bound: 'least' | 'most' | undefined
  /** How much of the words behind the amounts is a part of it. */
  behind: number
}

/** The words of the job's title, which may stand in front of a noun of pay: `Journeyman rate`. */
export type TitleWords = ReadonlySet<string>

export function titleWords(title: string): TitleWords {
  return new Set(
    title
      .slice(0, MAX_TITLE)
      .toLowerCase()
      .match(/[\p{L}'.-]+/gu),
  )
}

const MAX_TITLE = 200

/** `other`: the pay of other times or other people. `unknown`: pay behind a word that no list has. */
export type LabelReading = PayLabel | 'other' | 'unknown'

const EACH_NOUN = words(PAY_NOUNS, 'giu')

/**
 * The last label of pay in the words before amounts; undefined without a noun of pay.
 *
 *     label     = [ boundary | determiner ] { qualifier | bound } noun { name }
 *     boundary  = the beginning | punctuation | place
 */
export function labelIn(before: string, title: TitleWords): LabelReading | undefined {
  const noun = Array.from(before.matchAll(EACH_NOUN)).at(-1)
  if (noun === undefined) return undefined
  const left = before.slice(0, noun.index)
  const gap = before.slice(noun.index + noun[0].length)
  const bound = qualify(left, noun[0].toLowerCase(), title)
  // `Clients pay $20`.
  const isVerb = /^(?:pay|paie)$/i.test(noun[0]) && gap.trim() === ''
  if (bound === 'other' || SHARE.test(left.trimEnd()) || OTHER_NOUNS.test(gap)) return 'other'
  if (isVerb && left.trim() !== '') return undefined
  if (bound === 'unknown' || !GAP_START.test(gap.trimEnd())) return 'unknown'
  return { text: `${left.slice(clauseStart(left))}${noun[0]}${gap}`, gap, bound, behind: 0 }
}

/** A multiple or a part of pay: `60% of your base`, `twice`. */
const SHARE =
  /(?:%|percent|times|twice|double|match(?:es|ing)?|\dx)(?: (?:of|on|to|your|their|the|annual|base|eligible)){0,4}$/iu

/** Words that may stand in front of a noun of pay; a sentence has no more. */
const MAX_QUALIFIERS = 8

/** Reads the words in front of a noun from right to left, up to a boundary. */
function qualify(
  left: string,
  noun: string,
  title: TitleWords,
): PayLabel['bound'] | 'other' | 'unknown' {
  let bound: PayLabel['bound']
  let rest = left
  for (let count = 0; count < MAX_QUALIFIERS; count += 1) {
    rest = rest.trimEnd()
    if (rest === '' || /[^\p{L}\p{N}'.]$/u.test(rest) || /[a-z\d]{2}\.$/u.test(rest)) return bound
    const word = rest.slice(rest.lastIndexOf(' ') + 1)
    const name = word
      .replace(/^.*[^\p{L}\p{N}'.-]|^[ld]'/iu, '')
      .replace(/^\P{L}+|\.$/gu, '')
      .toLowerCase()
    rest = rest.slice(0, rest.length - word.length)
    // `The 2026 wage range`
    if (/^20\d\d$/.test(word)) continue
    if (OTHER_PAY.has(name)) return 'other'
    if (DETERMINERS.has(name)) return bound
    if (BOUNDS.has(name)) {
      // `minimum wage` is a law's.
      if (/^wages?$/.test(noun)) return 'other'
      bound = BOUNDS.get(name)
    } else if (!QUALIFIERS.has(name) && !title.has(name))
      return isPlace(`${rest}${word}`) ? bound : 'unknown'
    // A bracket or a dash at the word's left is a boundary.
    if (/[^\p{L}\p{N}'.-]/u.test(word.slice(0, -1))) return bound
  }
  return 'unknown'
}

const PLACE = new RegExp(
  String.raw`(?<!\p{L})(?:${REGIONS.map(({ name }) => name).join('|')}|Québec|United States|Canada|U\.?S\.?A?|New York City|San Francisco|Bay Area|Seattle|NYC|SF|LA|${REGIONS.map(({ code }) => code).join('|')})$`,
  'u',
)

function isPlace(text: string): boolean {
  return PLACE.test(text.slice(-40))
}

/** Where the clause of a label begins: behind the last mark that parts statements. */
function clauseStart(left: string): number {
  return Math.max(0, ...['; ', '. ', '| ', '• ', '! '].map((mark) => left.lastIndexOf(mark)))
}

/** The qualifiers of labels that stand behind their amounts. */
const QUALIFIER =
  'annual|base|starting|hourly|monthly|gross|target|contract|total|normal|typical|expected'

/** `is the annual base salary`, `contract rate`. */
const BEHIND = new RegExp(
  String.raw`^,? ?(?:(?:USD|CAD) )?((?:which )?(?:is|represents|reflects) )?(?:the |an? |our |in )*((?:(?:${QUALIFIER}) )*(?:salary|wages?|(?:hiring|pay|wage) (?=range))|(?:(?:${QUALIFIER}) )+(?:pay|compensation|rate)|base(?= ?(?:$|[+,.;(])| (?:plus|and|with) ))(?: ?range)?(?! (?:increase|raise))(?!\p{L})( per (?:hour|day|week|month|year|annum)(?!\p{L}))?`,
  'iu',
)

/** In front of amounts that have their label behind them: `at a $30/hour contract rate`. */
const INTO = /(?<!\p{L})(?:at|for|of|with)(?: an?)?$/iu

/** The label that stands directly behind amounts, and ends their clause. */
export function labelBehind(before: string, behind: string): PayLabel | undefined {
  const match = BEHIND.exec(behind)
  if (match === null) return undefined
  const isFirst = before.length < MAX_BEFORE || match[1] !== undefined || INTO.test(before.trim())
  if (!isFirst) return undefined
  return {
    text: `${before} ${match[2]}${match[3] ?? ''}`,
    gap: '',
    bound: undefined,
    behind: match[0].length,
  }
}

/** `This position pays`, `we pay`: the job is the subject, or its employer. */
const PAYS =
  /(?:(?<!\p{L})(?:(we)|(?:position|role|job|internship|opportunity|contract|assignment|shift))(?: \p{L}+ly| will| also| is| are| be| now){0,3} (?:pays?|paying|paid|compensated)(?: you)?|(^(?:now |currently )?paying)|(?<!\p{L})(?:est|sera) (?:rémunérée?|payée?))(?: ?(?:an?|the|hourly|weekly|monthly|annually|between|from|up to|at|about|approximately|start(?:s|ing) at|à|entre|de|(?:an? )?(?:hourly|annual|starting|base|flat)(?: rate)? of)){0,3}$/iu

/** `This role is starting at`, before an amount with its unit. */
const STARTS =
  /^(?:(?:the|this|our) )?(?:[\p{L}-]+ )?(?:position|role|job|internship)(?: is| will be)? start(?:s|ing) at$/iu

/** The job that begins at an amount. */
export function startLabel(before: string): PayLabel | undefined {
  const match = STARTS.exec(before.trimEnd())
  return match === null ? undefined : { text: match[0], gap: '', bound: undefined, behind: 0 }
}

/** Words that name a purpose of the money in front of them. */
const PURPOSE = /^ (?:for|in|into|toward|towards|to|of)(?!\p{L})/iu

/** The verb that labels the amounts of its object. */
export function verbLabel(
  before: string,
  behind: string,
  units: readonly PayUnit[],
): PayLabel | undefined {
  const match = PAYS.exec(before.trimEnd())
  if (match === null) return undefined
  const hasPurpose = (match[1] ?? match[2]) !== undefined && PURPOSE.test(behind)
  // `We pay $20 per hour for all visits`; no purpose costs by the hour.
  if (hasPurpose && !units.some((unit) => unit === 'HOUR' || unit === 'DAY')) return undefined
  return { text: match[0], gap: '', bound: undefined, behind: 0 }
}

/** Longer words in front of amounts are about another thing. */
const MAX_BEFORE = 40
