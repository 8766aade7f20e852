import { expect, test } from 'bun:test'
import { BackgroundTask } from '../../../src/import/write/pending-lists'

/** A task whose first run lasts until the test ends it. */
function slowTask() {
  const first = Promise.withResolvers<void>()
  let times = 0
  const task = () => {
    times += 1
    return times === 1 ? first.promise : Promise.resolve()
  }
  return { background: new BackgroundTask(task), first, times: () => times }
}

test('a run starts when enough is written, and never during another run', async () => {
  const { background, first, times } = slowTask()
  background.written(1_999)
  expect(times()).toBe(0)
  background.written(1)
  expect(times()).toBe(1)
  background.written(5_000)
  expect(times()).toBe(1)
  first.resolve()
  await background.end()
  background.written(0)
  await background.end()
  expect(times()).toBe(2)
})

test('a failed run is thrown to the import', async () => {
  const { background, first } = slowTask()
  background.written(2_000)
  first.reject(new Error('no disk'))
  await expect(background.end()).rejects.toThrow('no disk')
  expect(() => background.written(1)).toThrow('no disk')
})
