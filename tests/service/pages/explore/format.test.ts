import { describe, expect, test } from 'bun:test'
import {
  formatAge,
  formatCode,
  formatDate,
  formatPlaces,
  plural,
} from '../../../../src/service/pages/explore/browser/page/format'
import { salaryText } from '../../../../src/values/pay/salary-text'

const pay = (value: object) =>
  salaryText({
    '@type': 'MonetaryAmount',
    currency: 'CAD',
    value: { '@type': 'QuantitativeValue', unitText: 'HOUR', ...value },
  })

describe('pay', () => {
  test.each([
    [{ minValue: 28.5, maxValue: 34 }, 'CAD 28.50 to 34.00 an hour'],
    [{ minValue: 30, maxValue: 30 }, 'CAD 30 an hour'],
    [{ value: 61_250, unitText: 'YEAR' }, 'CAD 61,250 a year'],
    [{ minValue: 30 }, 'CAD from 30 an hour'],
    [{ maxValue: 30 }, 'CAD up to 30 an hour'],
  ])('%j', (value, shown) => {
    expect(pay(value)).toBe(shown)
  })
})

test.each([
  ['2026-01-15T10:29:30Z', 'just now'],
  ['2026-01-15T10:31:00Z', 'just now'],
  ['2026-01-15T10:29:00Z', '1 minute ago'],
  ['2026-01-13T10:30:00Z', '2 days ago'],
  ['2026-01-01T10:30:00Z', '2 weeks ago'],
  ['2024-01-01T00:00:00Z', '2 years ago'],
])('the age of %s', (instant, shown) => {
  expect(formatAge(instant, new Date('2026-01-15T10:30:00Z'))).toBe(shown)
})

test('places, numbers, dates and codes', () => {
  expect(formatPlaces(['Toronto, ON', 'Toronto, ON', 'Ottawa, ON'], 2)).toBe(
    'Toronto, ON · Ottawa, ON',
  )
  expect(formatPlaces(['a', 'b', 'c', 'd'], 2)).toBe('a · b and 2 more')
  expect(formatPlaces(null, 2)).toBe('')
  expect([plural(1, 'job'), plural(1_234, 'job')]).toEqual(['1 job', '1,234 jobs'])
  expect(formatDate('2026-01-15')).toBe('15 January 2026')
  expect(formatCode('FULL_TIME')).toBe('Full time')
})
