import { expect, test } from 'bun:test'
import { BackgroundTask } from '../../../../src/catalogue/import/write/pending-lists'

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
  await background.written(1_999)
  expect(times()).toBe(0)
  await background.written(1)
  expect(times()).toBe(1)
  await background.written(3_999)
  expect(times()).toBe(1)
  first.resolve()
  await background.end()
  await background.written(0)
  await background.end()
  expect(times()).toBe(2)
})

test('an import that is faster than the runs waits for the one in progress, so that little waits', async () => {
  const { background, first, times } = slowTask()
  await background.written(2_000)
  await background.written(3_000)
  let isOver = false
  const waiting = background.written(1_000).then(() => {
    isOver = true
  })
  await Bun.sleep(1)
  expect({ isOver, times: times() }).toEqual({ isOver: false, times: 1 })
  first.resolve()
  await waiting
  expect(times()).toBe(2)
  await background.end()
})

test('a failed run is thrown to the import', async () => {
  const { background, first } = slowTask()
  await background.written(2_000)
  first.reject(new Error('no disk'))
  await expect(background.end()).rejects.toThrow('no disk')
  await expect(background.written(1)).rejects.toThrow('no disk')
})
