/**
 * What clients get after a restore and a failover: `bun tests/faults/restore-faults.ts`. A catalogue is restored from a dump,
 * from a base backup and by a promotion of a standby that lacks the last transactions, while clients have read what is lost.
 * `TEST_POSTGRES_BIN` names a folder with all programs of PostgreSQL; Debian's 15 without it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { shareReads } from '../../src/catalogue/database/replicas/shared-reads'
import { RandomHistory, randomNumbers } from '../support/random-history'
import {
  type ReplicatedServer,
  type Server,
  startReplicatedServer,
} from '../support/replicated-server'
import { createTestApp, type TestApp } from '../support/test-app'
import { until } from '../support/until'
import { endHour, Followers, Registry } from './support/followers'
import { createMovingAddress, type MovingAddress } from './support/moving-address'
import { Report } from './support/report'

process.env.TEST_POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin'
const BIN = process.env.TEST_POSTGRES_BIN
const GENERATION = join(import.meta.dir, '../../src/commands/generation.ts')

interface Catalogue {
  server: ReplicatedServer
  standby: Server
  address: MovingAddress
  app: TestApp
}

interface Scenario {
  name: string
  /** Saves the state that survives. */
  save: (catalogue: Catalogue) => Promise<void>
  /** Brings that state back; later writes are lost. */
  restore: (catalogue: Catalogue) => Promise<void>
  losesNothing?: boolean
  /** Looks at what else must hold. */
  finish?: (catalogue: Catalogue) => Promise<void>
}

const report = new Report('restores and failovers')

async function program(name: string, ...args: string[]): Promise<void> {
  const child = Bun.spawn([join(BIN, name), ...args], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [issues, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  if (status !== 0) throw new Error(`${name}: ${issues}`)
}

async function open(): Promise<Catalogue> {
  const server = await startReplicatedServer(1, applyMigrations)
  const [standby] = server.standbys
  if (standby === undefined) throw new Error('there is a standby')
  const address = await createMovingAddress(server.primary)
  const database = connect({ url: address.url, poolSize: 8, timeoutMs: 5_000 })
  const drop = () => database.close()
  const app = await createTestApp({ on: { url: address.url, database, drop } })
  return { server, standby, address, app }
}

/** Repeats what a fault interrupts, as clients and importers do. */
async function persist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === 40 || /expected \d|next_since|hour was missed/.test(String(error)))
        throw error
      await Bun.sleep(250)
    }
  }
}

async function write({ app }: Catalogue, history: RandomHistory, batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch += 1) {
    const lines = history.batch(12)
    await persist(() => app.write(...lines))
  }
}

async function lastSeq({ app }: Catalogue): Promise<number> {
  const { latest_seq } = await persist(() => app.get<{ latest_seq: number }>('/v1/changes?limit=1'))
  return latest_seq
}

/** Readers that ask all the time; the number of answers by status. */
function load({ app }: Catalogue): () => Promise<Record<number, number>> {
  const statuses: Record<number, number> = {}
  let isDone = false
  const reading = Array.from({ length: 6 }, async () => {
    while (!isDone) {
      const headers = { Authorization: `Bearer ${app.key}` }
      const target = 'http://localhost/v1/jobs?country=CA&limit=5'
      const { status } = await app.handle(new Request(target, { headers }))
      statuses[status] = (statuses[status] ?? 0) + 1
      await Bun.sleep(5)
    }
  })
  return async () => {
    isDone = true
    await Promise.all(reading)
    return statuses
  }
}

async function run({ name, save, restore, losesNothing = false, finish }: Scenario): Promise<void> {
  report.section(name)
  const catalogue = await open()
  const history = new RandomHistory(randomNumbers(name.length))
  const registry = new Registry()
  const [early, late] = [
    new Followers(catalogue.app, registry),
    new Followers(catalogue.app, registry),
  ]
  await write(catalogue, history, 8)
  await early.begin()
  await late.begin()
  await write(catalogue, history, 2)
  endHour(catalogue.app)
  await early.follow(false)
  await late.follow(false)
  await save(catalogue)
  const survived = await lastSeq(catalogue)
  if (!losesNothing) await write(catalogue, history, 12)
  endHour(catalogue.app)
  await late.follow(false)
  const lost = await lastSeq(catalogue)
  const endLoad = load(catalogue)
  await restore(catalogue)
  // Past the lost numbers, so that a number alone does not show that it is of another history.
  await write(catalogue, history, 30)
  report.figure('answers under load', await endLoad())
  report.figure('last number: survived, lost, now', [survived, lost, await lastSeq(catalogue)])
  for (const [who, followers] of Object.entries({ early, late })) {
    endHour(catalogue.app)
    await persist(() => followers.follow(true))
    endHour(catalogue.app)
    await persist(() => followers.follow(true))
    const equal = await followers.equalCatalogue()
    report.promise(`${who}: the copy of the feeds equals the catalogue`, equal.feeds)
    report.promise(`${who}: the copy of the change log equals the catalogue`, equal.changes)
    const refills = [followers.feeds.refills, followers.changes.refills]
    const mustRefill = who === 'late' && !losesNothing
    report.promise(
      mustRefill ? `${who}: was told to fill the copies again` : `${who}: filled nothing again`,
      refills.every((count) => (mustRefill ? count > 0 : count === 0)),
      refills,
    )
  }
  report.promise(
    'no id and no number stands for two things',
    registry.conflicts.length === 0,
    registry.conflicts.slice(0, 3),
  )
  await finish?.(catalogue)
  await catalogue.app.stop()
  catalogue.address.close()
  await catalogue.server.remove()
  for (const other of others.splice(0)) await other.remove()
}

/** Clusters that a scenario made beside its own. */
const others: ReplicatedServer[] = []
let dump = ''
let backup: Server | undefined

const saveDump = async ({ server: { primary } }: Catalogue): Promise<void> => {
  dump = `${primary.cluster}.dump`
  await program('pg_dump', '-Fc', '-f', dump, `${primary.conninfo} dbname=catalogue`)
}

const restoreDump = ({ conninfo }: Server): Promise<void> =>
  program('pg_restore', '--single-transaction', '-d', `${conninfo} dbname=catalogue`, dump)

const saveBackup = async ({ server }: Catalogue): Promise<void> => {
  backup = await server.add('backup', (cluster) =>
    program('pg_basebackup', '-c', 'fast', '-d', server.primary.conninfo, '-D', cluster),
  )
}

async function startBackup(
  { server, address }: Catalogue,
  settings: Record<string, string>,
): Promise<void> {
  if (backup === undefined) throw new Error('there is a backup')
  await server.primary.kill()
  const started = backup
  await started.start(settings)
  await until(async () => {
    const [row] = await started.control`select pg_is_in_recovery() as "isStandby"`
    return row?.isStandby === false
  })
  address.moveTo(started)
}

async function promote({ standby, address }: Catalogue): Promise<void> {
  await standby.control`select pg_promote()`
  address.moveTo(standby)
}

async function followAgain({ server: { primary }, standby, app }: Catalogue): Promise<void> {
  writeFileSync(join(primary.cluster, 'standby.signal'), '')
  await primary.start({ primary_conninfo: standby.conninfo })
  const reports: string[] = []
  const promoted = connect({ url: standby.url, poolSize: 4, timeoutMs: 5_000 })
  const reads = shareReads({
    primary: promoted,
    primaryUrl: standby.url,
    replicaUrls: [primary.url],
    poolSize: 4,
    timeoutMs: 5_000,
    report: (message) => reports.push(message.replace(/^replica \S+ /, '')),
  })
  await reads.check()
  const on = { url: standby.url, database: promoted, drop: async () => undefined }
  const reader = await createTestApp({ on, reads: reads.queries, name: 'reader' })
  let wrong = 0
  for (let search = 0; search < 240; search += 1) {
    const target = `/v1/jobs?country=${search % 2 ? 'CA' : 'US'}&limit=200`
    const read = async (from: TestApp) => (await from.get<{ jobs: object[] }>(target)).jobs
    if (!Bun.deepEquals(await read(reader), await read(app))) wrong += 1
  }
  report.promise('none of 240 searches shows a job that the primary lacks', wrong === 0, wrong)
  report.promise(
    'the log says why the replica is left out',
    reports.some((text) => text.includes('left the history of the primary')),
    reports,
  )
  await Promise.all([reads.close(), promoted.close()])
}

await run({
  name: 'a dump is restored into the same cluster',
  save: saveDump,
  async restore({ server: { primary } }) {
    await primary.control.unsafe('drop database catalogue with (force)')
    await primary.control.unsafe('create database catalogue owner job_catalogue')
    await restoreDump(primary)
  },
})
await run({
  name: 'a dump is restored over the tables of the same database',
  save: saveDump,
  restore: ({ server: { primary } }) =>
    program(
      'pg_restore',
      '--single-transaction',
      '--clean',
      '-d',
      `${primary.conninfo} dbname=catalogue`,
      dump,
    ),
})
await run({
  name: 'a dump is restored into another cluster',
  save: saveDump,
  async restore({ server, address }) {
    const other = await startReplicatedServer(0, async () => undefined)
    await restoreDump(other.primary)
    await server.primary.kill()
    address.moveTo(other.primary)
    others.push(other)
  },
})
await run({
  name: 'a base backup is restored with point-in-time recovery',
  save: saveBackup,
  async restore(catalogue) {
    if (backup === undefined) throw new Error('there is a backup')
    writeFileSync(join(backup.cluster, 'recovery.signal'), '')
    const recovery = { restore_command: 'false', recovery_target: 'immediate' }
    await startBackup(catalogue, { ...recovery, recovery_target_action: 'promote' })
  },
})
await run({
  name: 'a base backup is started without recovery, and the operator runs: generation --new',
  save: saveBackup,
  async restore(catalogue) {
    await startBackup(catalogue, {})
    const env = { ...process.env, DATABASE_URL: catalogue.address.url }
    await Bun.spawn([process.execPath, GENERATION, '--new'], {
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    }).exited
  },
})
await run({
  name: 'a standby that lacks the last transactions is promoted, and the former primary follows it',
  save: ({ standby }) => standby.stop(),
  async restore(catalogue) {
    await catalogue.server.primary.kill()
    await catalogue.standby.start()
    await promote(catalogue)
  },
  finish: followAgain,
})
await run({
  name: 'a planned switch to a standby that has everything',
  save: async () => undefined,
  async restore(catalogue) {
    await catalogue.server.primary.stop()
    await promote(catalogue)
  },
  losesNothing: true,
})
report.end()
