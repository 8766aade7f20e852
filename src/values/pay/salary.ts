import Type, { type Static, type TObject } from 'typebox'
import { COUNTRIES, type Country } from '../country'
import { PAY_UNITS, type PayUnit } from '../vocabulary'
import { UNIT_WORDS } from './units'

/** The members of pay as clients receive it, a schema.org MonetaryAmount. */
export const SALARY_MEMBERS = {
  '@type': Type.Literal('MonetaryAmount'),
  currency: Type.String(),
  value: Type.Object(
    {
      '@type': Type.Literal('QuantitativeValue'),
      minValue: Type.Optional(Type.Number()),
      maxValue: Type.Optional(Type.Number()),
      value: Type.Optional(Type.Number()),
      unitText: Type.Enum(PAY_UNITS),
    },
    { additionalProperties: false },
  ),
}

export type Salary = Static<TObject<typeof SALARY_MEMBERS>>

const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** The names of units in systems and texts, in lower case. */
const UNITS: ReadonlyMap<string, PayUnit> = new Map<string, PayUnit>([
  ...PAY_UNITS.flatMap((unit): [string, PayUnit][] => {
    const { nouns, adjectives } = UNIT_WORDS[unit]
    const word = unit.toLowerCase()
    const forms = [`${word}ly`, `1 ${word}`, `per ${word}`, `per_${word}`]
    const names = [...nouns, ...adjectives, ...forms, `per-${word}-salary`, `per-${word}-wage`]
    return names.map((name) => [name, unit])
  }),
  ["l'heure", 'HOUR'],
  ['year_salary', 'YEAR'],
])

/** Currency and unit as one value: amounts of one kind can be compared. */
export function payKind(currency: string, unit: PayUnit): string {
  return `${currency} ${unit}`
}

/** The kind of a salary and its highest amount, which a floor is compared with. */
export function highestPay({ currency, value: pay }: Salary): { kind: string; top: number } {
  const top = pay.maxValue ?? pay.value ?? pay.minValue
  if (top === undefined) throw new TypeError('a salary has an amount')
  return { kind: payKind(currency, pay.unitText), top }
}

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
  /** A unit, or a word that `payUnit` knows. */
  unit: unknown
}

/** The salary of a published structure; undefined for zeros, without a currency or unit, and for a reversed band. */
export function salaryOf({ min, max, currency, unit: word }: PublishedPay): Salary | undefined {
  const unit = payUnit(word)
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

/** `$` alone depends on the country. */
const SYMBOLS: Readonly<Record<string, string>> = {
  C$: 'CAD',
  CDN: 'CAD',
  CA$: 'CAD',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  NZ$: 'NZD',
  '€': 'EUR',
  '£': 'GBP',
}

/** The currency of the marks beside amounts; `$` alone is the dollar of the country. Undefined when marks disagree. */
export function agreedCurrency(marks: readonly string[], country: Country | undefined) {
  const [code, other] = new Set(
    marks.filter((mark) => mark !== '$').map((mark) => SYMBOLS[mark] ?? mark),
  )
  if (other !== undefined) return undefined
  if (!marks.includes('$')) return code
  // `$` beside a code is a sign of dollars.
  if (code !== undefined) return code.endsWith('D') ? code : undefined
  return country === undefined ? undefined : DOLLARS[country]
}

/** The currency of each country. */
export const DOLLARS: Readonly<Record<Country, 'CAD' | 'USD'>> = { CA: 'CAD', US: 'USD' }

/** The country of a plain `$` beside the code of a currency. */
export function countryOfDollars(currency: unknown): Country | undefined {
  return COUNTRIES.find((country) => DOLLARS[country] === currency)
}
