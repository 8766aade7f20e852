import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { ListTooLarge, VendorBlocked } from '../../../src/collect/failures'
import { ListMemory, type ListMemoryShare } from '../../../src/collect/http/list-memory'

const MEGABYTE = 1024 * 1024

/** Why a list may not take the bytes; undefined: it may. */
function refusalOf(list: ListMemoryShare, bytes: number): unknown {
  try {
    list.take(bytes)
    return undefined
  } catch (error) {
    return error
  }
}

test('the lists take no more than their memory, whatever comes, and a list alone may take all of it', () => {
  const step = fc.record({
    list: fc.nat(7),
    kind: fc.constantFrom('take' as const, 'take' as const, 'keep' as const, 'end' as const),
    bytes: fc.nat(200_000),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const memory = new ListMemory(1)
      const lists = Array.from({ length: 8 }, () => memory.begin())
      for (const { list: index, kind, bytes } of steps) {
        const list = lists[index]
        if (list === undefined) continue
        const before = memory.total
        if (kind === 'keep') list.keep(Math.min(bytes, list.bytes))
        else if (kind === 'end') {
          list.end()
          lists[index] = memory.begin()
        } else if (refusalOf(list, bytes) !== undefined) {
          list.end()
          lists[index] = memory.begin()
        }
        // A list that gives way to another is told with its next bytes.
        expect(memory.total).toBeLessThanOrEqual(Math.max(before, MEGABYTE) + bytes * 4)
      }
    }),
  )
  const alone = new ListMemory(1).begin()
  expect(refusalOf(alone, MEGABYTE / 4)).toBeUndefined()
  expect(refusalOf(alone, 1)).toBeInstanceOf(ListTooLarge)
})

test('when the memory is used up, the largest list that is being read gives way', () => {
  const memory = new ListMemory(1)
  const [large, small, written] = [memory.begin(), memory.begin(), memory.begin()]
  written.take(100_000)
  written.keep()
  large.take(90_000)
  expect(refusalOf(small, 80_000)).toBeUndefined()
  expect(refusalOf(large, 1)).toBeInstanceOf(VendorBlocked)
  expect(memory.total).toBe((100_000 + 80_000) * 4)
  expect(refusalOf(small, 1)).toBeUndefined()
})

test('an answer of which less is kept takes that much; the bytes of what a list keeps count', () => {
  const memory = new ListMemory(1)
  const list = memory.begin()
  for (let page = 0; page < 20; page += 1) {
    list.take(200_000)
    list.replace(200_000, 2_000)
  }
  expect(memory.total).toBe(20 * 2_000 * 4)
  list.take(200_000)
  list.replace(200_000, 300_000)
  expect(memory.total).toBe((20 * 2_000 + 200_000) * 4)
})

test('a list waits while others take much of the memory, and not after a stop', async () => {
  const memory = new ListMemory(1)
  const [first, second] = [memory.begin(), memory.begin()]
  first.take(200_000)
  let hasBegun = false
  const waiting = second.waitForRoom(new AbortController().signal).then(() => {
    hasBegun = true
  })
  await Bun.sleep(0)
  expect(hasBegun).toBe(false)
  first.end()
  await waiting
  const third = memory.begin()
  third.take(200_000)
  await second.waitForRoom(AbortSignal.abort())
})

test('while a list that gave way waits for its next answer, the next largest gives way', () => {
  const memory = new ListMemory(1)
  const [waiting, second, third] = [memory.begin(), memory.begin(), memory.begin()]
  waiting.take(120_000)
  second.take(100_000)
  expect(refusalOf(third, 50_000)).toBeUndefined()
  expect(waiting.gaveWay).toBe(true)
  expect(refusalOf(third, 1)).toBeUndefined()
  expect(refusalOf(second, 1)).toBeInstanceOf(VendorBlocked)
})
