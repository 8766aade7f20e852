import type { PayUnit } from '../../values/vocabulary'
import { BOUNDS, DETERMINERS, OTHER_NOUNS, OTHER_PAY, PAY_NOUNS, words } from './pay-words'

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

/** `other`: the pay of other times or other people. */
export type LabelReading = PayLabel | 'other'

const EACH_NOUN = words(PAY_NOUNS, 'giu')

/**
 * The last label of pay in the words before amounts; undefined without a noun of pay.
 *
 *     label    = [ boundary | determiner ] { word | bound } noun gap
 *     boundary = the beginning | punctuation
 */
export function labelIn(before: string): LabelReading | undefined {
  const noun = Array.from(before.matchAll(EACH_NOUN)).findLast((each) => !isVerb(each, before))
  if (noun === undefined) return undefined
  const left = before.slice(0, noun.index)
  const gap = before.slice(noun.index + noun[0].length)
  const bound = boundOf(left, noun[0].toLowerCase())
  if (bound === 'other' || SHARE.test(left.trimEnd()) || OTHER_NOUNS.test(gap)) return 'other'
  return { text: `${left.slice(clauseStart(left))}${noun[0]}${gap}`, gap, bound, behind: 0 }
}

/** `clients pay`, `we expect to pay`. */
function isVerb({ 0: noun, index }: RegExpExecArray, before: string): boolean {
  return (
    /^(?:pay|paie)$/i.test(noun) &&
    SUBJECT.test(before.slice(0, index)) &&
    !/^ ?[:([]/.test(before.slice(index + noun.length))
  )
}

/** In front of the verb. */
const SUBJECT = /(?<!\p{L})(?:we|you|they|who|us|it|to|will|can|must|may|should|\p{L}{3,}s) $/iu

/** A multiple or a part of pay: `60% of your base`, `twice`. */
const SHARE =
  /(?:%|percent|times|twice|double|match(?:es|ing)?|\dx)(?: (?:of|on|to|your|their|the|annual|base|eligible)){0,4}$/iu

/** No name of a noun of pay has more words. */
const MAX_WORDS = 5

/** The bound that the words in front of a noun name, read from right to left up to a boundary; `other` for other pay. */
function boundOf(left: string, noun: string): PayLabel['bound'] | 'other' {
  let bound: PayLabel['bound']
  let rest = left
  for (let count = 0; count < MAX_WORDS; count += 1) {
    rest = rest.trimEnd()
    if (rest === '' || /[^\p{L}\p{N}'.]$/u.test(rest) || /[a-z\d]{2}\.$/u.test(rest)) return bound
    const word = rest.slice(rest.lastIndexOf(' ') + 1)
    const name = word
      .replace(/^.*[^\p{L}\p{N}'.-]|^[ld]'/iu, '')
      .replace(/^\P{L}+|\.$/gu, '')
      .toLowerCase()
    rest = rest.slice(0, rest.length - word.length)
    if (OTHER_PAY.has(name)) return 'other'
    if (DETERMINERS.has(name) || (/\d/.test(name) && !/^20\d\d$/.test(word))) return bound
    if (BOUNDS.has(name)) {
      // `minimum wage` is a law's.
      if (/^wages?$/.test(noun)) return 'other'
      bound = BOUNDS.get(name)
    }
    // A bracket or a dash at the word's left is a boundary.
    if (/[^\p{L}\p{N}'.-]/u.test(word.slice(0, -1))) return bound
  }
  return bound
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
