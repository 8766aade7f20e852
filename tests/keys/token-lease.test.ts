import { expect, test } from 'bun:test'
import { TokenLease } from '../../src/keys/token-lease'

/** Takes what it can, and claims what a bucket that is never empty then grants in full. */
function spend(lease: TokenLease, count: number): number {
  let claims = 0
  for (let index = 0; index < count; index += 1) {
    if (lease.take()) continue
    lease.waiting = 1
    const claim = lease.claim()
    lease.grant(claim, { requestsPerMinute: 6_000, granted: claim.wanted, tokens: 6_000 }, 0)
    lease.waiting = 0
    lease.take()
    claims += 1
  }
  return claims
}

function leased(): TokenLease {
  const lease = new TokenLease()
  const claim = { needed: 0, wanted: 0, returned: 0 }
  lease.grant(claim, { requestsPerMinute: 6_000, granted: 0, tokens: 6_000 }, 0)
  return lease
}

test('without a rate there is always a token', () => {
  const lease = new TokenLease()
  const claim = { needed: 1, wanted: 1, returned: 0 }
  lease.grant(claim, { requestsPerMinute: null, granted: 0, tokens: null }, 0)
  expect(lease.take()).toBe(true)
  expect(lease.headers(0)).toEqual({})
})

test('a single request leases a single token', () => {
  const lease = leased()
  lease.waiting = 1
  expect(lease.claim()).toEqual({ needed: 1, wanted: 1, returned: 0 })
})

test('who spends much asks seldom', () => {
  expect(spend(leased(), 1_000)).toBeLessThan(12)
})

test('twice what was spent in a second is held for the next, and goes back when it is not spent', () => {
  const lease = leased()
  spend(lease, 50)
  lease.beginPeriod()
  const claim = lease.claim()
  lease.grant(claim, { requestsPerMinute: 6_000, granted: claim.wanted, tokens: 6_000 }, 0)
  expect(spend(lease, 100)).toBe(0)
  lease.beginPeriod()
  lease.beginPeriod()
  lease.claim()
  expect(lease.isIdle).toBe(true)
})

test('a claim that was not carried out gives nothing away', () => {
  const lease = leased()
  spend(lease, 50)
  lease.close()
  const claim = lease.claim()
  expect(claim.returned).toBeGreaterThan(0)
  lease.restore(claim)
  expect(lease.claim()).toEqual(claim)
})

test('who was denied may ask again once the clock is set back', () => {
  const lease = new TokenLease()
  const claim = { needed: 1, wanted: 1, returned: 0 }
  lease.grant(claim, { requestsPerMinute: 6, granted: 0, tokens: 0 }, 1_000_000)
  expect(lease.denial(1_000_000)).toBe(10_000)
  expect(lease.denial(400_000)).toBe(0)
})
