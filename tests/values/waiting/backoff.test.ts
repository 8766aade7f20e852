import { expect, test } from 'bun:test'
import { MINUTE_MS } from '../../../src/values/instant'
import { staleWhileRevalidate } from '../../../src/values/single-flight'
import { Backoff } from '../../../src/values/waiting/backoff'
import { TestClock } from '../../support/test-clock'

/** A fixed start, which the test advances. */
const startClock = () => new TestClock('2026-01-15T10:00:00Z')

test('work that fails is attempted later each time, and says when', async () => {
  const clock = startClock()
  const backoff = new Backoff(clock.now)
  const failures: string[] = []
  let attempts = 0
  const attempt = () =>
    backoff.attempt(
      'the list could not be renewed',
      ({ message }) => failures.push(message),
      () => {
        attempts += 1
        return Promise.reject(new Error('away'))
      },
    )
  for (const minutes of [1, 2, 4, 8, 16, 32, 32]) {
    const before = attempts
    await attempt()
    expect(attempts).toBe(before + 1)
    clock.advance(minutes * MINUTE_MS - 1)
    await attempt()
    expect(attempts).toBe(before + 1)
    clock.advance(1)
  }
  expect(failures.slice(0, 2)).toEqual([
    'the list could not be renewed, next attempt in 1 minute',
    'the list could not be renewed, next attempt in 2 minutes',
  ])
})

test('work that was done begins again with the shortest delay', async () => {
  const clock = startClock()
  const backoff = new Backoff(clock.now)
  const failures: string[] = []
  const attempt = (work: () => Promise<void>) =>
    backoff.attempt('it failed', ({ message }) => failures.push(message), work)
  const fail = () => Promise.reject(new Error('away'))
  await attempt(fail)
  clock.advance(MINUTE_MS)
  await attempt(fail)
  clock.advance(2 * MINUTE_MS)
  await attempt(() => Promise.resolve())
  await attempt(fail)
  expect(failures.at(-1)).toBe('it failed, next attempt in 1 minute')
})

test('a cached value whose renewal fails stays, and the next renewals come later each time', async () => {
  const clock = startClock()
  const failures: unknown[] = []
  let made = 0
  const { get, prepare } = staleWhileRevalidate({
    name: 'the number',
    now: clock.now,
    renewAfterMs: MINUTE_MS,
    onFailure: (failure) => failures.push(failure),
    make: async () => {
      made += 1
      if (made === 2 || made === 3) throw new Error('away')
      return { value: made, at: clock.now() }
    },
  })
  expect(await get()).toBe(1)
  const madeAfter: number[] = []
  for (let minute = 1; minute <= 5; minute += 1) {
    clock.advance(MINUTE_MS)
    expect(await get()).toBe(minute === 5 ? 4 : 1)
    await prepare()
    madeAfter.push(made)
  }
  expect(madeAfter).toEqual([2, 3, 3, 4, 5])
  expect(failures).toHaveLength(2)
})

test('a first value that cannot be made is attempted by those who ask, and later in the background', async () => {
  const clock = startClock()
  let made = 0
  const { get, prepare } = staleWhileRevalidate({
    name: 'the number',
    now: clock.now,
    renewAfterMs: MINUTE_MS,
    onFailure: () => undefined,
    make: () => {
      made += 1
      return Promise.reject(new Error('away'))
    },
  })
  await prepare()
  await prepare()
  expect(made).toBe(1)
  await expect(get()).rejects.toThrow('away')
  expect(made).toBe(2)
})
