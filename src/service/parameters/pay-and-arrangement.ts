import { COUNTRIES } from '../../values/country'
import { DOLLARS } from '../../values/pay/salary'
import { PAY_UNITS, WORK_ARRANGEMENTS } from '../../values/vocabulary'
import { amount, listOf, oneOf } from './parameter-types'

/** The filters of the tools and of `/explore` that `/v1` lacks: the parameters of the interface are fixed. */
export const payAndArrangement = {
  work_arrangement: listOf(oneOf(WORK_ARRANGEMENTS, { description: 'An arrangement.' }), {
    description: 'Arrangements; the job names one of them.',
    examples: [['remote', 'hybrid']],
  }),
  pay_at_least: amount({ description: 'The least pay.', examples: [45] }),
  pay_unit: oneOf(PAY_UNITS, { description: 'The unit of the pay.', ignoresCase: true }),
  pay_currency: oneOf(
    COUNTRIES.map((country) => DOLLARS[country]),
    { description: 'The currency of the pay.', ignoresCase: true },
  ),
}

/** The orders of a search. */
export const sort = oneOf(['newest', 'pay'], {
  default: 'newest',
  description:
    '`newest`: the latest `date_posted` first. `pay`: the highest published amount first, with `pay_unit`; jobs without pay in that unit and currency are left out.',
  examples: ['pay'],
})
