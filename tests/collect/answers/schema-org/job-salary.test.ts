import { expect, test } from 'bun:test'
import { jobSalary } from '../../../../src/collect/answers/schema-org/job-salary'

const of = (pay: unknown, more: object = {}) => {
  const salary = jobSalary({ baseSalary: pay, ...more })
  if (salary === undefined) return undefined
  const { minValue, maxValue, value, unitText } = salary.value
  return [salary.currency, value ?? [minValue ?? null, maxValue ?? null], unitText]
}

test.each<[unknown, object, ReturnType<typeof of>]>([
  [
    { currency: 'CAD', value: { minValue: 20, maxValue: 25, unitText: 'HOUR' } },
    {},
    ['CAD', [20, 25], 'HOUR'],
  ],
  [
    { currency: 'CAD', value: { value: '52,000.50', unitText: 'YEAR' } },
    {},
    ['CAD', 52000.5, 'YEAR'],
  ],
  [{ currency: 'CAD', value: 4200, unitText: 'MONTH' }, {}, ['CAD', 4200, 'MONTH']],
  [
    { currency: 'CAD', minValue: 20, maxValue: 25, unitText: 'hourly' },
    {},
    ['CAD', [20, 25], 'HOUR'],
  ],
  [
    { value: { minValue: 70000, unitText: 'YEAR' } },
    { salaryCurrency: 'USD' },
    ['USD', [70000, null], 'YEAR'],
  ],
  [{ currency: 'USD', value: [{ value: 30, unitText: 'HOUR' }] }, {}, ['USD', 30, 'HOUR']],
  [
    { currency: 'USD', value: { minValue: 30, maxValue: 30, unitCode: 'HUR' } },
    {},
    ['USD', 30, 'HOUR'],
  ],
  ['$30 - $40 per hour', { salaryCurrency: 'CAD' }, ['CAD', [30, 40], 'HOUR']],
  ['USD 90,000 per year', {}, ['USD', 90000, 'YEAR']],
  [
    [
      { currency: 'USD', value: { minValue: 50000, maxValue: 60000, unitText: 'YEAR' } },
      { currency: 'USD', value: { minValue: 55000, maxValue: 70000, unitText: 'YEAR' } },
    ],
    {},
    ['USD', [50000, 70000], 'YEAR'],
  ],
  [{ currency: 'USD', value: { value: 500, unitText: 'Weekly' } }, {}, ['USD', 500, 'WEEK']],
  [
    { currency: 'CAD', value: { value: '45000 - 55000', unitText: 'YEAR' } },
    {},
    ['CAD', [45000, 55000], 'YEAR'],
  ],
  [
    { currency: 'usd', value: { value: '$18.50 to $21', unitText: 'HOUR' } },
    {},
    ['USD', [18.5, 21], 'HOUR'],
  ],
  [
    { currency: 'CAD', value: { value: '$30 - $40 per hour', unitText: 'HOUR' } },
    {},
    ['CAD', [30, 40], 'HOUR'],
  ],
  // A text in another currency or unit than the pay, without a unit, and with more than pay.
  [{ currency: 'CAD', value: { value: '$30 per hour', unitText: 'YEAR' } }, {}, undefined],
  [{ currency: 'CAD', value: { value: 'USD 30 per hour', unitText: 'HOUR' } }, {}, undefined],
  [{ currency: 'CAD', value: { value: '45000 - 55000' } }, {}, undefined],
  [
    { currency: 'CAD', value: { value: '45000 - 55000 plus bonus', unitText: 'YEAR' } },
    {},
    undefined,
  ],
  // No unit, no currency, no amount, amounts that are none, and a part of the pay.
  ['100000', { salaryCurrency: 'USD' }, undefined],
  [{ value: { value: 30, unitText: 'HOUR' } }, {}, undefined],
  [{ currency: '$', value: { minValue: 20, unitText: 'HOUR' } }, {}, undefined],
  [{ currency: 'USD', value: { minValue: 20 } }, {}, undefined],
  [null, {}, undefined],
  [{ currency: 'USD', value: { minValue: 0, maxValue: 0, unitText: 'YEAR' } }, {}, undefined],
  [{ currency: 'USD', value: { value: 'competitive', unitText: 'YEAR' } }, {}, undefined],
  [{ currency: 'USD', value: { minValue: 9, maxValue: 5, unitText: 'HOUR' } }, {}, undefined],
  [[{ currency: 'USD', value: { value: 30, unitText: 'HOUR' } }, 'more'], {}, undefined],
  [
    undefined,
    { estimatedSalary: { currency: 'USD', value: { value: 30, unitText: 'HOUR' } } },
    undefined,
  ],
])('%j %j', (pay, more, expected) => {
  expect(of(pay, more)).toEqual(expected)
})
