import { afterAll, beforeAll, expect, test } from 'bun:test'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { startEmbedded } from '../../src/embedded-postgres/embedded-postgres'
import { findRunningServer, readPidFile } from '../../src/embedded-postgres/server-files'
import { temporaryDirectory } from './directories'
import { startUserProcess } from './user-process'

/** The first server: its data directory is copied after it has stopped, so that most tests need no initdb. */
const root = mkdtempSync(join(tmpdir(), 'embedded-test-'))
const stopped = join(root, 'a directory/'.repeat(25).slice(0, -1))
const observed = {
  rows: [] as unknown[],
  messages: [] as string[],
  sockets: '',
  hadSockets: false,
}
beforeAll(async () => {
  chmodSync(root, 0o755)
  const server = await start(stopped, (message) => observed.messages.push(message))
  observed.sockets = socketDirectory(server.url)
  observed.hadSockets = existsSync(observed.sockets)
  const rows = await ask(
    server.url,
    `select current_user as role, current_database() as database, inet_server_addr() as address,
      current_setting('server_encoding') as encoding, rolsuper, rolcreatedb
      from pg_roles where rolname = current_user`,
  )
  observed.rows.push(...rows)
  await Promise.all([server.stop(), server.stop()])
})
afterAll(() => rmSync(root, { recursive: true }))

/** A copy of the data directory of a stopped server. */
function stoppedDirectory(): string {
  const directory = temporaryDirectory()
  expect(Bun.spawnSync(['cp', '-a', `${stopped}/.`, directory]).exitCode).toBe(0)
  return directory
}

function start(dataDir: string, log?: (message: string) => void) {
  return startEmbedded({ dataDir, durable: false, ...(log ? { log } : {}) })
}

async function ask(url: string, question: string): Promise<postgres.RowList<postgres.Row[]>> {
  const sql = postgres(url, { max: 1 })
  try {
    return await sql.unsafe(question)
  } finally {
    await sql.end()
  }
}

function socketDirectory(url: string): string {
  const sql = postgres(url)
  return dirname(dirname(String(sql.options.path)))
}

test('the URL connects over a socket, as a role that is not a superuser, however deep the data directory is', () => {
  expect(observed.rows).toEqual([
    {
      role: 'job_catalogue',
      database: 'job_catalogue',
      address: null,
      encoding: 'UTF8',
      rolsuper: false,
      rolcreatedb: true,
    },
  ])
})

test('stopping leaves no server and no socket directory, and is idempotent', () => {
  const cluster = join(stopped, 'postgres')
  expect([observed.hadSockets, existsSync(observed.sockets)]).toEqual([true, false])
  expect(findRunningServer(cluster)).toBeUndefined()
  expect(observed.messages).toEqual([
    `PostgreSQL started on ${cluster}`,
    `PostgreSQL stopped on ${cluster}`,
  ])
})

test('data survives a restart', async () => {
  const dataDir = stoppedDirectory()
  const first = await start(dataDir)
  await ask(first.url, 'create table kept as select 1 as value')
  await first.stop()
  const second = await start(dataDir)
  expect([...(await ask(second.url, 'select value from kept'))]).toEqual([{ value: 1 }])
  expect(second.adopted).toBe(false)
  await second.stop()
})

test('a server whose starter was killed is joined, and stopped by the joiner', async () => {
  const dataDir = stoppedDirectory()
  const killed = await startUserProcess(dataDir)
  await killed.kill()
  const server = await start(dataDir)
  expect({ url: server.url, adopted: server.adopted }).toEqual({ url: killed.url, adopted: true })
  await ask(server.url, 'select 1')
  await server.stop()
  expect(findRunningServer(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a server whose starter was killed before the server wrote its socket directory is joined', async () => {
  const dataDir = stoppedDirectory()
  const killed = await startUserProcess(dataDir)
  await killed.kill()
  const { path = '' } = readPidFile(join(dataDir, 'postgres')) ?? {}
  const whole = readFileSync(path, 'utf8')
  writeFileSync(path, whole.split('\n').slice(0, 4).join('\n'))
  const log = join(dataDir, 'postgres.log')
  const naming = setInterval(() => {
    const refusals = readFileSync(log, 'utf8').split('"postmaster.pid" already exists').length - 1
    if (refusals > 1) writeFileSync(path, whole)
  }, 1)
  const server = await start(dataDir).finally(() => clearInterval(naming))
  expect(server.url).toBe(killed.url)
  await ask(server.url, 'select 1')
  await server.stop()
  expect(findRunningServer(join(dataDir, 'postgres'))).toBeUndefined()
})

test('a new, empty postmaster.pid is not removed', async () => {
  const dataDir = stoppedDirectory()
  const path = join(dataDir, 'postgres/postmaster.pid')
  writeFileSync(path, '')
  utimesSync(path, new Date(), new Date(Date.now() + 3_600_000))
  const log = join(dataDir, 'postgres.log')
  const aging = setInterval(() => {
    if (!readFileSync(log, 'utf8').includes('"postmaster.pid" is empty')) return
    clearInterval(aging)
    utimesSync(path, 0, 0)
  }, 1)
  const server = await start(dataDir).finally(() => clearInterval(aging))
  await ask(server.url, 'select 1')
  await server.stop()
  expect(readFileSync(log, 'utf8')).toContain('"postmaster.pid" is empty')
})

test('the last of two users stops the server', async () => {
  const dataDir = stoppedDirectory()
  const first = await startUserProcess(dataDir)
  const second = await start(dataDir)
  expect([first.adopted, second.adopted]).toEqual([false, true])
  await second.stop()
  await ask(first.url, 'select 1')
  expect(await first.leave()).toBe(0)
  expect(findRunningServer(join(dataDir, 'postgres'))).toBeUndefined()
})

test('users that start at the same moment make one cluster, also after an initdb was killed, and share its server', async () => {
  const dataDir = temporaryDirectory()
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true })
  const [process, ...here] = await Promise.all([
    startUserProcess(dataDir),
    start(dataDir),
    start(dataDir),
  ])
  expect(here.map((server) => server.url)).toEqual([process.url, process.url])
  expect([process, ...here].filter((user) => !user.adopted)).toHaveLength(1)
  await ask(process.url, 'select 1')
  await Promise.all([process.leave(), ...here.map((server) => server.stop())])
  expect(findRunningServer(join(dataDir, 'postgres'))).toBeUndefined()
  expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([])
})

test('an interrupt from the terminal does not reach the server', async () => {
  const user = await startUserProcess(stoppedDirectory())
  process.kill(-user.pid, 'SIGINT')
  await ask(user.url, 'select 1')
  expect(await user.leave()).toBe(0)
})

test('a killed server is restarted, even if another process has its pid', async () => {
  const dataDir = stoppedDirectory()
  const cluster = join(dataDir, 'postgres')
  const first = await start(dataDir)
  const { pid = 0, path = '' } = readPidFile(cluster) ?? {}
  const left = readFileSync(path, 'utf8')
  await first.stop()
  writeFileSync(path, left.replace(String(pid), String(process.pid)))
  const second = await start(dataDir)
  process.kill(findRunningServer(cluster)?.pid ?? 0, 'SIGKILL')
  await second.stop()
  const third = await start(dataDir)
  await ask(third.url, 'select 1')
  await third.stop()
})

test('a server without its socket directory is replaced', async () => {
  const dataDir = stoppedDirectory()
  const killed = await startUserProcess(dataDir)
  await killed.kill()
  rmSync(socketDirectory(killed.url), { recursive: true })
  const server = await start(dataDir)
  expect(server.adopted).toBe(false)
  await ask(server.url, 'select 1')
  await server.stop()
})

test('an initdb that outlives its starter does not affect the cluster, and its files are removed', async () => {
  const dataDir = temporaryDirectory()
  const left = join(dataDir, 'postgres.new')
  const writing = setInterval(() => mkdirSync(join(left, 'base'), { recursive: true }), 1)
  const first = await start(dataDir)
  clearInterval(writing)
  await ask(first.url, 'select 1')
  await first.stop()
  expect(existsSync(left)).toBe(true)
  await (await start(dataDir)).stop()
  expect(existsSync(left)).toBe(false)
})

test('a cluster of another version is rejected with advice', async () => {
  const dataDir = temporaryDirectory()
  const cluster = join(dataDir, 'postgres')
  mkdirSync(cluster)
  writeFileSync(join(cluster, 'PG_VERSION'), '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    new Error(
      `${cluster} was written by PostgreSQL 17 and the embedded one is 18; move it away and run: bun run restore FILE, with a FILE of bun run backup; without one, make it with the version of this service that wrote the folder`,
    ),
  )
})

test('a log that cannot be opened is reported with advice', async () => {
  const [fresh, dataDir] = [temporaryDirectory(), stoppedDirectory()]
  rmSync(join(dataDir, 'postgres.log'))
  for (const directory of [fresh, dataDir]) {
    const log = join(directory, 'postgres.log')
    mkdirSync(log)
    await expect(start(directory)).rejects.toThrow(
      new Error(
        `cannot open the log: EISDIR: illegal operation on a directory, open '${log}'; set DATA_DIR to another directory`,
      ),
    )
    rmSync(log, { recursive: true })
  }
  await (await start(dataDir)).stop()
})

test('an error of a failed start quotes the log', async () => {
  const dataDir = stoppedDirectory()
  writeFileSync(join(dataDir, 'postgres/postgresql.conf'), 'nonsense = 1\n')
  await expect(start(dataDir)).rejects.toThrow(
    /^PostgreSQL did not start\n.*unrecognized configuration/s,
  )
})

test('log lines of an earlier server cause no retry', async () => {
  const dataDir = stoppedDirectory()
  writeFileSync(join(dataDir, 'postgres/postgresql.conf'), 'nonsense = 1\n')
  const log = join(dataDir, 'postgres.log')
  writeFileSync(log, 'FATAL:  pre-existing shared memory block is still in use\n')
  await expect(start(dataDir)).rejects.toThrow(/^PostgreSQL did not start/)
  expect(readFileSync(log, 'utf8').match(/unrecognized/g)).toHaveLength(1)
})
