import type { Country } from '../../values/country'
import { agreedCurrency, payUnit, type Salary, salaryOf } from '../../values/pay/salary'

/**
 * One salary for bands of several levels or jurisdictions: from the lowest to the highest amount. Undefined when they differ
 * in currency or unit.
 */
export function commonSalary(bands: readonly (Salary | undefined)[]): Salary | undefined {
  const salaries = bands.filter((band) => band !== undefined)
  const [first] = salaries
  if (first === undefined) return undefined
  const { currency, value } = first
  const isCommon = salaries.every(
    (band) => band.currency === currency && band.value.unitText === value.unitText,
  )
  const lows = salaries.map((band) => band.value.minValue ?? band.value.value ?? undefined)
  const highs = salaries.map((band) => band.value.maxValue ?? band.value.value ?? undefined)
  if (!isCommon) return undefined
  return salaryOf({
    min: extreme(lows, Math.min),
    max: extreme(highs, Math.max),
    currency,
    unit: value.unitText,
  })
}

/** Undefined when a band is open. */
function extreme(
  amounts: readonly (number | undefined)[],
  choose: (...amounts: number[]) => number,
): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === amounts.length ? choose(...known) : undefined
}

/** A longer text says more than pay. */
const MAX_PAY_LENGTH = 500

const LIMIT = /^(?:(from|starting at)|up to)\s+/i
const UNIT = /\s*(?:\/|\bper\b|\ban?\b)?\s*([a-z]+)\.?$/i
const RANGE = /\s*(?:[-–—]|\bto\b)\s*/
const NUMBER = String.raw`\d{1,3}(?:[, ]\d{3})+(?:\.\d{1,2})?|\d+(?:\.\d{1,2})?`
const AMOUNT = new RegExp(
  String.raw`^([A-Z]{3})? ?((?:[A-Z]{1,2})?\$|€|£)? ?(${NUMBER}) ?([kK])? ?([A-Z]{3}|\$|€|£)?$`,
)

/**
 * The pay of a text that is nothing but pay: a currency, one or two amounts and a unit, such as `$70 - $90 / hour` or
 * `CAD 80K to 95K per year`. Undefined for any other text, and for a plain `$` of an unknown country.
 *
 *     pay    = [ "from" | "starting at" | "up to" ] amount [ ( "-" | "to" ) amount ] unit
 *     amount = [ code ] [ symbol ] number [ "K" ] [ code | symbol ]
 *     unit   = [ "/" | "per" | "a" | "an" ] word
 */
export function salaryInText(text: unknown, country?: Country): Salary | undefined {
  if (typeof text !== 'string' || text.length > MAX_PAY_LENGTH) return undefined
  const line = text.trim().replace(/\s+/g, ' ')
  const limit = LIMIT.exec(line)
  const unit = UNIT.exec(line)
  if (unit === null) return undefined
  const amounts = line.slice(limit?.[0].length ?? 0, unit.index).split(RANGE)
  const [first, second, third] = amounts.map(readAmount)
  if (first === undefined || third !== undefined) return undefined
  if (amounts.length > 1 && (second === undefined || limit !== null)) return undefined
  // `80 - 100K` is 80,000 to 100,000.
  const isCarried = second?.isThousands && !first.isThousands && first.number < second.number
  const low = inFull(isCarried ? { ...first, isThousands: true } : first)
  const high = second === undefined ? low : inFull(second)
  return salaryOf({
    min: limit === null || limit[1] !== undefined ? low : undefined,
    max: limit?.[1] === undefined ? high : undefined,
    currency: agreedCurrency([...first.marks, ...(second?.marks ?? [])], country),
    unit: payUnit(unit[1]),
  })
}

interface Amount {
  number: number
  isThousands: boolean
  /** Codes and symbols of currencies. */
  marks: string[]
}

function readAmount(text: string): Amount | undefined {
  const found = AMOUNT.exec(text)
  if (found === null) return undefined
  const [, code, symbol, number = '', thousands, after] = found
  return {
    number: Number(number.replace(/[, ]/g, '')),
    isThousands: thousands !== undefined,
    marks: [code, symbol, after].filter((mark) => mark !== undefined),
  }
}

function inFull({ number, isThousands }: Amount): number {
  return isThousands ? number * 1000 : number
}
