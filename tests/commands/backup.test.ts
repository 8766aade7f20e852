import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'drizzle-orm'
import { openArchive, writeArchive } from '../../src/catalogue/backup/archive'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { createKey } from '../../src/service/keys/api-keys'
import { importLines } from '../support/import-lines'
import { posting } from '../support/posting-builder'
import { type CommandRun, callCommand } from '../support/run-command'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../support/test-database'
import { until } from '../support/until'
import { useFolder } from '../support/use-folder'
import { openService } from './support/open-service'
import { startCommand } from './support/running-command'

const folder = useFolder('backup-test-')
/** A catalogue on a server of one's own, and a backup of it. */
let original: TestDatabase
let backup: string
let key: string

/** Where a command works: the database of an address, or the embedded one of a folder. */
type Target = { url: string; env?: { DATA_DIR: string } }

const embedded = (name: string) => ({ url: '', env: { DATA_DIR: join(folder, name) } })

async function run(target: Target, command: string, ...args: string[]) {
  const { errors, ...rest } = await callCommand(`${command}.ts`, args, target)
  return { ...rest, errors: errors.replaceAll(/^PostgreSQL \S+.* on .*\n/gm, '') }
}

/** A path in the folder of the test. */
const at = (name: string) => join(folder, name)

beforeAll(async () => {
  original = await createTestDatabase()
  await run(original, 'seed', '--jobs', '60')
  const hostile = posting({
    title: 'tab\t, \\N, \\, "quoted" and é😀',
    description_text: 'a\nb\r\n\\.\n',
  })
  await importLines(createWriter(original.database), [JSON.stringify(hostile)])
  key = (await createKey(original.database, 'reader')) ?? ''
  backup = at('catalogue.tar.zst')
  const { output, status } = await run(original, 'backup', backup)
  expect(output).toMatch(/^backed up \d+ tables with \d+ rows to \S+ \([\d.]+ MB\)\n$/)
  expect(status).toBe(0)
})

afterAll(() => original.drop())

/** What a client is answered on each of these targets. */
async function answersOf(url: string, targets: readonly string[]) {
  const { ask, close } = await openService(url, key)
  const answers = targets.map(async (target) => {
    const response = await ask(target)
    const body = (await response.text()).replace(/"generated_at":"[^"]*"/, '')
    const generation = response.headers.get('x-catalogue-generation')
    return { target, status: response.status, body, generation }
  })
  const found = await Promise.all(answers)
  await close()
  return found
}

/** The files of a folder as a tar archive, the manifest last. */
async function pack(parts: string): Promise<Buffer> {
  const files = (await Bun.$`find tables -type f`.cwd(parts).text()).trim().split('\n').toSorted()
  return Buffer.from(await Bun.$`tar -c -C ${parts} ${files} manifest.json`.arrayBuffer())
}

/** What an archive holds, as `tar` reads it. */
async function manifest(path: string) {
  const text = await Bun.$`tar --zstd -xOf ${path} manifest.json`.text()
  return JSON.parse(text) as { tables: { name: string; rows: number; sha256: string }[] }
}

/** The tables, but for those in which a restore opens a generation. */
async function contentOf(path: string) {
  const opened = ['generations', 'change_counters', 'change_gaps']
  return (await manifest(path)).tables.filter(({ name }) => !opened.includes(name))
}

describe('a backup', () => {
  const restored = embedded('restored')
  /** Of the folder before it is served, which opens a generation and counts the requests of a key. */
  const copy = embedded('copy')
  let restoring: CommandRun
  beforeAll(async () => {
    restoring = await run(restored, 'restore', backup)
    await Bun.$`cp -a ${restored.env.DATA_DIR} ${copy.env.DATA_DIR}`
  })

  test('of one server is restored on another with the same answers and keys, in a new generation', async () => {
    expect(restoring.output).toMatch(
      /^restored \d+ tables with \d+ rows: the catalogue of 20\S+Z, in generation 2\nvalid keys, as of 20\S+Z: 'reader'\na key that was revoked after that is valid again; revoke it before you start: DATA_DIR=\S+restored"? bun run keys revoke NAME\nserve it: DATA_DIR=\S+restored"? bun run start\n$/,
    )
    expect(restoring.status).toBe(0)
    const targets = [
      '/v1/active-ats?time_frame=6m&limit=1000',
      '/v1/active-ats-count?time_frame=1m',
      '/v1/expired-ats?time_frame=6m',
      '/v1/changes?country=CA&since=0&limit=1000',
      '/v1/jobs?title=manager&country=US',
      '/v1/ats-organizations',
      '/v1/stats?country=CA',
    ]
    const server = await startEmbedded({ dataDir: restored.env.DATA_DIR, durable: false })
    const [before, after] = [
      await answersOf(original.url, targets),
      await answersOf(server.url, targets),
    ]
    await server.stop()
    expect(before.map(({ status }) => status)).toEqual(targets.map(() => 200))
    expect(after).toEqual(before.map((answer) => ({ ...answer, generation: '2' })))
  })

  test('of the embedded server is restored on one’s own, and holds the same rows', async () => {
    const path = at('of-embedded.tar.zst')
    await run(copy, 'backup', path)
    const target = await createEmptyDatabase()
    expect((await run(target, 'restore', path)).status).toBe(0)
    const again = at('again.tar.zst')
    await run(target, 'backup', again)
    expect(await contentOf(again)).toEqual(await contentOf(path))
    expect(await contentOf(path)).toEqual(await contentOf(backup))
    await target.drop()
  })

  test('holds one moment, while jobs are written', async () => {
    const path = at('moment.tar.zst')
    const lines = Array.from({ length: 300 }, () => JSON.stringify(posting()))
    const importing = importLines(createWriter(original.database), lines)
    await run(original, 'backup', path)
    await importing
    const { tables } = await manifest(path)
    const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows ?? -1
    expect(rowsOf('job_documents')).toBe(rowsOf('active_jobs') + rowsOf('removed_jobs'))
  })

  test('of an earlier version is restored and migrated', async () => {
    const { header } = await openArchive(backup, () => undefined)
    const journal = await Bun.file(join(import.meta.dir, '../../drizzle/meta/_journal.json')).json()
    const earlier = await createEmptyDatabase({ lastMigration: journal.entries.at(-2).when })
    const path = at('earlier.tar.zst')
    expect((await run(earlier, 'backup', path)).status).toBe(0)
    expect((await openArchive(path, () => undefined)).header.lastMigration).toBeLessThan(
      header.lastMigration,
    )
    const target = await createEmptyDatabase()
    expect((await run(target, 'restore', path)).status).toBe(0)
    expect((await run(target, 'migrate')).output).toBe('nothing to apply\n')
    await earlier.drop()
    await target.drop()
  })

  test('replaces no file, and can be read by its owner only', async () => {
    const { errors, status } = await run(original, 'backup', backup)
    expect([status, errors]).toEqual([1, `backup: ${backup} exists; name another file\n`])
    expect((await Bun.file(backup).stat()).mode & 0o777).toBe(0o600)
  })
})

const unfinished = () => readdirSync(folder).filter((name) => name.endsWith('.unfinished'))

describe('an interruption', () => {
  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'of a backup by %s leaves no backup',
    async (signal) => {
      const path = at(`${signal}.tar.zst`)
      const locked = Promise.withResolvers<void>()
      const isOver = Promise.withResolvers<void>()
      const holding = original.database.transaction(async ({ run: execute }) => {
        await execute(sql`lock table active_jobs in access exclusive mode`)
        locked.resolve()
        await isOver.promise
      })
      await locked.promise
      const env = { DATABASE_URL: original.url }
      const { child } = startCommand('commands/backup.ts', { args: [path], env })
      await until(() => unfinished().length > 0)
      child.kill(signal)
      await child.exited
      isOver.resolve()
      await holding
      expect(existsSync(path)).toBe(false)
      expect(unfinished()).toHaveLength(signal === 'SIGKILL' ? 1 : 0)
      for (const name of unfinished()) rmSync(at(name))
    },
  )

  test('of a backup leaves a part, which a later backup removes unless its process may run', async () => {
    const ended = Bun.spawn([process.execPath, '--version'], { stdout: 'ignore' })
    await ended.exited
    const part = (name: string) => at(`${name}.unfinished`)
    const here = hostname().split('.')[0]
    const old = part('c.tar.zst.elsewhere-17')
    const kept = [
      part(`a.tar.zst.${here}-${process.ppid}`),
      part('d.tar.zst.elsewhere-18'),
      part('letter'),
    ]
    for (const path of [part(`b.tar.zst.${here}-${ended.pid}`), old, ...kept])
      await Bun.write(path, '')
    utimesSync(old, 0, 0)
    expect((await run(original, 'backup', at('next.tar.zst'))).status).toBe(0)
    expect(unfinished().toSorted()).toEqual(kept.map((path) => basename(path)).toSorted())
    for (const path of kept) rmSync(path)
  })

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'of a restore by %s leaves an empty database, and it can be repeated',
    async (signal) => {
      const target = await createEmptyDatabase()
      const { child } = startCommand('commands/restore.ts', {
        args: [backup],
        env: { DATABASE_URL: target.url },
      })
      const isRestoring = sql`select from pg_stat_activity
        where datname = current_database() and application_name = 'job-catalogue backup'`
      await until(async () => (await target.database.run(isRestoring)).length > 0)
      child.kill(signal)
      await child.exited
      await until(async () => (await target.database.run(isRestoring)).length === 0)
      const tables = await target.database.run(sql`select from pg_class
        where relnamespace = 'public'::regnamespace`)
      expect(tables).toEqual([])
      expect((await run(target, 'restore', backup)).status).toBe(0)
      await target.drop()
    },
  )
})

describe('one line says why', () => {
  const refusal = async (target: Target, ...args: [string, string]) => {
    const { errors, status } = await run(target, ...args)
    expect(status).toBe(1)
    return errors
  }

  test('a database that is not empty is not restored into', async () => {
    expect(await refusal(original, 'restore', backup)).toBe(
      'restore: the database is not empty; restore into a new one\n',
    )
  })

  test('a backup whose rows are not those that it names is not restored', async () => {
    const parts = at('parts')
    await Bun.$`mkdir ${parts} && tar --zstd -xf ${backup} -C ${parts}`
    const text = await Bun.file(join(parts, 'manifest.json')).text()
    await Bun.write(join(parts, 'manifest.json'), text.replace(/"rows": 1,/, '"rows": 2,'))
    const { header } = await openArchive(backup, () => undefined)
    const path = at('other-rows.tar.zst')
    await writeArchive(path, header, Readable.from([await pack(parts)]))
    const target = await createEmptyDatabase()
    expect(await refusal(target, 'restore', path)).toMatch(
      /^restore: the table \w+ was restored with 1 rows, and the backup has 2, or their values differ; nothing was kept\n$/,
    )
    expect(
      await target.database.run(sql`select from pg_tables where schemaname = 'public'`),
    ).toEqual([])
    await target.drop()
  })

  test('a value that a table refuses ends the restore', async () => {
    const parts = at('refused')
    await Bun.$`mkdir ${parts} && tar --zstd -xf ${backup} -C ${parts}`
    await Bun.write(join(parts, 'tables/api_keys/000001.copy'), 'x\ty\n')
    const { header } = await openArchive(backup, () => undefined)
    const path = at('refused.tar.zst')
    await writeArchive(path, header, Readable.from([await pack(parts)]))
    const target = await createEmptyDatabase()
    expect(await refusal(target, 'restore', path)).toStartWith(
      'restore: invalid input syntax for type integer: "x"',
    )
    await target.drop()
  })

  test('a damaged backup is refused before anything is written', async () => {
    const path = at('damaged')
    const bytes = Buffer.from(await Bun.file(backup).arrayBuffer())
    await Bun.write(path, bytes.fill('x', 50_000, 50_001))
    const target = embedded('unwritten')
    expect(await refusal(target, 'restore', path)).toBe(`restore: ${path} is damaged or cut off\n`)
    expect(existsSync(target.env.DATA_DIR)).toBe(false)
  })

  test('a backup of a newer version is refused', async () => {
    const path = at('newer')
    const header = { createdAt: '2026-11-20T13:00:00Z', lastMigration: 1 }
    await writeArchive(path, header, Readable.from([Buffer.alloc(1024)]))
    const target = await createEmptyDatabase()
    expect(await refusal(target, 'restore', path)).toBe(
      'restore: the backup is of a newer version of this service; restore it with that version\n',
    )
    await target.drop()
  })

  test('a folder that does not exist, and one without a catalogue, are named', async () => {
    const missing = at('missing/deep')
    expect(await refusal(original, 'backup', join(missing, 'x'))).toBe(
      `backup: there is no folder ${missing}\n`,
    )
    const target = embedded('nothing')
    expect(await refusal(target, 'backup', at('none'))).toBe(
      `backup: there is no catalogue in ${target.env.DATA_DIR}\n`,
    )
    expect(existsSync(target.env.DATA_DIR)).toBe(false)
  })

  test('a disk that is full in the middle of a table ends the backup', async () => {
    const large = Array.from({ length: 40 }, () => {
      const comment = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('hex')
      return JSON.stringify(posting({ description_html: `<!-- ${comment} -->` }))
    })
    await importLines(createWriter(original.database), large)
    const path = at('full.tar.zst')
    const { child, errors } = startCommand('commands/backup.ts', {
      under: ['sh', '-c', 'trap "" XFSZ; ulimit -f 256; exec "$@"', 'sh'],
      args: [path],
      env: { DATABASE_URL: original.url },
    })
    expect(await errors()).toBe(`backup: cannot write ${path}: EFBIG: file too large, write\n`)
    expect(await child.exited).toBe(1)
    expect(readdirSync(folder).filter((name) => name.startsWith('full'))).toEqual([])
  })

  test('a database without a catalogue is not backed up', async () => {
    const target = await createEmptyDatabase()
    expect(await refusal(target, 'backup', at('empty'))).toBe(
      'backup: the database has no catalogue; run: bun run migrate\n',
    )
    expect(existsSync(at('empty'))).toBe(false)
    await target.drop()
  })

  test('a data folder of another major version says how it comes over', async () => {
    const target = embedded('older')
    await Bun.write(join(target.env.DATA_DIR, 'postgres/PG_VERSION'), '17\n')
    expect(await refusal(target, 'backup', at('older.tar.zst'))).toContain(
      'was written by PostgreSQL 17 and the embedded one is 18; move it away and run: bun run restore FILE, with a FILE of bun run backup',
    )
  })
})
