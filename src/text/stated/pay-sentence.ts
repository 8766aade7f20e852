import type { Country } from '../../values/country'
import type { Salary } from '../../values/pay/salary'
import { type Amounts, BETWEEN, findAmounts } from './amounts'
import { type LabelContext, labelOf } from './label-of'
import { type NamedPlaces, namedPlaces } from './named-places'
import { withoutNotes } from './notes'
import { otherPay } from './other-money'
import type { LabelReading, TitleWords } from './pay-label'
import { NEVER, OTHER_MONEY, PARTS, TOTALS, words } from './pay-words'
import { MAX_FACTOR, salaryFrom } from './salary-from'

/**
 * The pay that a sentence states. `unclear` has amounts that may be pay, but the rules do not read it to its end;
 * `none` is not about pay, or about a kind of pay that is never read. `isBare`: the amounts have no label.
 */
export type SentencePay =
  | { kind: 'pay'; salary: Salary; amounts: Amounts; places: NamedPlaces }
  | { kind: 'unclear'; amounts: Amounts; places: NamedPlaces; isBare: boolean }
  | { kind: 'none' }

export interface SentenceContext extends LabelContext {
  /** The one country of the posting's places, whose dollars a plain `$` is. */
  country: Country | undefined
}

/** The end of the words between a label and its amounts. */
const CONNECTOR =
  /^$|(?:[:([|=~+-]|(?<!\p{L})(?:is|are|be|of|at|from|between|ranges?|ranging|to|rate|band|scale|role|position|starting|starts|begins|est|sont|de|à|entre|approximately|around|about|USD|CAD|CDN|hourly|annual|annually|yearly|paid(?: out)?|min|minimum|max|maximum))$/iu

/** As `CONNECTOR`, behind a comma. */
const CLAUSE =
  /(?::|^: ?\p{Lu}[\p{Lu}\d-]{0,8},$|^, (?:based|depending) on experience$|(?<!\p{L})(?:is|are|be|between|from|est|entre))$/iu

/** Text that may follow the amounts. */
const FOLLOWING =
  /^ ?(?:$|[.,;:)\]+|•!/"&]|-(?! ?\$?\d)|\(|\[)|^ (?:plus|and|depending|based|dependent|dependant|commensurate|with|for|in|at|base|gross|DOE|negotiable|excluding|exclusive|not (?:including|inclusive)|according|which|as|is|during|under|to start|starting|salary|annual|annually|yearly|hourly|to be|on|across|selon|avec|pour|et|brut|en fonction|within|if|while|this|we|CAD|USD|doe|C2C|W2|salaire|(?:pay |salary )?(?:grade|band|step|level)(?=:? ?[A-Z]{0,3}\d))(?!\p{L})/iu

const INCLUDES = words('inclu(?:des?|ding|sive)|comprend|comprenant|incluant', 'giu')
const INCLUDED = words(PARTS)
/** Words in front of `including` that deny it, or name factors on which pay depends. */
const NOT_PARTS =
  /(?<!\p{L})(?:not (?:\p{L}+ )?|n't |(?:factors?|criteria|considerations?|elements?|variables?|benefits?|package)\P{L}*(?:\p{L}+ ){0,3})$/iu

/**
 * Reads a normalized sentence under a normalized heading.
 *
 *     sentence = label gap amounts [ unit ] following | amounts [ unit ] [ "is" ] label following
 */
export function readPaySentence(normal: string, context: SentenceContext): SentencePay {
  const sentence = withoutNotes(normal)
  const found = findAmounts(sentence)
  const [amounts] = found
  if (amounts === undefined) return { kind: 'none' }
  const before = sentence.slice(0, amounts.start)
  const behind = sentence.slice(amounts.end)
  const label = labelOf(amounts, { before, behind }, context)
  const isOtherMoney =
    label === 'other' || TOTALS.test(clauseOf(behind, label, amounts).slice(0, 80))
  const near = typeof label === 'object' ? label.text : before.slice(-MAX_PARTS)
  if (isOtherMoney || NEVER.test(withoutTitles(near, context.title))) return { kind: 'none' }
  if (label === undefined && OTHER_MONEY.test(behind.slice(0, MAX_PARTS))) return { kind: 'none' }
  if (label === undefined && !found.some(isLikePay)) return { kind: 'none' }
  const places = namedPlaces(sentence)
  const isBare = label === undefined && found.length === 1
  const unclear: SentencePay = { kind: 'unclear', amounts, places, isBare }
  if (typeof label !== 'object' || places.isExcept || !isWhole(sentence, found)) return unclear
  const isRead =
    (amounts.high !== undefined || !BETWEEN.test(before)) &&
    (label.gap.includes(',') ? CLAUSE : CONNECTOR).test(label.gap.trim()) &&
    FOLLOWING.test(behind.slice(label.behind)) &&
    !includesParts(behind)
  const salary = isRead
    ? salaryFrom({ amounts, label, before, behind }, places, context.country)
    : undefined
  return salary === undefined ? unclear : { kind: 'pay', salary, amounts, places }
}

/** Whether the amounts of a sentence are the same or other money, and all its dollars are read. */
function isWhole(sentence: string, found: readonly Amounts[]): boolean {
  const [first] = found
  const dollars = found.map(({ start, end }) => countDollars(sentence.slice(start, end)))
  return (
    otherPay(sentence, found).every(
      (other) => other.low === first?.low && other.high === first?.high,
    ) && countDollars(sentence) === dollars.reduce((sum, count) => sum + count, 0)
  )
}

function countDollars(text: string): number {
  return text.split('$').length - 1
}

/** A range without a label that pay could have: a level of a list. */
function isLikePay({ low, high = 0 }: Amounts): boolean {
  return high > low && high <= MAX_FACTOR * low && (low >= 10_000 || (low >= 10 && high <= 150))
}

/** `for a Customer Success Manager`: the title of a role has words that otherwise are other money. */
const ROLE =
  /(?<!\p{L})for (?:(?:an?|the|our|this) )?\p{Lu}[^\s,:;]*(?: (?:\p{Lu}[^\s,:;]*|of|and|&|-|in|the|I{1,3})){0,9}/gu

function withoutTitles(text: string, title: TitleWords): string {
  const named = text.replace(ROLE, 'for')
  return title.has('diem') ? named.replace(/per diem/giu, '') : named
}

function includesParts(behind: string): boolean {
  return Array.from(behind.matchAll(INCLUDES)).some(({ 0: word, index }) => {
    const parts = behind.slice(index + word.length, index + word.length + MAX_PARTS).split('. ', 1)
    const isOfPay = !NOT_PARTS.test(behind.slice(Math.max(0, index - MAX_PARTS), index))
    return (
      isOfPay && INCLUDED.test((parts[0] ?? '').replace(/(?:internal|pay|salary) equity/giu, ''))
    )
  })
}

/** How far parts stand from their verb. */
const MAX_PARTS = 70

/** Base pay has other totals beside it: `(OTE $90,000)`. */
const BESIDE =
  /(?: plus | \+ | ?\(|; |, )(?=[^$]{0,60}(?:OTE|on[- ]target|target earnings|total)[^$]{0,40}\$)/iu

const TOTAL = /OTE|target|total/i
const BASE = words('base|salary|salaires?|wages?|rates?|hourly')

function clauseOf(behind: string, label: LabelReading | undefined, { units }: Amounts): string {
  const isBase = typeof label === 'object' && (BASE.test(label.text) || units.includes('HOUR'))
  const end = isBase && TOTAL.test(behind) ? behind.search(BESIDE) : -1
  return end === -1 ? behind : behind.slice(0, end)
}
