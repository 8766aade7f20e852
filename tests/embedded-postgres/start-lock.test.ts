import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { withStartLock } from '../../src/embedded-postgres/start-lock'
import { tryExclusiveLock, trySharedLock } from '../../src/values/files/file-lock'
import { temporaryDirectory } from './directories'

test('waiting for a lock ends at the limit, with an error that names the lock', async () => {
  const path = join(temporaryDirectory(), 'lock')
  const holder = trySharedLock(path)
  await expect(withStartLock(path, async () => 'done', 50)).rejects.toThrow(
    new Error(
      `another process has been starting or stopping PostgreSQL for 0.05 s and holds ${path}; end it and try again`,
    ),
  )
  holder?.release()
  expect(await withStartLock(path, async () => 'done', 50)).toBe('done')
})

test('a failure of the work releases the lock', async () => {
  const path = join(temporaryDirectory(), 'lock')
  const work = () => Promise.reject(new Error('no'))
  await expect(withStartLock(path, work, 50)).rejects.toThrow(new Error('no'))
  tryExclusiveLock(path)?.release()
  expect(await withStartLock(path, async () => 'done', 50)).toBe('done')
})
