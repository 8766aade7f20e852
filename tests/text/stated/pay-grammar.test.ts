import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { OTHER_PAY } from '../../../src/text/stated/pay-words'
import { pay } from './shown-pay'

test('each word of the list of other pay makes none of a label', () => {
  const read = Array.from(OTHER_PAY).filter((word) => pay(`${word} pay: $25 per hour`) !== 'none')
  expect(read).toEqual([])
})

/** Ways to write thousands of dollars. */
const WRITTEN: readonly ((thousands: number) => string)[] = [
  (thousands) => `$${thousands},000`,
  (thousands) => `$${thousands},000.00`,
  (thousands) => `$${thousands}K`,
  (thousands) => `${thousands}k CAD`,
  (thousands) => `CAD $${thousands},000`,
  (thousands) => `${thousands} 000 $`,
  (thousands) => `${thousands} 000,00 $`,
]
const BEFORE = ['Salary: ', 'The base salary range for this role is ', 'Échelle salariale : de ']
const BETWEEN = [' - ', '–', ' to ', ' à ']
const BEHIND = ['', ' per year', '/yr', ' par année', ' annually', '.', ' plus benefits']

test('a range is read as it is written', () => {
  const range = fc
    .tuple(fc.integer({ min: 20, max: 240 }), fc.integer({ min: 1, max: 60 }))
    .map(([low, more]) => [low, low + more] as const)
  fc.assert(
    fc.property(
      range,
      fc.constantFrom(...WRITTEN),
      fc.constantFrom(...BEFORE),
      fc.constantFrom(...BETWEEN),
      fc.constantFrom(...BEHIND),
      ([low, high], written, before, between, behind) => {
        const text = `${before}${written(low)}${between}${written(high)}${behind}`
        expect([text, pay(text)]).toEqual([text, `${low}000-${high}000 YEAR CAD`])
      },
    ),
    { numRuns: 500 },
  )
})

test('amounts that are not read to their end are none', () => {
  const stray = fc.constantFrom(' - 9', '-65,0000', ' - 110.000', ' - $', '0', '%', 'x', 'M')
  fc.assert(
    fc.property(fc.integer({ min: 20, max: 400 }), stray, (low, behind) => {
      const text = `Salary: $${low},000${behind}`
      expect([text, pay(text)]).toEqual([text, 'none'])
    }),
  )
})
