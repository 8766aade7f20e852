import { expect, test } from 'bun:test'
import { plural } from '../../src/values/plural'

test.each([
  [0, '0 jobs'],
  [1, '1 job'],
  [2, '2 jobs'],
])('%d', (count, text) => {
  expect(plural(count, 'job')).toBe(text)
})
