import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../../src/commands/explain'
import {
  tryExclusiveLock,
  trySharedLock,
  withExclusiveLock,
} from '../../src/embedded-postgres/file-lock'
import { temporaryDirectory } from './directories'

test('an exclusive lock is refused until the last shared lock is released', () => {
  const path = join(temporaryDirectory(), 'lock')
  const holders = [trySharedLock(path), trySharedLock(path)]
  holders[0]?.release()
  expect(tryExclusiveLock(path)).toBeUndefined()
  holders[1]?.release()
  const alone = tryExclusiveLock(path)
  expect(alone).toBeDefined()
  expect(trySharedLock(path)).toBeUndefined()
  alone?.release()
})

test('waiting for a lock ends at the limit, with an error that names the lock', async () => {
  const path = join(temporaryDirectory(), 'lock')
  const holder = trySharedLock(path)
  await expect(withExclusiveLock(path, 50, async () => 'done')).rejects.toThrow(
    new Error(
      `another process has been starting or stopping PostgreSQL for 0.05 s and holds ${path}; end it and try again`,
    ),
  )
  holder?.release()
  expect(await withExclusiveLock(path, 50, async () => 'done')).toBe('done')
})

test('a failure of the work releases the lock', async () => {
  const path = join(temporaryDirectory(), 'lock')
  const work = () => Promise.reject(new Error('no'))
  await expect(withExclusiveLock(path, 50, work)).rejects.toThrow(new Error('no'))
  tryExclusiveLock(path)?.release()
  expect(await withExclusiveLock(path, 50, async () => 'done')).toBe('done')
})

test('a lock needs no disk space', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'lock')
  const lock = tryExclusiveLock(path)
  expect([readdirSync(directory), statSync(path).size]).toEqual([['lock'], 0])
  lock?.release()
})

test('a lock error has its cause once', async () => {
  const path = join(temporaryDirectory(), 'lock')
  mkdirSync(path)
  expect(await withExclusiveLock(path, 50, async () => 'done').catch(explain)).toBe(
    `cannot lock ${path}: unable to open database file; does it belong to another user, or is its disk full?`,
  )
})
