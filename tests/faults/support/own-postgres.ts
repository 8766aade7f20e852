import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { findBinaries } from '../../../src/embedded-postgres/binaries'
import { readPidFile } from '../../../src/embedded-postgres/server-files'
import {
  clusterArgument,
  findServerUser,
  giveTo,
  spawnInCluster,
} from '../../../src/embedded-postgres/server-user'

const ROLE = 'catalogue'
const START_LIMIT_MS = 60_000

/** A PostgreSQL of a script's own on a TCP port, that stays the same through all that is done to it. */
export interface OwnPostgres {
  /** For the service: a role with a password and no powers. */
  url: string
  /** Runs statements as the superuser, on a connection of their own; returns the rows of the last. */
  asSuperuser<Row extends object>(...statements: string[]): Promise<Row[]>
  /** The same in the catalogue's database, as the superuser with the rights of the catalogue's role. */
  inCatalogue<Row extends object>(...statements: string[]): Promise<Row[]>
  start(): Promise<void>
  isRunning(): boolean
  /** PostgreSQL's fast shutdown: connections are cut, everything is written. */
  stop(): Promise<void>
  /** SIGKILL to the postmaster: the next start recovers from the log. */
  kill(): Promise<void>
  /** SIGSTOP to every process of the server. */
  freeze(): void
  thaw(): void
  /** Ends the server and removes its files. */
  drop(): Promise<void>
}

/** `FAULTS_POSTGRES_BIN` names a folder with other binaries than the embedded ones, as of PostgreSQL 15. */
export async function createOwnPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent = tmpdir(),
  /** What runs the server, such as `env NAME=VALUE`. */
  under: readonly string[] = [],
): Promise<OwnPostgres> {
  const root = mkdtempSync(join(parent, 'catalogue-faults-'))
  const place = { cluster: join(root, 'cluster'), log: join(root, 'log') }
  mkdirSync(place.cluster, { mode: 0o700 })
  const user = findServerUser(place.cluster)
  giveTo(root, user)
  giveTo(place.cluster, user)
  const bin = process.env.FAULTS_POSTGRES_BIN
  const binaries = bin
    ? { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
    : await findBinaries(user)
  const data = clusterArgument(place.cluster, user)
  const port = await freePort()
  const initdb = [binaries.initdb, `--pgdata=${data}`, '--username=postgres', '--encoding=UTF8']
  const made = await spawnInCluster([...initdb, '--locale=C.UTF-8', '--no-sync'], place, user)
    .exited
  if (made !== 0) throw new Error(`initdb failed: ${readFileSync(place.log, 'utf8')}`)
  configure(place.cluster, { ...settings, port: String(port) })
  const server = new Server(place.cluster, port, () =>
    spawnInCluster([...under, binaries.postgres, '-D', data], place, user),
  )
  await server.start()
  await server.asSuperuser(`create role ${ROLE} login password 'first'`)
  await server.asSuperuser(`create database ${ROLE} owner ${ROLE}`)
  return Object.assign(server, {
    url: `postgres://${ROLE}:first@127.0.0.1:${port}/${ROLE}`,
    async drop() {
      server.thaw()
      await server.stop()
      rmSync(root, { recursive: true, force: true })
    },
  })
}

function configure(cluster: string, settings: Readonly<Record<string, string>>): void {
  writeFileSync(
    join(cluster, 'pg_hba.conf'),
    `host all postgres 127.0.0.1/32 trust\nhost all ${ROLE} 127.0.0.1/32 scram-sha-256\n`,
  )
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const lines = Object.entries(all).map(([name, value]) => `${name} = '${value}'\n`)
  appendFileSync(join(cluster, 'postgresql.conf'), lines.join(''))
}

class Server {
  private child: Bun.Subprocess | undefined
  private frozen: number[] = []

  constructor(
    private readonly cluster: string,
    private readonly port: number,
    private readonly launch: () => Bun.Subprocess,
  ) {}

  async start(): Promise<void> {
    const child = this.launch()
    this.child = child
    // A script that fails leaves no server behind.
    process.once('exit', () => child.kill('SIGQUIT'))
    const deadline = performance.now() + START_LIMIT_MS
    while (readPidFile(this.cluster)?.status !== 'ready') {
      if (performance.now() > deadline || child.exitCode !== null) {
        throw new Error('PostgreSQL did not start')
      }
      await Bun.sleep(5)
    }
  }

  isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  async stop(): Promise<void> {
    this.child?.kill('SIGINT')
    await this.child?.exited
  }

  async kill(): Promise<void> {
    const pids = this.pids()
    this.child?.kill('SIGKILL')
    await this.child?.exited
    // Orphaned backends end by themselves; the next start is refused while one is left.
    while (pids.some(isAlive)) await Bun.sleep(2)
  }

  freeze(): void {
    this.frozen = this.pids()
    for (const pid of this.frozen) process.kill(pid, 'SIGSTOP')
  }

  thaw(): void {
    for (const pid of this.frozen) if (isAlive(pid)) process.kill(pid, 'SIGCONT')
    this.frozen = []
  }

  async asSuperuser<Row extends object>(...statements: string[]): Promise<Row[]> {
    return await this.run('postgres', statements)
  }

  async inCatalogue<Row extends object>(...statements: string[]): Promise<Row[]> {
    return await this.run(ROLE, [`set role ${ROLE}`, ...statements])
  }

  private async run<Row extends object>(
    database: string,
    statements: readonly string[],
  ): Promise<Row[]> {
    const sql = postgres(`postgres://postgres@127.0.0.1:${this.port}/${database}`, {
      max: 1,
      onnotice: () => undefined,
    })
    try {
      let rows: Row[] = []
      for (const statement of statements) rows = await sql.unsafe<Row[]>(statement)
      return rows
    } finally {
      await sql.end({ timeout: 1 })
    }
  }

  /** The postmaster and its children. */
  private pids(): number[] {
    const parent = this.child?.pid
    if (parent === undefined) return []
    const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8')
    return [parent, ...children.trim().split(' ').filter(Boolean).map(Number)]
  }
}

function isAlive(pid: number): boolean {
  try {
    // A zombie counts as gone.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<number>()
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (address !== null && typeof address === 'object') resolve(address.port)
  })
  const port = await promise
  server.close()
  return port
}
