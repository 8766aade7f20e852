import type { Country } from '../../values/country'
import { agreedCurrency, type Salary, salaryOf } from '../../values/pay/salary'
import type { PayUnit } from '../../values/vocabulary'
import type { Amounts } from './amounts'
import type { NamedPlaces } from './named-places'
import type { PayLabel } from './pay-label'
import { SALARY_NOUNS, words } from './pay-words'
import { OTHER_PERIOD, PART_OF_YEAR, unitsIn } from './units'

/** The smallest and largest pay of a unit; other amounts are another kind of money. */
const BOUNDS: Readonly<Record<PayUnit, readonly [number, number]>> = {
  HOUR: [2, 500],
  DAY: [16, 4_000],
  WEEK: [80, 20_000],
  MONTH: [300, 100_000],
  YEAR: [10_000, 2_000_000],
}
/** The end of a range is at most this many times its beginning. */
export const MAX_FACTOR = 4

const UP_TO =
  /(?<!\p{L})(?:(?:up )?to|jusqu'à|(?:pouvant |peut )?atteindre|(?:can|may) reach|as high as|maximum(?: of| de)?|maximal|max|not (?:to )?exceed(?:ing)?|pas dépasser|ne dépassant pas)\W*$/iu
const AND_UP = /^ (?:and|or) (?:up|above|more)(?!\p{L})/iu
const FROM =
  /(?<!\p{L})(?:from|start(?:ing|s)?(?: salary)?(?: at| from)?|min(?:imum)?(?: (?:hourly |base |pay )?(?:rate|salary|wage|pay))?(?: of| de)?|minimal|at least|in excess of|upwards of|à partir de|dès|begin(?:s|ning)? at)\W*$/iu
const SALARY = words(SALARY_NOUNS)

/** The amounts of a sentence with its label, and the words before and behind them. */
export interface LabelledAmounts {
  amounts: Amounts
  label: PayLabel
  before: string
  behind: string
}

/**
 * The salary that labelled amounts are; undefined without a unit or a currency, and outside the bounds of the unit. A plain
 * `$` is the dollar of `country`.
 */
export function salaryFrom(
  { amounts, label, before, behind }: LabelledAmounts,
  places: NamedPlaces,
  country: Country | undefined,
): Salary | undefined {
  const unit = unitOf(amounts, label.text, behind)
  if (unit === undefined) return undefined
  const { low, high, isOpen } = amounts
  const [least, most] = BOUNDS[unit]
  const isRange = high !== undefined
  if (low < least || (high ?? low) > most) return undefined
  if (isRange && (isOpen || high < low || high > MAX_FACTOR * low)) return undefined
  const isMost = !isRange && (label.bound === 'most' || UP_TO.test(before))
  const isLeast =
    !isRange && (isOpen || AND_UP.test(behind) || label.bound === 'least' || FROM.test(before))
  const [named, another] = places.countries
  const dollars = another === undefined ? (named ?? country) : undefined
  const codes = `${label.text} ${behind.slice(0, 40)}`.match(CODES) ?? []
  return salaryOf({
    min: isMost ? undefined : low,
    max: isLeast ? undefined : (high ?? low),
    currency: agreedCurrency([...amounts.marks, ...codes], dollars),
    unit,
  })
}

const CODES = /(?<!\p{L})(?:CAD|USD|CDN|EUR|GBP|CHF|AUD|MXN|INR|€|£)(?!\p{L})/gu

/** The unit at the amounts, else the unit of the label, else the year for a salary. */
function unitOf({ units }: Amounts, label: string, behind: string): PayUnit | undefined {
  if (units.length > 0) return only(units)
  const named = unitsIn(label)
  const period = `${label} ${named.length > 0 ? behind.replace(PAID, '') : behind}`
  if (OTHER_PERIOD.test(period)) return undefined
  if (named.length > 0) return only(named)
  return SALARY.test(label) && !PART_OF_YEAR.test(period) ? 'YEAR' : undefined
}

/** When pay is paid is not what it is for: `payable aux deux semaines`. */
const PAID = /(?<!\p{L})(?:paid|payable|payée?s?|versée?s?) (?:out )?[^,.;]{0,40}/giu

function only(units: readonly PayUnit[]): PayUnit | undefined {
  const [unit, other] = new Set(units)
  return other === undefined ? unit : undefined
}
