import { expect, test } from 'bun:test'
import { withoutFillers, withoutHours } from '../../../src/text/search/reading/fillers'

test.each([
  ['cook $20-25/hr', '$20-25/hr'],
  ['cook $20 to $25 an hour', '$20 to $25 an hour'],
  ['cook 20-25 an hour', '20-25 an hour'],
  ['80-100k cook', '80-100k'],
  ['80k to 100k cook', '80k to 100k'],
  ['cook 25 dollars', '25 dollars'],
  ['cook paying 2000 a week', 'paying 2000 a week'],
  ['cook 22$/h', '22$/h'],
  ["cook 17$ de l'heure", "17$ de l'heure"],
  ['cook salary 50000', 'salary 50000'],
  ['cuisinier salaire minimum', 'salaire minimum'],
  ['cook at least 60k', 'at least 60k'],
])('%s states pay', (text, pay) => {
  expect(withoutFillers(text)).toMatchObject({ text: text.replace(pay, '').trim(), pay: [pay] })
})

test.each([
  'cook 401k',
  'recruiter 401k plans',
  'class 1 cook',
  'cook 2 to 3 days',
  'cad operator',
])('%s states none', (text) => {
  expect(withoutFillers(text).pay).toEqual([])
})

test.each([
  ['cook part-time', 'cook', ['part-time']],
  ['Full time / part time cook', 'cook', ['Full time', 'part time']],
  ['cuisinier à temps partiel Laval', 'cuisinier Laval', ['à temps partiel']],
  ['fulltime', '', ['fulltime']],
  ['part timer', 'part timer', []],
  ['time full cook', 'time full cook', []],
])('%s has hours', (text, rest, hours) => {
  expect(withoutHours(text)).toEqual({ text: rest, hours })
})
