import { expect, test } from 'bun:test'
import { freshSingleFlight, memoize } from '../../src/values/single-flight'

/** Readings that end when the test says so; each yields its number. */
function readings() {
  const begun: PromiseWithResolvers<number>[] = []
  const read = freshSingleFlight(() => {
    const reading = Promise.withResolvers<number>()
    begun.push(reading)
    return reading.promise
  })
  return { begun, read, end: (number: number) => begun[number - 1]?.resolve(number) }
}

test('who asks at once shares a reading', async () => {
  const { begun, read, end } = readings()
  const asked = [read(), read(), read()]
  await Promise.resolve()
  end(1)
  expect(await Promise.all(asked)).toEqual([1, 1, 1])
  expect(begun.length).toBe(1)
})

test('who asks during a reading gets the next, which begins when the first is done', async () => {
  const { begun, read, end } = readings()
  const first = read()
  await Promise.resolve()
  const later = [read(), read()]
  await Promise.resolve()
  expect(begun.length).toBe(1)
  end(1)
  expect(await first).toBe(1)
  await Promise.resolve()
  end(2)
  expect(await Promise.all(later)).toEqual([2, 2])
})

test('a reading that fails fails for those who share it, and for nobody after them', async () => {
  const { begun, read, end } = readings()
  const first = read()
  await Promise.resolve()
  const second = read()
  begun[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await Promise.resolve()
  end(2)
  expect(await second).toBe(2)
})

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
