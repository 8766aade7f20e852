import { expect, test } from 'bun:test'
import { UsageCount } from '../../src/keys/usage-count'

test('what could not be settled is settled later, with what was used since, in one tally a month', () => {
  const usage = new UsageCount()
  usage.add('2026-01', 5)
  for (let failure = 0; failure < 3; failure += 1) {
    usage.claim()
    usage.add('2026-01', 1)
    usage.restore()
  }
  usage.claim()
  usage.add('2026-02', 7)
  usage.restore()
  expect(usage.claim()).toEqual([
    { month: '2026-01', requests: 4, jobs: 8 },
    { month: '2026-02', requests: 1, jobs: 7 },
  ])
})

test('what nobody knows to be settled or not is not settled twice', () => {
  const usage = new UsageCount()
  usage.add('2026-01', 5)
  usage.claim()
  usage.add('2026-01', 1)
  usage.forget()
  expect(usage.claim()).toEqual([{ month: '2026-01', requests: 1, jobs: 1 }])
})

test('a month that a clock goes back to is one tally', () => {
  const usage = new UsageCount()
  for (const month of ['2026-12', '2026-11', '2026-12']) usage.add(month, 1)
  expect(usage.claim()).toEqual([
    { month: '2026-12', requests: 2, jobs: 2 },
    { month: '2026-11', requests: 1, jobs: 1 },
  ])
})
