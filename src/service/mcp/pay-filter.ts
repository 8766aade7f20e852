import type { Static, TObject } from 'typebox'
import type { PayFloor } from '../../catalogue/job-filter'
import { COUNTRIES, type Country } from '../../values/country'
import { ParameterError } from '../../values/errors'
import { DOLLARS, payKind } from '../../values/pay/salary'
import { PAY_UNITS } from '../../values/vocabulary'
import { amount, oneOf } from '../parameters/parameter-types'

/** The filters by pay of the tools. `/v1` has none: the parameters of the interface are fixed. */
export const payParameters = {
  pay_at_least: amount({ description: 'The least pay.', examples: [45] }),
  pay_unit: oneOf(PAY_UNITS, { description: 'The unit of the pay.', ignoresCase: true }),
  pay_currency: oneOf(
    COUNTRIES.map((country) => DOLLARS[country]),
    { description: 'The currency of the pay.', ignoresCase: true },
  ),
}

type PayValues = Static<TObject<typeof payParameters>> & { country: readonly Country[] }

/** The condition of the pay filters; undefined without them. Throws `ParameterError` for an amount without a unit, or the reverse. */
export function payFloor(values: PayValues): PayFloor | undefined {
  const { pay_at_least: atLeast, pay_unit: unit, pay_currency: currency, country } = values
  if (atLeast === undefined) {
    if (unit === undefined && currency === undefined) return undefined
    throw missing('pay_at_least', 'expected an amount with pay_unit and pay_currency, got none')
  }
  if (unit === undefined) {
    throw missing('pay_unit', `expected one of ${PAY_UNITS.join(', ')} with pay_at_least, got none`)
  }
  const currencies = currency === undefined ? country.map((one) => DOLLARS[one]) : [currency]
  return { kinds: currencies.map((one) => payKind(one, unit)), atLeast }
}

function missing(parameter: string, detail: string): ParameterError {
  return new ParameterError([{ parameter, detail }])
}
