import type { PayUnit } from '../../values/vocabulary'
import type { Amounts } from './amounts'
import { isOtherKind } from './other-money'
import { words } from './pay-words'

/** The size of a wage or a salary that needs no label beside its unit; smaller amounts are often other money. */
const SIZES: Partial<Record<PayUnit, readonly [number, number]>> = {
  HOUR: [7, 250],
  MONTH: [1_500, 30_000],
  YEAR: [18_000, 900_000],
}

/** Words that make an amount a price, a cost or the pay of others. */
const OTHER_USE = words(
  'parking|childcare|daycare|transit|meals?|lunch(?:es)?|cost(?:s|ing)?|charg(?:e|es|ed|ing)|bill(?:s|ed)|bill(?:ing)?(?=\\W*$)|invoiced?|facturée?s?|sav(?:e|es|ed|ings?)|spen[dt](?:s|ing)?|fees?|prices?|priced|pricing|rents?|rentals?(?=\\W*$)|(?:top|best|high) (?:performers?|earners?|producers?)|worth|valued?|' +
    'up to|invest(?:s|ed|ing|ment)?|contribut\\p{L}*|generat\\p{L}*|manag(?:e|es|ed|ing)|sales|sell(?:s|ing)?|grants?|loans?|debt|' +
    'donors?|gifts?|projects?|products?|accounts?|employer|match(?:es|ing)?|ARR|GMV|income|households?|families|they|users?|members?|patients?|students?|residents?|last|former|competitors?|could|might|most|many|potential|average|minimum wage|living wage',
)

/** Words with which one earns an amount. */
const EARNS = /(?<!\p{L})(?:earn|make|start(?:s|ing)? at|gagne[rz])(?: (?:between|from|at))?$/iu

/** Longer words in front of amounts without a label are about another thing. */
const MAX_BEFORE = 60

/** Whether amounts without a label are pay: they have its size and its unit, and no word makes them other money. */
export function isBarePay({
  amounts: { low, high, units, marks },
  before,
  behind,
}: {
  amounts: Amounts
  before: string
  behind: string
}): boolean {
  const [unit] = units
  const size = unit && SIZES[unit]
  if (size === undefined || marks.length === 0) return false
  const [least, most] = size
  const start = before.trim()
  const isNear = high !== undefined || start === '' || EARNS.test(start) || unit === 'HOUR'
  return (
    low >= least &&
    (high ?? low) <= most &&
    isNear &&
    start.length <= MAX_BEFORE &&
    !OTHER_USE.test(start) &&
    !isOtherKind(`${start} ; ${behind.slice(0, MAX_BEFORE)}`) &&
    !/^ (?:for|in|into|toward|towards|to|of|on|when|if|after)(?!\p{L})/iu.test(behind)
  )
}
