import { expect, test } from 'bun:test'
import { WorkBeside } from '../../src/import/work-beside'

/** Work that goes on, the first time, until it is told how that ends. */
function slowWork() {
  const first = Promise.withResolvers<void>()
  let times = 0
  const work = () => {
    times += 1
    return times === 1 ? first.promise : Promise.resolve()
  }
  return { beside: new WorkBeside(work), first, times: () => times }
}

test('it begins when enough is written, and not while it is under way', async () => {
  const { beside, first, times } = slowWork()
  beside.written(1_999)
  expect(times()).toBe(0)
  beside.written(1)
  expect(times()).toBe(1)
  beside.written(5_000)
  expect(times()).toBe(1)
  first.resolve()
  await beside.end()
  beside.written(0)
  await beside.end()
  expect(times()).toBe(2)
})

test('the import is told of work that failed', async () => {
  const { beside, first } = slowWork()
  beside.written(2_000)
  first.reject(new Error('no disk'))
  await expect(beside.end()).rejects.toThrow('no disk')
  expect(() => beside.written(1)).toThrow('no disk')
})
