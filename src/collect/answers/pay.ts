import type { Posting } from '../../import/posting'
import { COUNTRIES, type Country } from '../../values/country'
import { PAY_UNITS } from '../../values/vocabulary'

export type Salary = NonNullable<Posting['salary']>

export type PayUnit = (typeof PAY_UNITS)[number]

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** What systems call the units, in lower case. Units of two weeks and half years have no equivalent. */
const UNITS: ReadonlyMap<string, PayUnit> = new Map<string, PayUnit>([
  ...PAY_UNITS.flatMap((unit): [string, PayUnit][] => {
    const word = unit.toLowerCase()
    const forms = [word, `${word}s`, `${word}ly`, `1 ${word}`, `per ${word}`, `per_${word}`]
    return [...forms, `per-${word}-salary`, `per-${word}-wage`].map((form) => [form, unit])
  }),
  ['hr', 'HOUR'],
  ['h', 'HOUR'],
  ['daily', 'DAY'],
  ['wk', 'WEEK'],
  ['mo', 'MONTH'],
  ['yr', 'YEAR'],
  ['annual', 'YEAR'],
  ['annually', 'YEAR'],
  ['annum', 'YEAR'],
  ['year_salary', 'YEAR'],
])

/** The unit that a system's word means, such as `1 YEAR`, `per-hour-wage` or `annually`. */
export function payUnit(word: unknown): PayUnit | undefined {
  return typeof word === 'string' ? UNITS.get(word.trim().toLowerCase()) : undefined
}

export interface PublishedPay {
  /** Numbers, or decimal numbers as text. */
  min?: unknown
  max?: unknown
  /** An ISO 4217 code. */
  currency: unknown
  unit: PayUnit | undefined
}

/** The salary of a published structure; undefined for zeros, without a currency or unit, and for a reversed band. */
export function salaryOf({ min, max, currency, unit }: PublishedPay): Salary | undefined {
  const code = typeof currency === 'string' ? currency.trim().toUpperCase() : ''
  const [low, high] = [positive(min), positive(max)]
  const isReversed = low !== undefined && high !== undefined && low > high
  if (unit === undefined || isReversed || !CURRENCIES.has(code)) return undefined
  if (low === undefined && high === undefined) return undefined
  const amount =
    low !== undefined && low === high
      ? { value: low }
      : {
          ...(low === undefined ? {} : { minValue: low }),
          ...(high === undefined ? {} : { maxValue: high }),
        }
  return {
    '@type': 'MonetaryAmount',
    currency: code,
    value: { '@type': 'QuantitativeValue', ...amount, unitText: unit },
  }
}

function positive(value: unknown): number | undefined {
  const isNumeric =
    typeof value === 'number' || (typeof value === 'string' && /^\s*\d+(\.\d+)?\s*$/.test(value))
  const number = isNumeric ? Number(value) : Number.NaN
  return Number.isFinite(number) && number > 0 ? number : undefined
}

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

/** `$` alone depends on the country. */
const SYMBOLS: Readonly<Record<string, string>> = {
  C$: 'CAD',
  CA$: 'CAD',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  '€': 'EUR',
  '£': 'GBP',
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

function agreedCurrency(marks: readonly string[], country: Country | undefined) {
  const [code, other] = new Set(
    marks.filter((mark) => mark !== '$').map((mark) => SYMBOLS[mark] ?? mark),
  )
  if (other !== undefined) return undefined
  if (!marks.includes('$')) return code
  // `$` beside a code is a sign of dollars.
  if (code !== undefined) return code.endsWith('D') ? code : undefined
  return country === undefined ? undefined : DOLLARS[country]
}

const DOLLARS: Readonly<Record<Country, string>> = { CA: 'CAD', US: 'USD' }

/** The country of a plain `$` beside the code of a currency. */
export function countryOfDollars(currency: unknown): Country | undefined {
  return COUNTRIES.find((country) => DOLLARS[country] === currency)
}
