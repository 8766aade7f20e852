import type { PayUnit } from '../../values/vocabulary'
import type { Amounts } from './amounts'
import { NEVER, OTHER_MONEY, PAY_NOUNS, words } from './pay-words'
import { MAX_FACTOR } from './salary-from'

/** What comes behind these words is paid in addition. */
const ADDED =
  /(?:\+|(?<!\p{L})(?:plus|in addition|additional(?:ly)?|as well as|along with|on top of|en plus|ainsi que)(?!\p{L}))([^,;.$]{0,60})$/iu
/** An amount behind these words is of a later time. */
const LATER =
  /(?<!\p{L})(?:increas(?:es?|ing)|ris(?:es?|ing)|rais(?:es?|ed|ing)|going up|range goes|moving|progressing|augmentant|passant)(?: up)? (?:to|à)\W*$/iu
/** Another amount of the same kind. */
const SAME = /^[\s,;/-]*(?:(?:or|ou|and|et)[\s,;/-]*)?$/iu
/** The sum of a time: `($3,600 over 12 weeks)`. */
const OVER = /^ (?:over|for) \d/u
const LABEL = words(PAY_NOUNS)
const KIND = words(
  'premiums?|differentials?|pension|mileage|km|mile|CME|scholarships?|loans?|repayment|awards?|401\\(?k\\)?|RRSP|' +
    'gift cards?|bill(?:ing)?(?= rates?|\\W*$)|probation(?:ary)?|retention|uniforms?|boots?|supplements?|top[- ]?up|one[- ]time|lump|majoration|indemnité|remboursement|total|rent|loyer|hébergement|allocation',
)

/**
 * The other amounts of a sentence that could be pay too, without money that is not the pay itself: `plus a $2.00 premium`,
 * `, bonus up to $2,000`, `, increasing to $20.15`.
 */
export function rivals(sentence: string, found: readonly Amounts[], pay: Amounts): Amounts[] {
  return found.filter((amount, index) => {
    if (amount === pay || !isOfSize(amount, pay)) return false
    const last = found[index - 1]
    const between = sentence.slice(last?.end ?? 0, amount.start)
    const behind = sentence.slice(amount.end, found[index + 1]?.start)
    const added = ADDED.exec(between)
    if (added !== null && !LABEL.test(added[1] ?? '')) return false
    if (last !== undefined && SAME.test(between) && !isOtherKind(nameBehind(behind))) return true
    return (
      !isOtherKind(clauseBefore(between)) &&
      !isOtherKind(nameBehind(behind)) &&
      !(last !== undefined && LATER.test(between))
    )
  })
}

/** Whether an amount has a size that other pay beside `pay` could have. The same pay in another unit is none. */
function isOfSize({ low, high = low, units: [unit] }: Amounts, pay: Amounts): boolean {
  const [own = unit] = pay.units
  if (unit !== undefined && own !== undefined && unit !== own) {
    const ratio = (low * A_YEAR[unit]) / (pay.low * A_YEAR[own])
    return ratio < FEWEST || ratio > MOST
  }
  return high * MAX_FACTOR >= pay.low && low <= (pay.high ?? pay.low) * MAX_FACTOR
}

/** How many of a unit a year has; years of work differ by a tenth. */
const A_YEAR: Readonly<Record<PayUnit, number>> = {
  HOUR: 1_950,
  DAY: 250,
  WEEK: 52,
  MONTH: 12,
  YEAR: 1,
}
const [FEWEST, MOST] = [0.88, 1.12]

/** Whether words name a kind of money that is not pay. */
export function isOtherKind(text: string): boolean {
  return KIND.test(text) || OVER.test(text) || NEVER.test(text) || OTHER_MONEY.test(text)
}

/** The words in front of an amount that can say what it is. */
function clauseBefore(text: string): string {
  return text.slice(Math.max(...['; ', ', ', '. '].map((mark) => text.lastIndexOf(mark))) + 1)
}

/** The words behind an amount that can say what it is. */
function nameBehind(text: string): string {
  const end = text.search(/[,;.](?: |$)|(?: (?:with|plus|and|if|when|after)|[+]) /u)
  return text.slice(0, Math.min(end === -1 ? MAX_NAME : end, MAX_NAME))
}

const MAX_NAME = 50
