import { expect, test } from 'bun:test'
import { TokenLease } from '../../../src/service/keys/token-lease'

/** Spends tokens and leases more from a bucket that is always full. Returns the number of flushes. */
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
  expect(lease.beginFlush()).toEqual({ needed: 1, wanted: 1, returned: 0, owed: 0 })
})

test('a high request rate needs few flushes', () => {
  expect(spend(leased(), 1_000)).toBeLessThan(12)
})

test('a process holds twice the tokens spent in a second, and returns them when unused', () => {
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

test('a failed flush returns no tokens', () => {
  const lease = leased()
  spend(lease, 50)
  lease.close()
  const request = lease.beginFlush()
  expect(request.returned).toBeGreaterThan(0)
  lease.restore(request)
  expect(lease.beginFlush()).toEqual(request)
})

test('a denial ends when the clock is set back', () => {
  const lease = new TokenLease()
  const request = { needed: 1, wanted: 1, returned: 0 }
  lease.confirm(request, { requestsPerMinute: 6, granted: 0, tokens: 0 }, 1_000_000)
  expect(lease.deniedFor(1_000_000)).toBe(10_000)
  expect(lease.deniedFor(400_000)).toBe(0)
})
