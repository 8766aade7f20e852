import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPackage } from '../../src/embedded-postgres/binaries'
import { findServerUser } from '../../src/embedded-postgres/server-user'
import { copyCluster } from '../support/copy-cluster'
import { copyBun, copyCheckout, removePackageLinks, temporaryDirectory } from './directories'
import { startUserProcess } from './user-process'

const NOBODY = 65534
const isRoot = process.getuid?.() === 0

/** Shared by the tests that do not change it. */
let shared: string
let bun: string
beforeAll(() => {
  shared = mkdtempSync(join(tmpdir(), 'embedded-test-'))
  chmodSync(shared, 0o755)
  copyCheckout(shared)
  bun = copyBun(shared)
})
afterAll(() => rmSync(shared, { recursive: true }))

test('an ordinary user runs the server itself', async () => {
  const directory = temporaryDirectory()
  const dataDir = join(directory, 'data')
  mkdirSync(dataDir)
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
  const user = await startUserProcess(dataDir, {
    checkout: shared,
    bun,
    ...(isRoot ? { uid: NOBODY } : {}),
  })
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(statSync(dataDir).uid)
  expect(await user.leave()).toBe(0)
})

test('a user who cannot write the lock files is rejected', async () => {
  const dataDir = join(temporaryDirectory(), 'data')
  mkdirSync(dataDir)
  const lock = join(dataDir, 'postgres.start.lock')
  writeFileSync(lock, '')
  chmodSync(lock, 0o444)
  if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
  const user = startUserProcess(dataDir, {
    checkout: shared,
    bun,
    ...(isRoot ? { uid: NOBODY } : {}),
  })
  await expect(user).rejects.toThrow(`cannot lock ${lock}: EACCES`)
})

test('missing links between the libraries of the package are made', async () => {
  const directory = temporaryDirectory()
  const checkout = copyCheckout(directory)
  removePackageLinks(checkout)
  const dataDir = join(directory, 'data')
  await copyCluster(dataDir)
  const user = await startUserProcess(dataDir, { checkout })
  expect(await user.leave()).toBe(0)
})

test('root runs the server as another user, even below a directory that only root can enter', async () => {
  const directory = temporaryDirectory()
  const checkout = copyCheckout(directory)
  chmodSync(directory, 0o700)
  const dataDir = join(directory, 'data')
  const user = await startUserProcess(dataDir, { checkout })
  const owner = statSync(join(dataDir, 'postgres')).uid
  expect(owner === 0).toBe(false)
  expect(await user.leave()).toBe(0)
})

test('a cluster keeps its user', () => {
  const cluster = temporaryDirectory()
  if (!isRoot) {
    expect(findServerUser(cluster).mustSwitchUser).toBe(false)
    return
  }
  chownSync(cluster, 1234, 5678)
  expect(findServerUser(cluster)).toEqual({ uid: 1234, gid: 5678, mustSwitchUser: true })
})

test('a data directory that cannot be read is reported with advice', () => {
  const cluster = join(temporaryDirectory(), 'postgres')
  symlinkSync(cluster, cluster)
  expect(() => findServerUser(cluster)).toThrow(
    new Error(
      `cannot look for a cluster: ELOOP: too many symbolic links encountered, stat '${cluster}'; set DATA_DIR to another directory`,
    ),
  )
})

test('a platform without a package gets advice to use another PostgreSQL', () => {
  expect(() => findPackage('@embedded-postgres/plan9-mips')).toThrow(
    new Error(
      'no embedded PostgreSQL for this platform: the package @embedded-postgres/plan9-mips is not installed; run bun install, and if it does not exist set DATABASE_URL to a PostgreSQL 15 or later',
    ),
  )
})
