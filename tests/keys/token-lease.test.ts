import { expect, test } from 'bun:test'
import { TokenLease } from '../../src/keys/token-lease'

/** Takes what it can, and claims what a bucket that is never empty then grants in full. */
function spend(lease: TokenLease, count: number): number {
  let flushes = 0
  for (let index = 0; index < count; index += 1) {
    if (lease.take()) continue
    lease.waiting = 1
    const request = lease.beginFlush()
    lease.confirm(request, { requestsPerMinute: 6_000, granted: request.wanted, tokens: 6_000 }, 0)
    lease.waiting = 0
    lease.take()
    flushes += 1
  }
  return flushes
}

function leased(): TokenLease {
  const lease = new TokenLease()
  const request = { needed: 0, wanted: 0, returned: 0 }
  lease.confirm(request, { requestsPerMinute: 6_000, granted: 0, tokens: 6_000 }, 0)
  return lease
}

test('without a rate there is always a token', () => {
  const lease = new TokenLease()
  const request = { needed: 1, wanted: 1, returned: 0 }
  lease.confirm(request, { requestsPerMinute: null, granted: 0, tokens: null }, 0)
  expect(lease.take()).toBe(true)
  expect(lease.headers(0)).toEqual({})
})

test('a single request leases a single token', () => {
  const lease = leased()
  lease.waiting = 1
  expect(lease.beginFlush()).toEqual({ needed: 1, wanted: 1, returned: 0 })
})

test('who spends much asks seldom', () => {
  expect(spend(leased(), 1_000)).toBeLessThan(12)
})

test('twice what was spent in a second is held for the next, and goes back when it is not spent', () => {
  const lease = leased()
  spend(lease, 50)
  lease.nextPeriod()
  const request = lease.beginFlush()
  lease.confirm(request, { requestsPerMinute: 6_000, granted: request.wanted, tokens: 6_000 }, 0)
  expect(spend(lease, 100)).toBe(0)
  lease.nextPeriod()
  lease.nextPeriod()
  lease.beginFlush()
  expect(lease.isIdle).toBe(true)
})

test('a claim that was not carried out gives nothing away', () => {
  const lease = leased()
  spend(lease, 50)
  lease.close()
  const request = lease.beginFlush()
  expect(request.returned).toBeGreaterThan(0)
  lease.restore(request)
  expect(lease.beginFlush()).toEqual(request)
})

test('who was denied may ask again once the clock is set back', () => {
  const lease = new TokenLease()
  const request = { needed: 1, wanted: 1, returned: 0 }
  lease.confirm(request, { requestsPerMinute: 6, granted: 0, tokens: 0 }, 1_000_000)
  expect(lease.deniedFor(1_000_000)).toBe(10_000)
  expect(lease.deniedFor(400_000)).toBe(0)
})
