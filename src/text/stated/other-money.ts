import type { Amounts } from './amounts'
import { NEVER, OTHER_MONEY, PAY_NOUNS, words } from './pay-words'

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
    'gift cards?|retention|uniforms?|boots?|supplements?|top[- ]?up|one[- ]time|lump|majoration|indemnité|remboursement|total|rent|loyer|hébergement|allocation',
)

/**
 * The amounts of a sentence after the first, without money that is not the pay itself: `plus a $2.00 premium`,
 * `, bonus up to $2,000`, `, increasing to $20.15`.
 */
export function otherPay(sentence: string, [first, ...others]: readonly Amounts[]): Amounts[] {
  let end = first?.end ?? 0
  return others.filter((amount, index) => {
    const between = sentence.slice(end, amount.start)
    const behind = sentence.slice(amount.end, others[index + 1]?.start)
    end = amount.end
    const added = ADDED.exec(between)
    if (added !== null && !LABEL.test(added[1] ?? '')) return false
    if (SAME.test(between) && !isKind(nameBehind(behind))) return true
    return !isKind(clauseBefore(between)) && !isKind(nameBehind(behind)) && !LATER.test(between)
  })
}

function isKind(text: string): boolean {
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
