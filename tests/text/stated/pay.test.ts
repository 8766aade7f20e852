import { describe, expect, test } from 'bun:test'
import { type JobPlaces, statedPay } from '../../../src/text/stated/pay'
import { CANADA, pay, STATES } from './shown-pay'

describe('a label, amounts, a unit that is said and a currency', () => {
  test.each([
    ['Salary range: $110,000 - $160,000', '110000-160000 YEAR CAD'],
    ['The base salary for this role is $140,000-175,000 USD.', '140000-175000 YEAR USD'],
    ['Base pay range: $85K to $100K per year', '85000-100000 YEAR CAD'],
    ['Salary: 80-95k CAD + profit sharing', '80000-95000 YEAR CAD'],
    ['Annual compensation range: CAD 95,000 – 120,000', '95000-120000 YEAR CAD'],
    [
      'The hourly rate is between $21.50 and $26.75, depending on experience.',
      '21.5-26.75 HOUR CAD',
    ],
    ['Pay: CAD$24.76 per hour - CAD$25.97 per hour', '24.76-25.97 HOUR CAD'],
    ['Wage: from $21.50/hr', '21.5- HOUR CAD'],
    ['Hourly rate: up to $30', '-30 HOUR CAD'],
    ['Pay: up to $30/hr.', '-30 HOUR CAD'],
    ['Competitive wages starting at $19.25 an hour', '19.25- HOUR CAD'],
    ['Base salary: $90,000+', '90000- YEAR CAD'],
    ['Compensation: US$45/hour', '45 HOUR USD'],
    ['Monthly salary of C$6,200', '6200 MONTH CAD'],
    ['Rate of pay: $310 per day', '310 DAY CAD'],
    ['**Salary:** \\$70,000 \\- \\$80,000', '70000-80000 YEAR CAD'],
    ['The pay for this position ranges from $25/hr - $31hr + bonus.', '25-31 HOUR CAD'],
    ['$75,000 - $90,000 base salary plus commission', '75000-90000 YEAR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('in French', () => {
  test.each([
    ["Taux horaire : 18,00 $ à 22,50 $ l'heure", '18-22.5 HOUR CAD'],
    ['Salaire : 65 000 $ à 80 000 $ par année', '65000-80000 YEAR CAD'],
    ['Échelle salariale annuelle : de 71 234,50 $ à 92 118,75 $', '71234.5-92118.75 YEAR CAD'],
    [
      'La rémunération se situe entre 24 $ et 29,35 $ de l’heure, selon l’expérience.',
      '24-29.35 HOUR CAD',
    ],
    ['Fourchette salariale : 70 à 85 k$ CAD', '70000-85000 YEAR CAD'],
    ['Salaire à partir de 21,15 $/h', '21.15- HOUR CAD'],
    ["Salaire : jusqu'à 34,10 $ par heure", '-34.1 HOUR CAD'],
    ['Prime de 1 500 $ par année', 'none'],
    ['Salaire : 52 000 $ incluant la prime', 'none'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('a line of amounts is labelled by the line above', () => {
  test.each([
    ['ANNUAL SALARY\n\n$81,160 to $118,661\n\nNOTES', '81160-118661 YEAR CAD'],
    ['Hourly pay\n- $22.10 - $25', '22.1-25 HOUR CAD'],
    ['Compensation:\n- $80,000 - $100,000 annually\n- Dental', '80000-100000 YEAR CAD'],
    ['Salary\n- $20,000 sign-on bonus', 'none'],
    ['Salary range\n$70,000 - $80,000\n$90,000 - $99,000', 'none'],
    ['We are proud of our history. Salary talk comes last.\n$80,000', 'none'],
  ])('%j', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('in doubt, none', () => {
  test.each([
    ['a unit that nobody says', 'Compensation range: $120,000 - $150,000'],
    ['a size that the unit cannot have', 'Salary: $25 - $30'],
    ['an hour of a thousand dollars', 'Hourly rate: $1,000'],
    ['a range above a factor of four', 'Salary: $40,000 - $170,000'],
    ['two weeks', 'Pay: $2,500 bi-weekly'],
    ['on-target earnings', 'Salary: $120,000 - $150,000 OTE'],
    ['on-target earnings in words', 'Salary range (on-target earnings): $120,000 - $150,000'],
    ['total compensation', 'Total annual compensation: $120,000 - $150,000'],
    ['total compensation behind', 'Pay: $120,000 - $150,000 per year total compensation'],
    ['a bonus', 'Bonus pay: $5,000 per year'],
    ['a part that is a commission', 'Salary: $60,000 - $80,000 per year, including commission'],
    ['pay and commission together', 'Salary and commission: $60,000 - $80,000 per year'],
    ['a stipend', 'Learning stipend: $1,500 per year'],
    ['tuition', 'Tuition pay of $10,000 a year'],
    ['customers’ money', 'Our customers pay $20 per hour'],
    ['what the employer sells', 'Clients pay $45,000 per year for our product'],
    ['revenue', 'Salary software with revenue of $80,000 per year'],
    ['money of the employer', 'We raised $50M to rethink compensation'],
    ['an insurance of pay', 'Life insurance of twice your salary, up to $200k'],
    ['two amounts in a sentence', 'Salary: $60,000, or $75,000 with a licence'],
    ['a level without a choice', 'Salary: $60,000 - $70,000\n- Senior: $80,000 - $95,000'],
    ['an average', 'The average salary here is $81,000'],
    ['a sentence that goes on with other words', 'Salary $60,000 goal of the team'],
    ['a second amount that cannot be read', 'Salary: between $60,000 and $7x,000'],
    ['two currencies', 'Salary: US$60,000 - C$80,000'],
    ['another currency beside', 'Salary: $60,000 - $80,000 (€55,000)'],
  ])('%s', (_, text) => expect(pay(text)).toBe('none'))
})

describe('places', () => {
  const both = (country: 'CA' | 'US'): JobPlaces => ({ country, regions: [], isOnlyCountry: false })
  const text =
    'US candidates: the salary range is $100,000 - $120,000.\nCanada candidates: the salary range is $90,000 - $105,000.'

  test('a plain $ is that of the one country of the places', () => {
    expect(pay('Salary: $60,000', STATES)).toBe('60000 YEAR USD')
    expect(pay('Salary: $60,000', both('CA'))).toBe('none')
    expect(pay('Salary: $60,000 USD', both('CA'))).toBe('60000 YEAR USD')
  })

  test('a sentence that names a country is for its jobs', () => {
    expect(pay(text, both('US'))).toBe('100000-120000 YEAR USD')
    expect(pay(text, both('CA'))).toBe('90000-105000 YEAR CAD')
  })

  test('a sentence that names a region is for jobs in it', () => {
    const ranges =
      'Colorado: salary range $70,000 - $80,000.\nOhio: salary range $60,000 - $66,000.'
    expect(pay(ranges, STATES)).toBe('60000-66000 YEAR USD')
    expect(pay(ranges, { ...STATES, regions: ['Ohio', 'Colorado'] })).toBe('none')
    expect(pay('In Colorado, the salary is $70,000.', STATES)).toBe('none')
  })

  test('a range for all other places is none', () => {
    expect(pay('Salary for candidates outside of New York: $60,000 - $70,000', STATES)).toBe('none')
    expect(pay('Salary outside Ohio: $60,000 - $70,000', STATES)).toBe('none')
  })
})

test('the sentence is given as published', () => {
  const text = 'We build boats. The  salary is $60,000 – $70,000 plus benefits. Apply now.'
  expect(statedPay(text, CANADA)?.sentence).toBe('The  salary is $60,000 – $70,000 plus benefits.')
})

test('the same pay said twice is one', () => {
  expect(pay('Salary: $60,000 - $70,000\nThe salary range is $60,000 to $70,000.')).toBe(
    '60000-70000 YEAR CAD',
  )
})

test('a sentence of more than 700 characters is not read', () => {
  const words = ' and more'.repeat(90)
  expect(pay(`Salary: $60,000 per year plus benefits${words}`)).toBe('none')
})
