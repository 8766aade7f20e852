import { expect, test } from 'bun:test'
import { makeEmployers } from '../../src/sample/employers'

test.each([
  [20_000, 2000, 3000],
  [1_000_000, 35_000, 45_000],
])('%d postings have between %d and %d employers, and no two share a name', (jobs, low, high) => {
  const names = makeEmployers(1, jobs).map(({ name }) => name)
  expect(names.length).toBeGreaterThan(low)
  expect(names.length).toBeLessThan(high)
  expect(new Set(names).size).toBe(names.length)
})

test('an employer hires where it is at home, and some in both countries', () => {
  const employers = makeEmployers(1, 20_000)
  expect(employers.filter(({ home, sites }) => sites[0] !== home)).toEqual([])
  const both = employers.filter(
    ({ sites }) => new Set(sites.map(({ country }) => country)).size === 2,
  )
  expect(both.length).toBeGreaterThan(50)
})

test('a few employers use two systems', () => {
  const employers = makeEmployers(1, 20_000)
  const share = employers.filter(({ boards }) => boards.length === 2).length / employers.length
  expect(share).toBeGreaterThan(0.01)
  expect(share).toBeLessThan(0.08)
})
