import { expect, test } from 'bun:test'
import { turningTime } from '../../src/values/turning-time'

test('what holds the event loop up takes little of a time', async () => {
  let isOver = false
  const over = turningTime(1_000).then(() => {
    isOver = true
  })
  Bun.sleepSync(2_000)
  await Bun.sleep(1)
  expect(isOver).toBe(false)
  await over
  expect(isOver).toBe(true)
})
