import { expect, test } from 'bun:test'
import { completedWord, nearestWord } from '../../../src/service/notices/suggestions'

const TITLES = new Map([
  ['customer', 400],
  ['consumer', 90],
  ['supervisor', 60],
  ['mechanical', 70],
  ['costumed', 8],
  ['supervise', 4],
])

test.each([
  ['customr', 'customer'],
  // One edit from a word of few titles, two from one of many.
  ['costumer', 'customer'],
  ['consumr', 'consumer'],
  // The nearer word is not so much rarer.
  ['supervisee', 'supervise'],
])('%s is probably %s', (typed, meant) => {
  expect(nearestWord(typed, TITLES)).toBe(meant)
})

test('a word without a similar one has none', () => {
  expect(nearestWord('welder', TITLES)).toBeUndefined()
})

test.each([
  ['cust', 'customer'],
  ['superv', 'supervisor'],
  // Too short, or the beginning of a rare word only.
  ['cus', undefined],
  ['costu', undefined],
  ['svc', undefined],
  // An abbreviation of several words.
  ['mech', undefined],
])('%s is probably the beginning of %s', (typed, meant) => {
  expect(completedWord(typed, TITLES)).toBe(meant)
})
