import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { findBinaries } from '../../src/embedded-postgres/binaries'
import {
  makeSocketDirectory,
  removeSocketDirectory,
  socketDirectories,
  socketUrl,
} from '../../src/embedded-postgres/server-files'
import { settingArguments } from '../../src/embedded-postgres/server-settings'
import {
  clusterArgument,
  findServerUser,
  giveTo,
  makePrivateDirectory,
  type ServerUser,
  spawnInCluster,
} from '../../src/embedded-postgres/server-user'

const SUPERUSER = 'postgres'

/** What the service connects as: it has no more rights than on any server. */
const ROLE = 'job_catalogue'

const SETTINGS = {
  listen_addresses: '',
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '256MB',
  shared_buffers: '32MB',
  // In a file of the cluster: /dev/shm would keep the memory of servers that are killed.
  dynamic_shared_memory_type: 'mmap',
  fsync: 'off',
  full_page_writes: 'off',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '100ms',
  jit: 'off',
}

/** The programs to test with: those of the package registry, or in TEST_POSTGRES_BIN those of another version. */
async function findPrograms(user: ServerUser): Promise<{ initdb: string; postgres: string }> {
  const folder = process.env.TEST_POSTGRES_BIN
  if (!folder) return await findBinaries(user)
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') }
}

/** A PostgreSQL with standbys that follow it by streaming replication, all over sockets. */
export interface ReplicatedServer {
  primary: Server
  standbys: Server[]
  /** Another server, on files that `copy` puts into its folder. */
  add(name: string, copy: (cluster: string) => Promise<void>): Promise<Server>
  remove(): Promise<void>
}

/** The standbys are copies of the primary after `fill` has made and filled its database. */
export async function startReplicatedServer(
  standbys: number,
  fill: (url: string) => Promise<void>,
): Promise<ReplicatedServer> {
  const folder = mkdtempSync(join(tmpdir(), 'job-catalogue-replicas-'))
  const user = findServerUser(folder)
  giveTo(folder, user)
  const programs = await findPrograms(user)
  const create = (name: string) =>
    new Server(join(folder, name), { user, program: programs.postgres, folder })
  const primary = create('primary')
  await initialize(primary, programs.initdb, user)
  await primary.start()
  await primary.control.unsafe(`create role ${ROLE} login`)
  await primary.control.unsafe(`create database catalogue owner ${ROLE}`)
  await fill(primary.url)
  await primary.stop()
  const servers = Array.from({ length: standbys }, (_, index) => create(`standby${index + 1}`))
  const giveCluster = (cluster: string): void => {
    Bun.spawnSync(['chown', '-R', `${user.uid}:${user.gid}`, cluster])
    Bun.spawnSync(['chmod', '700', cluster])
  }
  for (const { cluster } of servers) {
    cpSync(primary.cluster, cluster, { recursive: true, preserveTimestamps: true })
    giveCluster(cluster)
    writeFileSync(join(cluster, 'standby.signal'), '')
  }
  await primary.start()
  await Promise.all(servers.map((server) => server.start({ primary_conninfo: primary.conninfo })))
  const others: Server[] = []
  return {
    primary,
    standbys: servers,
    async add(name, copy) {
      const server = create(name)
      others.push(server)
      await copy(server.cluster)
      giveCluster(server.cluster)
      return server
    },
    async remove() {
      await Promise.all([...servers, ...others, primary].map((server) => server.remove()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function initialize({ cluster }: Server, initdb: string, user: ServerUser): Promise<void> {
  makePrivateDirectory(cluster, user)
  const command = [
    ...[initdb, `--pgdata=${clusterArgument(cluster, user)}`, `--username=${SUPERUSER}`],
    ...['--auth-local=trust', '--auth-host=reject', '--encoding=UTF8', '--no-locale', '--no-sync'],
  ]
  const child = spawnInCluster(command, { cluster, log: `${cluster}.log` }, user)
  if ((await child.exited) !== 0) throw new Error(await Bun.file(`${cluster}.log`).text())
}

type Circumstances = { user: ServerUser; program: string; folder: string }

/** One PostgreSQL, in the hands of a test. */
export class Server {
  private readonly sockets: string
  private child: Bun.Subprocess | undefined
  private settings: Record<string, string> = {}
  /** Past everything that is tested, to see and to do. */
  control: postgres.Sql

  constructor(
    readonly cluster: string,
    private readonly circumstances: Circumstances,
  ) {
    this.sockets = makeSocketDirectory(circumstances.user)
    this.control = this.open('postgres')
  }

  get url(): string {
    return socketUrl(this.sockets, ROLE, 'catalogue')
  }

  /** How a standby reaches it. */
  get conninfo(): string {
    return `host=${this.sockets} user=${SUPERUSER}`
  }

  /** Resolves when it takes connections. The settings are kept for the next start. */
  async start(settings = this.settings): Promise<void> {
    this.settings = settings
    const { user, program } = this.circumstances
    const unix = socketDirectories(this.sockets).map((path) => `"${path}"`)
    const all = { ...SETTINGS, ...settings, unix_socket_directories: unix.join(',') }
    const command = [program, '-D', clusterArgument(this.cluster, user), ...settingArguments(all)]
    const log = `${this.cluster}.log`
    this.control = this.open('postgres')
    for (let attempt = 0; ; attempt += 1) {
      // Of one that was killed, the last processes may still hold its memory; then it ends at once.
      if (this.child === undefined || this.child.exitCode !== null) {
        this.child = spawnInCluster(command, { cluster: this.cluster, log }, user)
      }
      try {
        await this.control`select`
        return
      } catch (error) {
        if (attempt === 200) throw new Error(await Bun.file(log).text(), { cause: error })
        await Bun.sleep(50)
      }
    }
  }

  async stop(): Promise<void> {
    await this.control.end({ timeout: 1 })
    this.child?.kill('SIGINT')
    await this.child?.exited
    this.child = undefined
  }

  /** Ends all of its processes without a farewell. */
  async kill(): Promise<void> {
    await this.signal('SIGKILL')
    await this.child?.exited
    this.child = undefined
    await this.control.end({ timeout: 0 })
  }

  /** It neither answers nor closes a connection until `thaw`. */
  async freeze(): Promise<void> {
    await this.signal('SIGSTOP')
  }

  async thaw(): Promise<void> {
    await this.signal('SIGCONT')
  }

  isRunning(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null
  }

  async pauseReplay(): Promise<void> {
    await this.control`select pg_wal_replay_pause()`
  }

  async resumeReplay(): Promise<void> {
    await this.control`select pg_wal_replay_resume()`
  }

  async remove(): Promise<void> {
    await this.signal('SIGKILL')
    await this.control.end({ timeout: 0 })
    removeSocketDirectory(this.sockets)
  }

  private open(database: string): postgres.Sql {
    const url = socketUrl(this.sockets, SUPERUSER, database)
    return postgres(url, { max: 1, onnotice: () => undefined, backoff: () => 0 })
  }

  /** To the postmaster and to its children, which are groups of their own. */
  private async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.child?.pid
    if (pid === undefined || this.child?.exitCode !== null || this.child.signalCode !== null) return
    const children = await Bun.file(`/proc/${pid}/task/${pid}/children`).text()
    for (const target of [pid, ...children.split(' ').filter(Boolean).map(Number)]) {
      try {
        process.kill(target, signal)
      } catch {
        // It ended by itself meanwhile.
      }
    }
  }
}
