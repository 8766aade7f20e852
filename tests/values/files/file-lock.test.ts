import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { explain } from '../../../src/commands/terminal/explain'
import { tryExclusiveLock, trySharedLock } from '../../../src/values/files/file-lock'
import { temporaryDirectory } from '../../embedded-postgres/directories'

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

test('a lock needs no disk space', () => {
  const directory = temporaryDirectory()
  const path = join(directory, 'lock')
  const lock = tryExclusiveLock(path)
  expect([readdirSync(directory), statSync(path).size]).toEqual([['lock'], 0])
  lock?.release()
})

test('a lock error has its cause once', () => {
  const path = join(temporaryDirectory(), 'lock')
  mkdirSync(path)
  let message = ''
  try {
    tryExclusiveLock(path)
  } catch (error) {
    message = explain(error)
  }
  expect(message).toBe(
    `cannot lock ${path}: unable to open database file; does it belong to another user, or is its disk full?`,
  )
})
