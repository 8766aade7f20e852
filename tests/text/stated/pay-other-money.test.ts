import { describe, expect, test } from 'bun:test'
import { statedPay } from '../../../src/text/stated/pay'
import { pay, STATES } from './shown-pay'

describe('other money in the sentence', () => {
  test.each([
    ['Rate of pay: $44.78/hr, plus a $2.00 trades premium.', '44.78 HOUR CAD'],
    ['Pay: $41.00 to $45.50/hr; $1.25/hr night premium; tools to $500', '41-45.5 HOUR CAD'],
    ['Pay: $41.00 to $45.50/hr; $1.25/hr night premium', '41-45.5 HOUR CAD'],
    ['Salary of $58,656 to $64,000, quarterly bonus up to $2,000.', '58656-64000 YEAR CAD'],
    ['Wage: $39.85/hr + $11.20/hr benefits', '39.85 HOUR CAD'],
    ['The wage is $19.65 per hour, increasing to $20.15 per hour after a year.', '19.65 HOUR CAD'],
    ['Pay is $17 per hour, for a total annual compensation of $22,000.', '17 HOUR CAD'],
    ['The base salary is $150,000 (OTE $430,000).', '150000 YEAR CAD'],
    ['Base salary of $45,000 per year plus commission (OTE $90,000).', '45000 YEAR CAD'],
    ['Pay of $30,000 a year: $60,000', 'none'],
    ['Compensation: $80,000 per year (OTE $120,000)', 'none'],
    ['Salary: $80,000 for bakers, $60,000 for cooks with benefits', 'none'],
    ['Pay: $20/hr, with certification $22/hr', 'none'],
    ['Salary of $60,000 plus bonus, senior level $80,000', 'none'],
    ['Wage: $20/hr or $25/hr with a premium', 'none'],
    ['Annual base pay (excluding equity and bonus): $80,000 to $95,000', '80000-95000 YEAR CAD'],
    ['Annual base pay (including equity and bonus): $80,000 to $95,000', 'none'],
    ['Top performers make $150,000 per year.', 'none'],
    ['Equipment rental: $35 per hour', 'none'],
    ['Billing: $60 per hour', 'none'],
    ['Billing clerk: $18 - $20 per hour', '18-20 HOUR CAD'],
    ['Rental agent: $18 - $20 per hour', '18-20 HOUR CAD'],
    ['Crews are billed at $150 - $250 per hour.', 'none'],
    ['Full-time salary: (base + bonus) $70,000-$80,000\nPart-time rate: $54-$66/hour', 'none'],
    ['Part-time rate: $54-$66/hour\nFull-time hours may come later.', '54-66 HOUR CAD'],
    ['Weekly gross pay: $2,150 per week, including tax-free housing and meal stipends.', 'none'],
    ['Weekly pay: $2,050 - $2,280, taxable wage plus stipends', 'none'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('forms of amounts', () => {
  test.each([
    ['Pay: $22.52 -- 25.35 per hour', '22.52-25.35 HOUR CAD'],
    ['Salary Range: $36.612-$45.883 Hourly', '36.612-45.883 HOUR CAD'],
    ['Salary: $70.000 per year', 'none'],
    ['Salary Range:$25.00-$60.00-Hourly', '25-60 HOUR CAD'],
    ['Compensation is $61,900.00 to $141,000.00 (annualized USD).', '61900-141000 YEAR USD'],
    ["Salaire : 35 $ US de l'heure", '35 HOUR USD'],
    ['Rémunération : 30,42 $/h (échelon 1) à 53,90 $/h (échelon 18)', '30.42-53.9 HOUR CAD'],
    ['Salary: $56,340 (BA, Step 1) - $104,760 (MA+60, Step 20)', '56340-104760 YEAR CAD'],
    ["Salaire / Salary: 22,00 $ / $22.00 de l'heure / per hour", '22 HOUR CAD'],
    ['Salary: $22.00 / $24.00 per hour', 'none'],
    ['Salary: Min $29.17/hr, Mid $36.46/hr, Max $43.76/hr', '29.17-43.76 HOUR CAD'],
    ['Annual salary: minimum $72,104, maximum $94,306.', '72104-94306 YEAR CAD'],
    ['Salary: will begin at $138,000 and up to $190,000.', '138000-190000 YEAR CAD'],
    ['Salary: $50,000 and $60,000', 'none'],
    [
      'Salary is between $51,000 [minimum of a market] to $79,500 [maximum]',
      '51000-79500 YEAR CAD',
    ],
    ['Wages begin at $18.00 per hour', '18- HOUR CAD'],
    ['Salaire maximal : 29,88 $ de l’heure', '-29.88 HOUR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('labels', () => {
  test.each([
    ['Rate: Up to $55/hr on W2', '-55 HOUR CAD'],
    ['The starting salary will not exceed $5,540 a month.', '-5540 MONTH CAD'],
    ['Payrate: $38.00 - $41.00/hr.', '38-41 HOUR CAD'],
    ['Hourly: $23.75 - $26.50; paid weekly', '23.75-26.5 HOUR CAD'],
    ['Bill rate: $60/hr', 'none'],
    ['Now paying $18 - $23/hr', '18-23 HOUR CAD'],
    ['Customers are now paying $20 per hour', 'none'],
    ['We will pay you $300/week ($3600 over 12 wks)', '300 WEEK CAD'],
    ['We pay up to $20,000 per year for your insurance', 'none'],
    ["Le poste est rémunéré à 18,10 $ l'heure", '18.1 HOUR CAD'],
    ['This role is starting at $85,000 per year', '85000- YEAR CAD'],
    ['Parking for this role starts at $20 per hour', 'none'],
    ['Salary: as per the ONA collective agreement, $39.07 - $56.00 per hour', '39.07-56 HOUR CAD'],
    ["Salaire fixé par décret : 21,31 $ de l'heure", '21.31 HOUR CAD'],
    ['Classification: Band 8. Salary: $72,104', '72104 YEAR CAD'],
    ['Pay is $60,000 - $70,000 which represents the base salary we expect', '60000-70000 YEAR CAD'],
    ['$5,000 base salary per month', '5000 MONTH CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))

  test.each([
    ['Journeyman Baker', 'Journeyman rate: $57.12/hr', 57.12],
    ['Cook', 'Journeyman rate: $57.12/hr', 57.12],
    ['Per Diem Nurse', 'Per diem nurses have a base rate of $48.92/hour', 48.92],
    ['Nurse', 'Per diem nurses have a base rate of $48.92/hour', undefined],
    ['On-call Nurse', 'On-call pay: $4 per hour', undefined],
  ])('a word of the title %j in %j', (title, text, expected) =>
    expect(statedPay(text, STATES, title)?.salary.value.value).toBe(expected),
  )
})
