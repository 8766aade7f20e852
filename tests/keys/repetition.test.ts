import { expect, test } from 'bun:test'
import { createRepetition } from '../../src/keys/repetition'
import { until } from '../support/until'

test('work is done again and again until there is nothing to do, and from the next call on', async () => {
  const goesOn = [true, true, false, false]
  let done = 0
  const repetition = createRepetition(1, async () => {
    done += 1
    return goesOn.shift() ?? false
  })
  repetition.arm()
  await until(() => done === 3)
  await until(() => {
    repetition.arm()
    return done === 4
  })
  expect(goesOn).toEqual([])
})
