import { expect, test } from 'bun:test'
import { UsageCounter } from '../../../src/service/keys/meter'

test('usage that was not written stays pending, one delta a month', () => {
  const usage = new UsageCounter()
  usage.add({ month: '2026-01', requests: 1, jobs: 5 })
  for (let failure = 0; failure < 3; failure += 1) {
    usage.pending()
    usage.add({ month: '2026-01', requests: 1, jobs: 1 })
  }
  usage.add({ month: '2026-02', requests: 1, jobs: 7 })
  expect(usage.pending()).toEqual([
    { month: '2026-01', requests: 4, jobs: 8 },
    { month: '2026-02', requests: 1, jobs: 7 },
  ])
})

test('usage that was written is not written twice, and usage added meanwhile is kept', () => {
  const usage = new UsageCounter()
  usage.add({ month: '2026-01', requests: 1, jobs: 5 })
  const written = usage.pending()
  usage.add({ month: '2026-01', requests: 1, jobs: 1 })
  usage.remove(written)
  expect(usage.pending()).toEqual([{ month: '2026-01', requests: 1, jobs: 1 }])
  usage.remove(usage.pending())
  expect(usage.pending()).toEqual([])
})

test('a clock that goes back to an earlier month adds to the delta of that month', () => {
  const usage = new UsageCounter()
  for (const month of ['2026-12', '2026-11', '2026-12']) usage.add({ month, requests: 1, jobs: 1 })
  expect(usage.pending()).toEqual([
    { month: '2026-12', requests: 2, jobs: 2 },
    { month: '2026-11', requests: 1, jobs: 1 },
  ])
})
