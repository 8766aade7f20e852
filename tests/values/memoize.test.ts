import { expect, test } from 'bun:test'
import { memoize } from '../../src/values/memoize'

test('a value is made once, and a failure is not kept', async () => {
  let made = 0
  const value = memoize(async () => {
    made += 1
    if (made === 1) throw new Error('not yet')
    return made
  })
  await expect(Promise.all([value(), value()])).rejects.toThrow('not yet')
  expect(made).toBe(1)
  expect(await Promise.all([value(), value()])).toEqual([2, 2])
  expect(await value()).toBe(2)
})
