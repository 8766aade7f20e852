import { expect, test } from 'bun:test'
import { commonSalary, salaryInText } from '../../../src/collect/answers/pay'
import { payUnit, salaryOf } from '../../../src/values/pay/salary'

const short = (salary: ReturnType<typeof salaryOf>) => {
  if (salary === undefined) return undefined
  const { minValue, maxValue, value, unitText } = salary.value
  return `${salary.currency} ${value ?? `${minValue ?? ''}..${maxValue ?? ''}`} ${unitText}`
}

test.each([
  ['$70 - $90 / hour', 'US' as const, 'USD 70..90 HOUR'],
  ['CAD 80K to 95K per year', undefined, 'CAD 80000..95000 YEAR'],
  ['$80-100k / year', 'CA' as const, 'CAD 80000..100000 YEAR'],
  ['$31.25 / hour', 'US' as const, 'USD 31.25 HOUR'],
  ['$31.25 / hour', undefined, undefined],
  ['C$95,000 – C$120,000 per year', 'US' as const, 'CAD 95000..120000 YEAR'],
  ['$200 per day', 'US' as const, 'USD 200 DAY'],
  ['USD $21.06 - USD $30.00 /Hr.', undefined, 'USD 21.06..30 HOUR'],
  ['$60,000 CAD annually', undefined, 'CAD 60000 YEAR'],
  ['Up to $50 an hour', 'US' as const, 'USD ..50 HOUR'],
  ['Starting at $18.50 per hour', 'CA' as const, 'CAD 18.5.. HOUR'],
  ['45 000 $ / year', 'CA' as const, 'CAD 45000 YEAR'],
  ['60000-80000 USD per year', undefined, 'USD 60000..80000 YEAR'],
  ['$60,000 - $70,000', 'US' as const, undefined],
  ['$45,000 - $50,000 per year plus bonus', 'US' as const, undefined],
  ['€50 - $60 / hour', 'US' as const, undefined],
  ['PAY 20 / hour', 'US' as const, undefined],
  ['$1,000 biweekly', 'US' as const, undefined],
  ['45.000 € / year', undefined, undefined],
  ['$20 - $30 - $40 / hour', 'US' as const, undefined],
  ['$0 / hour', 'US' as const, undefined],
  ['$90 - $70 / hour', 'US' as const, undefined],
  ['Competitive', 'US' as const, undefined],
  [null, 'US' as const, undefined],
])('the pay in %p, country %p', (text, country, expected) => {
  expect(short(salaryInText(text, country))).toBe(expected)
})

test.each([
  [{ min: 1, max: 2, currency: 'cad', unit: 'HOUR' as const }, 'CAD 1..2 HOUR'],
  [{ min: '18.50', max: '18.5', currency: 'EUR', unit: 'MONTH' as const }, 'EUR 18.5 MONTH'],
  [{ min: 0, max: 50, currency: 'USD', unit: 'HOUR' as const }, 'USD ..50 HOUR'],
  [{ min: 0, max: 0, currency: 'USD', unit: 'YEAR' as const }, undefined],
  [{ min: 5, max: 4, currency: 'USD', unit: 'YEAR' as const }, undefined],
  [{ min: 5, max: 6, currency: '$', unit: 'YEAR' as const }, undefined],
  [{ min: 5, max: 6, currency: 'USD', unit: undefined }, undefined],
  [{ min: '5k', max: {}, currency: 'USD', unit: 'YEAR' as const }, undefined],
])('the salary of %j', (pay, expected) => {
  expect(short(salaryOf(pay))).toBe(expected)
})

test('several bands have one salary when currency and unit agree', () => {
  const band = (min: number | undefined, max: number | undefined, currency = 'USD') =>
    salaryOf({ min, max, currency, unit: 'YEAR' })
  expect(short(commonSalary([band(5, 9), undefined, band(3, 3)]))).toBe('USD 3..9 YEAR')
  expect(short(commonSalary([band(5, 9), band(3, undefined)]))).toBe('USD 3.. YEAR')
  expect(commonSalary([band(5, 9), band(3, 4, 'CAD')])).toBeUndefined()
  expect(commonSalary([])).toBeUndefined()
})

test.each([
  ['1 YEAR', 'YEAR'],
  ['per-hour-wage', 'HOUR'],
  ['per-month-salary', 'MONTH'],
  ['Hourly', 'HOUR'],
  ['daily', 'DAY'],
  ['bi-week-salary', undefined],
  ['NONE', undefined],
  [7, undefined],
])('the unit of %p', (word, unit) => {
  expect(payUnit(word) as string | undefined).toBe(unit)
})
