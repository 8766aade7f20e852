import { describe, expect, test } from 'bun:test'
import { statedPay } from '../../../src/text/stated/pay'
import { pay, STATES } from './shown-pay'

describe('pay of other times and other people is none', () => {
  test.each([
    'On-call pay: $30 per hour',
    'Hazard pay: $25 per hour',
    'Holiday pay of $45 per hour',
    'Bilingual pay: $350 per month',
    'Severance pay: $2,000 per week',
    'Training pay: $18 per hour',
    'The minimum wage in Washington is $16.66 per hour.',
    'A living wage here is $24 per hour.',
    'The prevailing wage is $48.20 per hour.',
    'The exempt salary threshold is $43,888 per year.',
    'Represent workers in wage claims between $20,000 and $50,000 per year.',
    'Process pay adjustments of $500 to $1,500 per month.',
    'Salary continuation: $60,000 per year',
    'The previous salary was $60,000 per year.',
    'Learning stipend: $1,500 per year',
    'Disability pays 60% of your salary up to $10,000 per month.',
    'Life insurance of twice your salary, up to $200,000',
    'Salaries for similar roles range from $60,000 to $80,000.',
    'Guaranteed salary of $4,000 per month for the first 3 months',
  ])('%s', (text) => expect(pay(text, { ...STATES, regions: ['Washington'] })).toBe('none'))

  test('does not hide the pay of the job', () => {
    const text = 'Hourly rate: $24.50\nOn-call pay: $4 per hour\nThe minimum wage is $16 per hour.'
    expect(pay(text)).toBe('24.5 HOUR CAD')
  })
})

describe('words in front of a noun of pay', () => {
  test.each([
    ['Our estimated annual base salary is $90,000.', '90000 YEAR CAD'],
    ['Total Base Pay Range 47,000.00 - 87,000.00 USD Annual', '47000-87000 YEAR USD'],
    ['Ontario salary range: $60,000 - $70,000', '60000-70000 YEAR CAD'],
    ['Daily rate: $425', '425 DAY CAD'],
    ['Contract rate: $85-$95/hr C2C', '85-95 HOUR CAD'],
    ['Zorblax salary: $60,000', '60000 YEAR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('units', () => {
  test.each([
    ['Salaire mensuel : 12 500 $', '12500 MONTH CAD'],
    ['Taux horaire : 21,75 $ à 28,40 $', '21.75-28.4 HOUR CAD'],
    ['Traitement annuel : 47 364 $ à 88 172 $', '47364-88172 YEAR CAD'],
    ['Salaire hebdomadaire : 1 250 $', '1250 WEEK CAD'],
    ['The pay range is $86,560.00-$129,840.00 Annual.', '86560-129840 YEAR CAD'],
    ['Pay: $85,000/annualized', '85000 YEAR CAD'],
    ['Salary: $85,000 per year. 401(k) with match', '85000 YEAR CAD'],
    ['Pay: $21/hr. - $25/hr. plus tips', '21-25 HOUR CAD'],
    ['Salary: $80,000, annual bonus of ten percent', '80000 YEAR CAD'],
    ['Bi-weekly pay: $2,500', 'none'],
    ['Semi-monthly salary of $12,500', 'none'],
    ['Salary: $12,500 twice a month', 'none'],
    ['Salary: $45,000 for 9 months', 'none'],
    ['Salary: $45,000 (10 month position)', 'none'],
    ['Salary: $60,000 (50% FTE)', 'none'],
    ['Salary: $60,000 (12 month position)', '60000 YEAR CAD'],
    ['Salary: $12,000 per semester', 'none'],
    ['Salary: $11,000 per course', 'none'],
    ['Annual salary of $78,000, paid bi-weekly', '78000 YEAR CAD'],
    ['Salary of $12,000, paid bi-weekly', 'none'],
    ['Salary: $78,000 a year, paid bi-weekly', '78000 YEAR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('amounts', () => {
  test.each([
    ['Minimum starting salary is $95,000.', '95000- YEAR CAD'],
    ['Maximum salary: $90,000', '-90000 YEAR CAD'],
    ['Salary to $90,000', '-90000 YEAR CAD'],
    ['Salary: $60,000 and up', '60000- YEAR CAD'],
    ['Salary in excess of $60,000', '60000- YEAR CAD'],
    ['Minimum salary of $60,000 to maximum salary of $75,000', '60000-75000 YEAR CAD'],
    ['Salary: $55,000 - 65,0000', 'none'],
    ['Salary: $90,000 - 110.000', 'none'],
    ['Salary: 93,000 to $114,000', '93000-114000 YEAR CAD'],
    ['Min\n\nUSD $75,000.00/Yr.\n\nMax\n\nUSD $95,000.00/Yr.\n\nSkills', '75000-95000 YEAR USD'],
    ['Minimum salary: $75,000\nMaximum salary: $95,000', '75000-95000 YEAR CAD'],
    ['Min\n$75,000 a year\nMax\n$95 an hour', 'none'],
    ['Minimum\n$500 a month', 'none'],
    [
      'Currency: USD\nSalary Minimum: 90,000\nSalary Maximum: 120,000\nType: Regular',
      '90000-120000 YEAR USD',
    ],
    [
      'About us\n- Pay Minimum: 22.50\n- Pay Maximum: 30.10\n- Currency: CAD\n- Pay Period: Hourly',
      '22.5-30.1 HOUR CAD',
    ],
    ['Currency: USD\nPay Minimum: 90,000\nPay Maximum: 120,000', 'none'],
    ['Currency: USD\nSalary Minimum: 3,000\nSalary Maximum: 3,500\nFrequency: Biweekly', 'none'],
    ['Currency: CAD\nMinimum order: 20,000\nMaximum order: 30,000', 'none'],
  ])('%j', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('the next sentence may deny a salary', () => {
  const salary = 'The salary range is $100,000 - $120,000.'
  test.each([
    'This range includes base salary and target bonus.',
    'This is the total compensation range including bonus.',
    'The range above represents total target compensation.',
    'OTE',
    'This range reflects base and variable compensation.',
    'The posted range is inclusive of commission.',
  ])('%s', (next) => {
    expect(pay(`${salary} ${next}`)).toBe('none')
    expect(pay(`${salary}\n\n${next} And more.`)).toBe('none')
  })

  test.each([
    'This range does not include bonus.',
    'The range is for base salary, exclusive of bonus and equity.',
    'Total compensation may also include a bonus.',
    'Our total compensation package includes base salary, bonus and equity.',
    'OTE: $150,000',
  ])('%s denies nothing', (next) => expect(pay(`${salary} ${next}`)).toBe('100000-120000 YEAR CAD'))
})

describe('a label', () => {
  test.each([
    ['$225,000 - $250,000 is the annual base salary.', '225000-250000 YEAR CAD'],
    ['$75k - $105k salary + benefits', '75000-105000 YEAR CAD'],
    ['You work 16 hours per week at a CAD $30/hour contract rate.', '30 HOUR CAD'],
    ['This position pays $24.69 per hour.', '24.69 HOUR CAD'],
    ['We pay $20.00 an hour, plus tips.', '20 HOUR CAD'],
    ['We pay $400 per month toward your rent.', 'none'],
    ['This role will pay between $60,000 and $70,000 a year.', '60000-70000 YEAR CAD'],
    ['Get paid daily: wage of $20', 'none'],
    ['OTE\n$120,000 per year salary', 'none'],
    ['Salary: $60,000 (bonus included)', 'none'],
    ['Salaire de 60 000 $ (prime comprise)', 'none'],
    ['The salary range for a Customer Success Manager is $90,000.', '90000 YEAR CAD'],
    ['In this market, the salary for a Revenue and Equity Lead is $90,000.', '90000 YEAR CAD'],
    [
      'Salary: $64,000 - $90,000 annually, based on factors including experience and internal equity.',
      '64000-90000 YEAR CAD',
    ],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('amounts without a label', () => {
  const salary = 'Compensation is expected to be between $120,000 and $150,000 per year.'
  test.each([
    ['$120,000 - $150,000 a year', '120000-150000 YEAR CAD'],
    ['$120,000 - $150,000', '120000-150000 YEAR CAD'],
    ['$100,000 - $150,000 a year', 'none'],
    ['$120,000 - $150,000 a month', 'none'],
  ])('%s', (line, expected) => expect(pay(`${line}\n\n${salary}`)).toBe(expected))
})

describe('a text that lost its line breaks', () => {
  test.each([
    'Annual Salary Range: $76,000-$79,000Comprehensive Benefits: Medical',
    'Job detailsThe base salary range is $76,000 - $79,000Benefits: Dental',
    'Base Salary: $76,000 - $79,000On Target Earnings: $99,500+',
    'Salary range: $76k - $79k Benefits include lunch',
  ])('%s', (text) => expect(pay(text)).toBe('76000-79000 YEAR CAD'))
})

describe('places', () => {
  test('a range that is only for a country is none of other places', () => {
    const text = 'The salary is $73,000 and is not applicable to locations outside of the U.S.'
    expect(pay(text, STATES)).toBe('73000 YEAR USD')
  })

  test('a tier is for the job whose region it names', () => {
    const text =
      'For Columbus, OH-based roles: the base salary is $90,000.\nFor Denver, CO-based roles: the base salary is $95,000.'
    expect(pay(text, STATES)).toBe('90000 YEAR USD')
    expect(pay(text, { ...STATES, regions: ['Utah'] })).toBe('none')
  })
})

test('a list of prices is not read', () => {
  expect(pay(`Salary: $60,000\n${'$20\n'.repeat(600)}`)).toBe('none')
})

test('the words of two lines are given as published', () => {
  const text = 'Skills\nMin\nUSD $75,000.00/Yr.\nMax\nUSD  $95,000.00/Yr.'
  expect(statedPay(text, STATES)?.sentence).toBe(
    'Min\nUSD $75,000.00/Yr.\nMax\nUSD  $95,000.00/Yr.',
  )
})
