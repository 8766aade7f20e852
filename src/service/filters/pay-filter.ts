import type { Static, TObject } from 'typebox'
import type { PayFilter } from '../../catalogue/job-filter'
import { COUNTRIES, type Country } from '../../values/country'
import { ParameterError } from '../../values/errors'
import { DOLLARS, payKind } from '../../values/pay/salary'
import { PAY_UNITS } from '../../values/vocabulary'
import type { payAndArrangement } from '../parameters/pay-and-arrangement'

type PayValues = Static<TObject<typeof payAndArrangement>> & {
  country: Country | readonly Country[]
  sort?: 'newest' | 'pay'
}

/**
 * The condition of the pay parameters; undefined without them. In the order of pay it has one unit and one currency. Throws
 * `ParameterError` for an amount without a unit, or the reverse.
 */
export function payFilter(values: PayValues): PayFilter | undefined {
  const { pay_at_least: atLeast, pay_unit: unit, pay_currency: currency, sort } = values
  const isSorted = sort === 'pay'
  if (atLeast === undefined && !isSorted) {
    if (unit === undefined && currency === undefined) return undefined
    throw missing('pay_at_least', 'an amount with pay_unit and pay_currency')
  }
  const asking = isSorted ? 'sort=pay' : 'pay_at_least'
  if (unit === undefined) throw missing('pay_unit', `one of ${PAY_UNITS.join(', ')} with ${asking}`)
  const countries = COUNTRIES.filter((one) => [values.country].flat().includes(one))
  const currencies = currency === undefined ? countries.map((one) => DOLLARS[one]) : [currency]
  if (isSorted && currencies.length > 1) {
    throw missing('pay_currency', `one of ${currencies.join(', ')} with sort=pay of both countries`)
  }
  return { kinds: currencies.map((one) => payKind(one, unit)), atLeast }
}

function missing(parameter: string, expected: string): ParameterError {
  return new ParameterError([{ parameter, detail: `expected ${expected}, got none` }])
}
