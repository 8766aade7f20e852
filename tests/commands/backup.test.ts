import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { connect, type Database } from '../../src/database/client/connection'
import { openArchive, writeArchive } from '../../src/embedded-postgres/backup-archive'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { ReplicationClient } from '../../src/embedded-postgres/replication-client'
import { findRunningServer } from '../../src/embedded-postgres/server-files'
import { posting } from '../support/posting-builder'
import { callCommand, runCommand } from '../support/run-command'
import { until as soon, timeLimit } from '../support/until'
import { startCommand } from './support/running-command'

// PostgreSQL is started several times, and the machine may be busy.
setDefaultTimeout(timeLimit(60_000))

let folder: string
/** The data directory of the catalogue, and a backup of it that was made while it was served. */
let original: string
let backup: string
/** A data directory into which the backup was restored, after two restores that were interrupted. */
let restored: string
const observed = { output: '', interrupted: [] as string[][], leftovers: [] as string[] }
let key: string
let served: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-test-'))
  chmodSync(folder, 0o755)
  original = join(folder, 'original')
  backup = join(folder, 'catalogue.tar.zst')
  const server = await startEmbedded({ dataDir: original })
  await run('migrate', original)
  await run('seed', original, '--jobs', '100')
  const create = ['create', 'reader', '--jobs-per-month', '1000000']
  key = (await runCommand('commands/keys.ts', create, environment(original))).output.trim()
  served = await serve(original)
  await server.stop()
  await ask(served.url, '/v1/active-ats?time_frame=6m')
  await soon(async () => (await run('usage', original)).output.includes('reader'))
  const { output, status } = await run('backup', original, backup)
  expect(output).toMatch(/^backed up [\d.]+ MB to \S+ \([\d.]+ MB\)\n$/)
  expect(status).toBe(0)

  restored = join(folder, 'restored')
  const long = await writeLongArchive()
  const unfinished = () => list(restored).filter((name) => name.startsWith('postgres.new'))
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const options = { args: [long], env: { DATABASE_URL: '', DATA_DIR: restored } }
    const known = unfinished()
    const { child } = startCommand('commands/restore.ts', options)
    await soon(() => unfinished().some((name) => !known.includes(name)))
    child.kill(signal)
    await child.exited
    observed.interrupted.push(list(restored).map((name) => name.replace(/new-.*/, 'new')))
  }
  observed.output = (await run('restore', restored, backup)).output
  observed.leftovers = unfinished()
})
afterAll(async () => {
  await served.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** An archive that takes seconds to extract, so that a signal comes before its end: one empty file again and again. */
async function writeLongArchive(): Promise<string> {
  const path = join(folder, 'long.tar.zst')
  await Bun.write(join(folder, 'empty'), '')
  const tar = Bun.spawnSync(['tar', '-c', '-C', folder, 'empty']).stdout
  const entries = Buffer.concat(Array(2_000).fill(tar.subarray(0, 512)))
  const { header } = await openArchive(backup, () => undefined)
  await writeArchive(path, header, Readable.from(Array(200).fill(entries)))
  return path
}

const list = (directory: string) => (existsSync(directory) ? readdirSync(directory) : [])

const environment = (dataDir: string) => ({ url: '', env: { DATA_DIR: dataDir } })

/** Runs a command on a data directory; without the reports of PostgreSQL's start and stop. */
async function run(command: string, dataDir: string, ...args: string[]) {
  const place = environment(dataDir)
  const { errors, ...rest } = await callCommand(`${command}.ts`, args, place)
  return { ...rest, errors: errors.replaceAll(/^PostgreSQL \S+.* on .*\n/gm, '') }
}

async function serve(dataDir: string) {
  const { child, until } = startCommand('main.ts', {
    env: { DATABASE_URL: '', DATA_DIR: dataDir },
  })
  const [url = ''] = await until(/^serving (http:\S+)$/gm)
  const stop = async () => {
    child.kill('SIGTERM')
    await child.exited
  }
  return { url, stop }
}

async function ask(url: string, target: string): Promise<string> {
  const response = await fetch(url + target, { headers: { Authorization: `Bearer ${key}` } })
  expect([target, response.status]).toEqual([target, 200])
  return (await response.text()).replace(/"generated_at":"[^"]*"/, '')
}

/** Asks the database of a data directory that may be served. */
async function query<Result>(dataDir: string, work: (database: Database) => Promise<Result>) {
  const server = await startEmbedded({ dataDir })
  const database = connect({ url: server.url, poolSize: 1 })
  try {
    return await work(database)
  } finally {
    await database.close()
    await server.stop()
  }
}

const timeline = (dataDir: string) =>
  query(dataDir, async ({ run }) => {
    const [row] = await run<{ timeline: number; identifier: bigint }>(sql`
      select timeline_id as timeline, system_identifier as identifier
      from pg_control_checkpoint(), pg_control_system()`)
    return row
  })

describe('a backup of a catalogue', () => {
  test('that is served is restored with the same answers, keys and usage, on a new timeline, and goes on', async () => {
    expect(observed.output).toMatch(
      /^restored the catalogue of 20\S+Z in \S+restored\nserve it: DATA_DIR=("?)\S+restored\1 bun run start\n$/,
    )
    const copy = await serve(restored)
    try {
      for (const [name = '', ...args] of [['keys', 'list'], ['usage']]) {
        expect((await run(name, restored, ...args)).output).toBe(
          (await run(name, original, ...args)).output,
        )
      }
      const [before, after] = [await timeline(original), await timeline(restored)]
      expect(after?.identifier).toBe(before?.identifier ?? 0n)
      expect([before?.timeline, after?.timeline]).toEqual([1, 2])
      for (const target of [
        '/v1/active-ats?time_frame=6m&limit=1000',
        '/v1/active-ats-count?time_frame=1m',
        '/v1/expired-ats?time_frame=6m',
        '/v1/changes?country=CA&since=0&limit=1000',
        '/v1/changes?country=US&since=0&limit=1000',
        '/v1/jobs?title=manager',
        '/v1/ats-organizations',
        '/v1/stats?country=CA',
      ]) {
        const answer = await ask(served.url, target)
        expect(answer.length).toBeGreaterThan(10)
        expect(await ask(copy.url, target)).toBe(answer)
      }
      const newest = (dataDir: string) =>
        query(dataDir, async (database) => {
          const [row] = await database.run<{ id: bigint }>(sql`select max(id) as id from jobs`)
          return row?.id ?? 0n
        })
      const last = await newest(original)
      const input = JSON.stringify(posting())
      await runCommand('commands/import.ts', ['-'], { ...environment(restored), input })
      expect(await newest(restored)).toBeGreaterThan(last)
    } finally {
      await copy.stop()
    }
  })

  test('is made as well when nothing runs', async () => {
    const path = join(folder, 'unused.tar.zst')
    expect((await run('backup', restored, path)).status).toBe(0)
    const { header } = await openArchive(path, () => undefined)
    expect(header).toMatchObject({ format: 1, postgresVersion: 18 })
  })

  test('replaces no file, and can be read by its owner only', async () => {
    const { errors, status } = await run('backup', original, backup)
    expect([status, errors]).toEqual([1, `backup: ${backup} exists; name another file\n`])
    expect((await Bun.file(backup).stat()).mode & 0o777).toBe(0o600)
  })
})

/** The process of the served catalogue that makes checkpoints. */
function findCheckpointer(): number {
  const postmaster = findRunningServer(join(original, 'postgres'))?.pid
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
  const found = children.split(' ').find((pid) => {
    return pid && /^postgres: .*checkpointer/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
  })
  if (found === undefined) throw new Error('there is no checkpointer')
  return Number(found)
}

describe('an interruption', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'of a backup by %s leaves no backup',
    async (signal) => {
      const path = join(folder, `${signal}.tar.zst`)
      const unfinished = () => readdirSync(folder).filter((name) => name.endsWith('.unfinished'))
      // Without a checkpoint the copy cannot begin, so that it does not end before the signal.
      const checkpointer = findCheckpointer()
      process.kill(checkpointer, 'SIGSTOP')
      try {
        const { child } = startCommand('commands/backup.ts', {
          args: [path],
          ...environment(original),
        })
        await soon(() => unfinished().length > 0)
        child.kill(signal)
        await child.exited
      } finally {
        process.kill(checkpointer, 'SIGCONT')
      }
      expect(existsSync(path)).toBe(false)
      expect(unfinished()).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
      for (const name of unfinished()) rmSync(join(folder, name))
    },
  )

  test('of a backup leaves a part, which the next backup removes unless its process runs', async () => {
    const ended = Bun.spawn([process.execPath, '--version'], { stdout: 'ignore' })
    await ended.exited
    const part = (name: string) => join(folder, `${name}.unfinished`)
    const kept = [part(`a.tar.zst.${process.ppid}`), part('letter')]
    for (const path of [part(`b.tar.zst.${ended.pid}`), ...kept]) await Bun.write(path, '')
    expect((await run('backup', original, join(folder, 'next.tar.zst'))).status).toBe(0)
    const left = readdirSync(folder).filter((name) => name.endsWith('.unfinished'))
    expect(left.toSorted()).toEqual(kept.map((path) => basename(path)))
    for (const path of kept) rmSync(path)
  })

  test('of a restore leaves no catalogue, and it can be repeated', () => {
    expect(observed.interrupted.map((names) => names.includes('postgres'))).toEqual([false, false])
    expect(observed.interrupted.map((names) => names.includes('postgres.new'))).toEqual([
      true,
      false,
    ])
    expect(observed.leftovers).toEqual([])
  })
})

describe('one line says why', () => {
  test('a page whose checksum is wrong is not backed up', async () => {
    const dataDir = join(folder, 'corrupt')
    await Bun.$`cp -a ${restored} ${dataDir}`
    const file = await query(dataDir, async (database) => {
      const [row] = await database.run<{ path: string }>(
        sql`select pg_relation_filepath('job_documents') as path`,
      )
      return row?.path ?? ''
    })
    const opened = openSync(join(dataDir, 'postgres', file), 'r+')
    writeSync(opened, 'damage', 5000)
    closeSync(opened)
    const path = join(folder, 'corrupt.tar.zst')
    const { errors, status } = await run('backup', dataDir, path)
    expect(errors).toMatch(/^backup: PostgreSQL: checksum verification failed in file .*\n$/)
    expect(status).toBe(1)
    expect(readdirSync(folder).filter((name) => name.startsWith('corrupt.'))).toEqual([])
  })

  test('a server that makes as many copies as it may makes no more', async () => {
    const server = await startEmbedded({ dataDir: original })
    const clients = await Promise.all(
      Array.from({ length: 4 }, () => ReplicationClient.open(server.socketDirectory, 'postgres')),
    )
    const { errors, status } = await run('backup', original, join(folder, 'fifth.tar.zst'))
    for (const client of clients) client.close()
    await server.stop()
    expect([status, errors]).toEqual([
      1,
      'backup: PostgreSQL: number of requested standby connections exceeds "max_wal_senders" (currently 4); wait until other backups have ended, or restart the service if it was started by version 1.0.0\n',
    ])
  })

  test('a data directory that is not empty is not restored into', async () => {
    const dataDir = join(folder, 'other')
    mkdirSync(dataDir)
    await Bun.write(join(dataDir, 'letter.txt'), 'x')
    const refused = (path: string, names: string) =>
      `restore: ${path} is not empty: it has ${names}; move it away, or set DATA_DIR to another directory\n`
    expect((await run('restore', dataDir, backup)).errors).toBe(refused(dataDir, 'letter.txt'))
    expect((await run('restore', original, backup)).errors).toBe(refused(original, 'postgres'))
  })

  test('a backup into a folder that does not exist is refused', async () => {
    const missing = join(folder, 'missing/deep')
    expect((await run('backup', original, join(missing, 'x'))).errors).toBe(
      `backup: there is no folder ${missing}\n`,
    )
  })

  test('a damaged backup is refused before anything is written', async () => {
    const path = join(folder, 'damaged')
    const bytes = Buffer.from(await Bun.file(backup).arrayBuffer())
    await Bun.write(path, bytes.fill('x', 100_000, 100_001))
    const dataDir = join(folder, 'unwritten')
    expect(await run('restore', dataDir, path)).toEqual({
      output: '',
      errors: `restore: ${path} is damaged or cut off\n`,
      status: 1,
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a backup of another major version is refused before anything is written', async () => {
    const path = join(folder, 'older')
    const header = { postgresVersion: 17, createdAt: '2026-11-20T13:00:00Z' }
    await writeArchive(path, header, Readable.from([Buffer.alloc(1024)]))
    const dataDir = join(folder, 'of-older')
    expect((await run('restore', dataDir, path)).errors).toBe(
      'restore: the backup is of PostgreSQL 17 and the embedded one is 18; restore it with a version of this service that has PostgreSQL 17\n',
    )
    expect(existsSync(dataDir)).toBe(false)
  })

  test('a PostgreSQL of one’s own has tools of its own, and an empty folder no catalogue', async () => {
    for (const command of ['backup', 'restore']) {
      const { errors, status } = await runCommand(`commands/${command}.ts`, ['x'], {
        url: 'postgres://127.0.0.1:1/none',
      })
      expect([status, errors]).toEqual([
        1,
        `${command}: DATABASE_URL is set, and this command is for the embedded PostgreSQL; use pg_dump and pg_restore, see docs/recover.md\n`,
      ])
    }
    const dataDir = join(folder, 'nothing')
    expect((await run('backup', dataDir, join(folder, 'none'))).errors).toBe(
      `backup: there is no catalogue in ${dataDir}\n`,
    )
    expect(existsSync(dataDir)).toBe(false)
  })
})
