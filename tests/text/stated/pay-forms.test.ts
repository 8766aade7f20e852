import { describe, expect, test } from 'bun:test'
import { pay } from './shown-pay'

describe('labels of public employers', () => {
  test.each([
    ['Pay: Grade 12, $42.02 - $52.41 per hour', '42.02-52.41 HOUR CAD'],
    ['Salary (Band C4): $70,000 - $80,000', '70000-80000 YEAR CAD'],
    ['Wage grid: Level 3 - $43.30 to $58.06 / hour', '43.3-58.06 HOUR CAD'],
    ['Salary: As per the union agreement; $41.15 to $51.31 per hour', '41.15-51.31 HOUR CAD'],
    ['The 2027 wage range is $34.87 to $40.79 per hour (Grade 9).', '34.87-40.79 HOUR CAD'],
    ['Annual salary: $58,756 - $87,319 PAY GRADE: 35', '58756-87319 YEAR CAD'],
    ['$22.92 - $24.13 per hour reflects the normal hiring range.', '22.92-24.13 HOUR CAD'],
    ['Pay: $27.71 to $38.37 per hour according to the agreement', '27.71-38.37 HOUR CAD'],
    ['Monthly Salary Range: $3,410 - $4,560', '3410-4560 MONTH CAD'],
    ['Taux : 28,45 $ / heure', '28.45 HOUR CAD'],
    ['This role is paid hourly at $20/hr.', '20 HOUR CAD'],
    ['$20.50 per hour base + $1.00 night premium', '20.5 HOUR CAD'],
    ['$150k base + equity', 'none'],
    ['Salaire mensuel : 3 950 $ à 4 400 $, payable aux deux semaines', '3950-4400 MONTH CAD'],
    ['Pay: $24.50 per hour, a house for rent at $600 per month', '24.5 HOUR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('both ends of a range have words', () => {
  test.each([
    ['Hourly rate: $26.10 min. - $29.04 max.', '26.1-29.04 HOUR CAD'],
    ['Rate of pay: Min = $43.94/hr Max = $50.92/hr', '43.94-50.92 HOUR CAD'],
    ['Pay is $19.50 (entry level) - $29.25 (experienced) per hour.', '19.5-29.25 HOUR CAD'],
    ['Pay is $19.50 (with bonus) - $29.25 (experienced) per hour.', 'none'],
    ['Pay Range:\nMinimum Hourly Rate $34.15\nMaximum Hourly Rate $51.22', '34.15-51.22 HOUR CAD'],
    [
      'Le taux horaire minimal est de 22,04 $ et le taux horaire maximal est de 25,06 $.',
      '22.04-25.06 HOUR CAD',
    ],
  ])('%j', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('the same pay in another unit, in brackets', () => {
  test.each([
    ['SALARY RANGE: $33,571.20 ($16.14 hr) - $36,233.60 ($17.42 hr)', '33571.2-36233.6 YEAR CAD'],
    ['Salary: $31.25/hour ($65,000 annually)', '31.25 HOUR CAD'],
    ['Salary: $31.25/hour ($95,000 annually)', 'none'],
    ['Pay: $22.50 - $24.00/hr ($46,800 - $49,920 annually)', '22.5-24 HOUR CAD'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

test.each([
  ['Pay range\n$20.00 - $30.00\nHourly', '20-30 HOUR CAD'],
  ['Pay range: $60,000 - $70,000\nPay Type: Annual', '60000-70000 YEAR CAD'],
  ['Pay range: $20.00 - $30.00\nHourly visits are made', 'none'],
])('the unit may be the line below: %j', (text, expected) => expect(pay(text)).toBe(expected))

describe('words that no list has around amounts', () => {
  test.each([
    ['Minimum to Midpoint Pay Rate: $33.37 - $45.05 / hour', '33.37-45.05 HOUR CAD'],
    [
      'Salary: placement on the teacher grid, $61,747 to $112,368 per year',
      '61747-112368 YEAR CAD',
    ],
    ['The salary that the school expects to pay is $66,300 - $70,000.', '66300-70000 YEAR CAD'],
    ['Salary: $60,000 or more', '60000- YEAR CAD'],
    ['Le salaire peut atteindre 725 $ par jour selon le poste.', '-725 DAY CAD'],
    ['Monday to Friday, other days 12pm-5pm Pay: $12hr + bonus', '12 HOUR CAD'],
    ['Salary: $85,000+/- DOQ', '85000 YEAR CAD'],
    ['$98,300 base salary to provide a stable foundation', '98300 YEAR CAD'],
    ['Pay: $19.50 hourly / 40 hours per week', '19.5 HOUR CAD'],
    ['The salary is $60,000 worth of pride', 'none'],
    ['We pay up to $20,000 per year for insurance', 'none'],
    ['The salary of our last hire was $82,000 per year.', 'none'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('amounts with the size and the unit of a wage need no label', () => {
  test.each([
    ['Electricians: $32 - $38/hr, depending on experience', '32-38 HOUR CAD'],
    ['Band 3 - $77,700 to $110,000 annually', '77700-110000 YEAR CAD'],
    ['About us\n$5,855.00 - $7,329.00 per month\nBudget: $3 million', '5855-7329 MONTH CAD'],
    ['Every baker starts at $20 per hour regardless of experience.', '20- HOUR CAD'],
    ['Minimum rate of $40.28 hourly', '40.28- HOUR CAD'],
    ["Traitement : minimum 26,75 $ / maximum 36,12 $ de l'heure", '26.75-36.12 HOUR CAD'],
    ['Pay: $22 per hour\nCooks: $22 per hour', '22 HOUR CAD'],
    ['Cooks: $24 per hour\nBakers: $22 per hour', 'none'],
    ['Parking costs $20 per hour', 'none'],
    ['NYC: $9k - $10k/mo\nSalt Lake City: $8k - $9k/mo', 'none'],
    ['Most bakers will earn $80,000-$90,000 annually.', 'none'],
    ['You will save $20,000 - $30,000 per year', 'none'],
    ['$20 per hour for childcare', 'none'],
    ['Fitness: $100 per month', 'none'],
    ['Shift differentials: evenings $10/hr, nights $12/hr', 'none'],
    ['A budget of $90,000 - $99,000 per year', 'none'],
  ])('%j', (text, expected) => expect(pay(text)).toBe(expected))
})

describe('the pay may stand behind other money', () => {
  test.each([
    ['Bill rate is $68/hr; pay rate: $45-$50/hr on W2', '45-50 HOUR CAD'],
    ['The OTE of $90,000 includes a base salary of $60,000.', '60000 YEAR CAD'],
    [
      'Pay is $78,000 to $92,500 per year; the city pays dues of $350 a year.',
      '78000-92500 YEAR CAD',
    ],
    ['Pay: $20/hr, with a certificate $22/hr', 'none'],
    ["Salaire : 36,50 $ l'heure (environ 66 430 $ par année)", '36.5 HOUR CAD'],
    ["Salaire : 36,50 $ l'heure (environ 90 000 $ par année)", 'none'],
    ['Pay: $28.37 per hour (probationary rate $26.95)', '28.37 HOUR CAD'],
    ['Detention $20 per hour after two hours, layover $150 per day', 'none'],
  ])('%s', (text, expected) => expect(pay(text)).toBe(expected))
})
