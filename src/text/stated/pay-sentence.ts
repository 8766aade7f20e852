import type { Country } from '../../values/country'
import type { Salary } from '../../values/pay/salary'
import { type Amounts, BETWEEN, findAmounts } from './amounts'
import { isBarePay } from './bare-pay'
import { labelOf } from './label-of'
import { type NamedPlaces, namedPlaces } from './named-places'
import { withoutNotes } from './notes'
import { isOtherKind, rivals } from './other-money'
import type { LabelReading, PayLabel, TitleWords } from './pay-label'
import { NEVER, OTHER_MONEY, PARTS, TOTALS, words } from './pay-words'
import { MAX_FACTOR, salaryFrom } from './salary-from'

/**
 * The pay that a sentence states. `unclear` has amounts that may be pay, but the rules do not read it to its end;
 * `none` is not about pay, or about a kind of pay that is never read. `isBare`: the amounts have no label.
 */
export type SentencePay =
  | { kind: 'pay'; salary: Salary; amounts: Amounts; places: NamedPlaces; isBare: boolean }
  | { kind: 'unclear'; amounts: Amounts; places: NamedPlaces; isBare: boolean }
  | { kind: 'none' }

export interface SentenceContext {
  /** The line above. */
  heading: string
  /** The words of the job's title. */
  title: TitleWords
  /** The one country of the posting's places, whose dollars a plain `$` is. */
  country: Country | undefined
}

/** Amounts with the words around them, up to other amounts in front. */
interface Candidate {
  amounts: Amounts
  before: string
  behind: string
  label: PayLabel | undefined
}

/**
 * Reads a normalized sentence under a normalized heading.
 *
 *     sentence = label gap amounts [ unit ] following | amounts [ unit ] [ "is" ] label following | amounts unit
 */
export function readPaySentence(normal: string, context: SentenceContext): SentencePay {
  const sentence = withoutNotes(normal)
  const found = findAmounts(sentence)
  if (found.length === 0) return { kind: 'none' }
  const candidates = found.flatMap((_, index) => candidateAt(sentence, found, index, context))
  const candidate = candidates.find(({ label }) => label !== undefined) ?? candidates[0]
  if (candidate === undefined) return { kind: 'none' }
  const { amounts, before, behind, label } = candidate
  const places = namedPlaces(sentence)
  const others = rivals(sentence, found, amounts)
  const isBare = label === undefined
  const unclear: SentencePay =
    isBare && !found.some((each) => isLikePay(each) || (places.isPartial && each.units.length > 0))
      ? { kind: 'none' }
      : { kind: 'unclear', amounts, places, isBare: isBare && found.length === 1 }
  const isAlone = others.every(({ low, high }) => low === amounts.low && high === amounts.high)
  if (places.isExcept || !isAlone || !isWhole(sentence, found)) return unclear
  const isRead =
    (amounts.high !== undefined || !BETWEEN.test(before)) &&
    !OTHER_BEHIND.test(behind.slice(label?.behind)) &&
    !isOtherKind(NAME_BEHIND.exec(behind.slice(label?.behind))?.[0] ?? '') &&
    !includesParts(behind) &&
    (label !== undefined ||
      ((!places.isPartial || places.regions.length > 0) && isBarePay(candidate)))
  const named = label ?? { text: before, gap: '', bound: undefined, behind: 0 }
  const salary = isRead
    ? salaryFrom({ amounts, label: named, before, behind }, places, context.country)
    : undefined
  return salary === undefined ? unclear : { kind: 'pay', salary, amounts, places, isBare }
}

/** The amounts at an index if they may be pay, and not a kind of money that is never read. */
function candidateAt(
  sentence: string,
  found: readonly Amounts[],
  index: number,
  context: SentenceContext,
): Candidate[] {
  const amounts = found[index]
  if (amounts === undefined) return []
  const before = sentence.slice(found[index - 1]?.end ?? 0, amounts.start)
  const behind = sentence.slice(amounts.end)
  const heading = index === 0 ? context.heading : ''
  const label = labelOf(amounts, { before, behind }, heading)
  const isOther = label === 'other' || TOTALS.test(clauseOf(behind, label, amounts).slice(0, 80))
  const near = typeof label === 'object' ? label.text : before.slice(-MAX_PARTS)
  if (isOther || NEVER.test(withoutTitles(near, context.title))) return []
  if (typeof label === 'object') return [{ amounts, before, behind, label }]
  const isMoney = index > 0 || OTHER_MONEY.test(behind.slice(0, MAX_PARTS))
  return isMoney ? [] : [{ amounts, before, behind, label: undefined }]
}

/** Text behind amounts that makes them another thing: an amount that was not read, or a unit that is none. */
const OTHER_BEHIND =
  /^[\p{L}\d%]|^ ?(?:- ?[$\d]|\d|\/\p{L}|\/ ?\$?\d+[.,]\d)|^ (?:to (?=[$\d])|à|or (?!more|above|up)|ou|per|par|an?|each|every|off|worth|goal|in (?!our|this|the|all|most|addition|\p{Lu}|accordance|line|base|salary|total|cash)|of|x|times)(?!\p{L})/iu

/** The noun of amounts: `$20,000 sign-on bonus`. */
const NAME_BEHIND = /^(?: (?!plus |and |with |base )[\p{L}-]+){1,2}(?! \p{L})/iu

const INCLUDES = words('inclu(?:des?|ding|sive)|comprend|comprenant|incluant', 'giu')
const INCLUDED = words(PARTS)
/** Words in front of `including` that deny it, or name factors on which pay depends. */
const NOT_PARTS =
  /(?<!\p{L})(?:not (?:\p{L}+ )?|n't |(?:factors?|criteria|considerations?|elements?|variables?|benefits?|package)\P{L}*(?:\p{L}+ ){0,3})$/iu

/** Whether all dollars of a sentence are read. */
function isWhole(sentence: string, found: readonly Amounts[]): boolean {
  const dollars = found.map(({ start, end }) => countDollars(sentence.slice(start, end)))
  return countDollars(sentence) === dollars.reduce((sum, count) => sum + count, 0)
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

/** Money that the amounts leave out: `(excluding equity and bonus)`. */
const LEFT_OUT =
  /(?<!\p{L})(?:exclud(?:es?|ing)|exclusive of|not including|excluant|hors) [^$,;:.()]{1,60}/giu

function withoutTitles(text: string, title: TitleWords): string {
  const named = text.replace(ROLE, 'for').replace(LEFT_OUT, '')
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
