import type { Country } from '../values/country'
import type { EmploymentType } from '../values/vocabulary'
import { type Occupation, YEARLY_FROM } from './industries'
import type { Random } from './random'
import english from './tables/phrases-english.json'
import french from './tables/phrases-french.json'
import type { Language } from './wording'

export interface Pay {
  currency: 'CAD' | 'USD'
  unit: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH' | 'YEAR'
  low: number
  /** Equal to `low` when one amount is published. */
  high: number
}

/** The pay, published or not; `undefined` for volunteers. */
export function planPay(
  { low: bottom, high: top }: Occupation,
  level: number,
  country: Country,
  employment: EmploymentType,
  random: Random,
): Pay | undefined {
  if (top === 0) return undefined
  const scale = level * (0.94 + 0.12 * random.next()) * (country === 'CA' ? 1.08 : 1)
  const start = bottom + (top - bottom) * 0.5 * random.next()
  const end = start + (top - bottom) * (0.15 + 0.45 * random.next())
  const { unit, factor } = pickUnit(top < YEARLY_FROM, employment, random)
  const floor = unit === 'HOUR' ? LOWEST_HOUR[country] : 0
  const low = Math.max(floor, roundPay(start * scale * factor, unit))
  const high = Math.max(low, roundPay(end * scale * factor, unit))
  const currency = country === 'CA' ? 'CAD' : 'USD'
  return { currency, unit, low, high: random.chance(0.14) ? low : high }
}

/** Raises the pay by 2 to 7 percent, and by one step at least. */
export function raisePay(pay: Pay, random: Random): Pay {
  const factor = 1.02 + 0.05 * random.next()
  const raise = (amount: number) =>
    Math.max(roundPay(amount * factor, pay.unit), amount + STEPS[pay.unit])
  return { ...pay, low: raise(pay.low), high: raise(pay.high) }
}

/** Pay as text within a sentence. */
export function describePay(pay: Pay, language: Language): string {
  const unit = (language === 'fr' ? french : english).payUnits[pay.unit]
  const low = money(pay.low, pay.unit, language)
  if (pay.low === pay.high) return `${low} ${unit}`
  const high = money(pay.high, pay.unit, language)
  return language === 'fr' ? `${low} à ${high} ${unit}` : `${low} to ${high} ${unit}`
}

export function toMonetaryAmount({ currency, unit, low, high }: Pay) {
  const amounts = low === high ? { value: low } : { minValue: low, maxValue: high }
  return {
    '@type': 'MonetaryAmount' as const,
    currency,
    value: { '@type': 'QuantitativeValue' as const, ...amounts, unitText: unit },
  }
}

/** The unit, and the factor from pay per hour or per year to pay per unit. */
function pickUnit(
  isHourly: boolean,
  employment: EmploymentType,
  random: Random,
): { unit: Pay['unit']; factor: number } {
  const draw = random.next()
  if (isHourly) {
    if (employment === 'PER_DIEM' && draw < 0.3) return { unit: 'DAY', factor: 8 }
    if (employment === 'FULL_TIME' && draw < 0.03) return { unit: 'WEEK', factor: 40 }
    if (employment === 'FULL_TIME' && draw < 0.07) return { unit: 'YEAR', factor: 2080 }
    return { unit: 'HOUR', factor: 1 }
  }
  if (employment === 'CONTRACTOR') {
    return draw < 0.4 ? { unit: 'DAY', factor: 1.15 / 230 } : { unit: 'HOUR', factor: 1.15 / 1840 }
  }
  if (draw < 0.05) return { unit: 'MONTH', factor: 1 / 12 }
  if (draw < 0.07) return { unit: 'WEEK', factor: 1 / 52 }
  return { unit: 'YEAR', factor: 1 }
}

function roundPay(amount: number, unit: Pay['unit']): number {
  const steps = Math.round(amount / STEPS[unit])
  // A division gives the exact cents; a multiplication by 0.05 does not.
  return unit === 'HOUR' ? steps / 20 : steps * STEPS[unit]
}

function money(amount: number, unit: Pay['unit'], language: Language): string {
  const cents = unit === 'HOUR' ? amount.toFixed(2).slice(-3) : ''
  const whole = groupThousands(Math.floor(amount), language)
  return language === 'fr' ? `${whole}${cents.replace('.', ',')}\u00a0$` : `$${whole}${cents}`
}

/** A whole number under a million with a separator before the last three digits. */
export function groupThousands(value: number, language: Language): string {
  if (value < 1000) return String(value)
  const rest = String(value % 1000).padStart(3, '0')
  return `${Math.floor(value / 1000)}${language === 'fr' ? '\u00a0' : ','}${rest}`
}

const LOWEST_HOUR: Readonly<Record<Country, number>> = { CA: 16.75, US: 13.5 }
const STEPS = { HOUR: 0.05, DAY: 5, WEEK: 10, MONTH: 50, YEAR: 500 }
