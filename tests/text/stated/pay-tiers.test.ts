import { expect, test } from 'bun:test'
import { statedPay } from '../../../src/text/stated/pay'
import { pay } from './shown-pay'

const inStates = (...regions: string[]) =>
  ({ country: 'US', regions, isOnlyCountry: true }) as const
const inCanada = (...regions: string[]) =>
  ({ country: 'CA', regions, isOnlyCountry: true }) as const

const TIERS =
  'USA base pay range (CA, WA, NY) per year: $165,000 - 225,000\n' +
  'USA base pay range (all other U.S. states) per year: $146,000 - 206,000'

test.each([
  [['California'], '165000-225000 YEAR USD'],
  [['New York'], '165000-225000 YEAR USD'],
  [['Texas'], '146000-206000 YEAR USD'],
  [['California', 'Texas'], 'none'],
  [[], 'none'],
])('the tier of %j', (regions, expected) => expect(pay(TIERS, inStates(...regions))).toBe(expected))

test.each([
  [
    'regions',
    'The base salary in Ontario is $120,000 - $140,000. The base salary in all other provinces is $100,000 - $120,000.',
    '100000-120000 YEAR CAD',
  ],
  [
    'cities of a country that is named',
    'The base salary in Toronto and Vancouver, Canada is $120,000 - $140,000. The base salary in all other Canadian locations is $100,000 - $120,000.',
    'none',
  ],
])('a job in Alberta beside %s', (_, text, expected) =>
  expect(pay(text, inCanada('Alberta'))).toBe(expected),
)

test.each([['New York'], ['Ohio']])('a city is no region: %s', (region) => {
  const text =
    'The base salary in NYC is $120,000 - $140,000. The base salary in all other locations is $100,000 - $120,000.'
  expect(pay(text, inStates(region))).toBe('none')
})

const OFFICES =
  'For Portland, OR Only the salary range is USD$120,000.00 - USD$160,000.00 . For New York, NY Only the salary range is USD$137,500.00 - USD$194,000.00 .'

test.each([
  ['New York', '137500-194000 YEAR USD'],
  ['Ohio', 'none'],
])('a sentence that is only for an office: %s', (region, expected) =>
  expect(pay(OFFICES, inStates(region))).toBe(expected),
)

test.each([
  ['Our base salary range:\nNational: $198,100 - $247,600', '198100-247600 YEAR USD'],
  ['Pay Range:\nBaker/Senior: $16.00 - $22.50/per hour', '16-22.5 HOUR USD'],
  ['Pay Range:\nStarting at $18.40 per hour', '18.4- HOUR USD'],
  ['Pay Range:\nBaker: $16 - $20 per hour\nCook: $18 - $22 per hour', 'none'],
  ['Pay Range:\nNYC: $30 - $35 per hour', 'none'],
  ['Pay Range:\nBonus: $20,000 - $30,000 per year', 'none'],
  ['Salary:\nOTE: $160,000 - $220,000', 'none'],
])('a named line under a label: %j', (text, expected) =>
  expect(pay(text, inStates('Ohio'))).toBe(expected),
)

test.each([
  ['CAN, QC, Montreal - 126,000.00 - 210,400.00 CAD annually', '126000-210400 YEAR CAD'],
  ['QC: $62,000 - $74,000/yr\nOntario: $60,000 - $72,000/yr', '62000-74000 YEAR CAD'],
  ['BC: $62,000 - $74,000/yr', 'none'],
  ['QC: $62,000 - $74,000', 'none'],
  ['Customers in Quebec save: $62,000 - $74,000/yr', 'none'],
])('a line of places: %j', (text, expected) => expect(pay(text, inCanada('Quebec'))).toBe(expected))

test('a megabyte of labelled pay on a line is not read', () => {
  const text = 'Salary: $20 - $30 per hour '.repeat(37_000)
  expect(statedPay(text, inCanada())).toBeUndefined()
})
