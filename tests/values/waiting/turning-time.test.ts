import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { turningTime } from '../../../src/values/waiting/turning-time'

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

test('a time does not keep the process running', async () => {
  const source = join(import.meta.dir, '../../../src/values/waiting/turning-time')
  const script = `import { turningTime } from '${source}'; void turningTime(3_600_000)`
  const child = Bun.spawn([process.execPath, '-e', script], { stdout: 'ignore', stderr: 'pipe' })
  expect([await child.exited, await child.stderr.text()]).toEqual([0, ''])
})
