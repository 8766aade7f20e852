/**
 * Three services that read from two standbys, under clients and an importer: `bun tests/faults/growing.ts [seconds]`, of each
 * step. A standby lags, a standby and a service are killed, and at last the primary is killed and a standby promoted.
 * `TEST_POSTGRES_BIN` names a folder with the programs of PostgreSQL; Debian's 15 without it.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { ChangesMirror } from '../support/mirror'
import { place, posting } from '../support/posting-builder'
import { type Server, startReplicatedServer } from '../support/replicated-server'
import { until } from '../support/until'
import { createMovingAddress } from './support/moving-address'
import { fillCatalogue } from './support/own-catalogue'
import { percentile, Report } from './support/report'
import { startServiceProcess } from './support/service-process'

process.env.TEST_POSTGRES_BIN ??= '/usr/lib/postgresql/15/bin'
const SECONDS = Number(process.argv[2] ?? 20)
const CLIENTS_PER_SERVICE = 4
const IMPORT = join(import.meta.dir, '../../src/commands/import.ts')

const report = new Report('three services, two standbys, a failover')
const folder = mkdtempSync(join(tmpdir(), 'growing-'))
chmodSync(folder, 0o755)
let key = ''
const server = await startReplicatedServer(2, async (url) => {
  key = await fillCatalogue(url, 10_000)
})
const { primary, standbys } = server
const [first, second] = standbys
if (first === undefined || second === undefined) throw new Error('there are two standbys')
const address = await createMovingAddress(primary)
const start = () =>
  startServiceProcess(address.url, {
    LOG_LEVEL: 'error',
    DATABASE_REPLICA_URLS: standbys.map(({ url }) => url).join(','),
  })
const services = [await start(), await start(), await start()]

let isOver = false
/** Files that were imported, and those that were not because the database was away. */
const imports = { done: 0, failed: 0 }
const any = (below: number) => Math.floor(Math.random() * below)

async function write(): Promise<void> {
  const file = join(folder, 'postings')
  for (let turn = 0; !isOver; turn += 1) {
    const numbers = new Set(Array.from({ length: 300 }, () => any(20_000)))
    const lines = [...numbers].map((number) => {
      const identity = { source: 'greenhouse', source_slug: 'growing', external_id: `${number}` }
      if (any(6) === 0) return { ...identity, status: 'expired' }
      const locations = [place('Toronto', 'ON', 'CA'), place('Boston', 'MA', 'US')]
      return posting({ ...identity, title: `Nurse of turn ${turn}`, locations })
    })
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    const child = Bun.spawn([process.execPath, IMPORT, file], {
      env: { ...process.env, DATABASE_URL: address.url },
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    if ((await child.exited) === 0) imports.done += 1
    else imports.failed += 1
  }
}

const SEARCHES = [
  '/v1/jobs?country=US&title=nurse&limit=20',
  '/v1/jobs?country=CA&limit=100',
  '/v1/active-ats?time_frame=6m&limit=100&offset=0',
  '/v1/active-ats-count?time_frame=6m&title=manager',
]
let answers: { status: number; ms: number }[] = []
const wrong: string[] = []

/** Asks a service; an answer other than 200 and an honest 503 is wrong, unless its process was killed. */
async function search(index: number): Promise<void> {
  for (let turn = index; !isOver; turn += 1) {
    const service = services[index % services.length]
    const target = SEARCHES[turn % SEARCHES.length]
    const startedAt = performance.now()
    try {
      const headers = { authorization: `Bearer ${key}` }
      const response = await fetch(`${service?.url}${target}`, { headers })
      const body = await response.text()
      const { status } = response
      answers.push({ status, ms: performance.now() - startedAt })
      const isHonest = status === 503 && response.headers.get('retry-after') !== null
      if (status !== 200 && !isHonest) wrong.push(`${target}: ${status} ${body.slice(0, 200)}`)
      if (status !== 200) await Bun.sleep(50)
    } catch (error) {
      if (service === services[index % services.length] && service?.isRunning()) {
        wrong.push(`${target}: ${String(error)}`)
      }
      await Bun.sleep(50)
    }
  }
}

/** The last numbers that any reader has seen, by country. */
const latest: Record<string, number> = {}
let isFailingOver = false
const older: string[] = []

/** Asks any service for changes: each must show what the others have shown before. Repeats 503. */
async function readChanges(target: string): Promise<Response> {
  const country = /country=(..)/.exec(target)?.[1] ?? ''
  for (;;) {
    const seen = latest[country] ?? 0
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${services[any(services.length)]?.url}${target}`, {
      headers,
    }).catch(() => undefined)
    if (response?.status === 200) {
      const page: { latest_seq: number } = JSON.parse(await response.clone().text())
      if (page.latest_seq < seen && !isFailingOver) older.push(`${page.latest_seq} after ${seen}`)
      latest[country] = Math.max(latest[country] ?? 0, page.latest_seq)
    }
    if (response !== undefined && response.status !== 503) return response
    await Bun.sleep(50)
  }
}

const copies = Array.from({ length: 3 }, () => new ChangesMirror({ request: readChanges }))

async function follow(copy: ChangesMirror): Promise<void> {
  while (!isOver) await copy.follow()
}

const statementsOf = async ({ control }: Server): Promise<number> => {
  const [row] = await control`
    select xact_commit::integer as count from pg_stat_database where datname = 'catalogue'`
  return Number(row?.count)
}

/** Watches one step; `expectAll`: every request is answered with 200. */
async function step(name: string, work: () => Promise<void>, expectAll = true): Promise<void> {
  report.section(name)
  const live = [primary, ...standbys].filter((one) => one.isRunning())
  const before = await Promise.all(live.map(statementsOf))
  answers = []
  const startedAt = performance.now()
  await work()
  await Bun.sleep(Math.max(0, SECONDS * 1_000 - (performance.now() - startedAt)))
  const seconds = (performance.now() - startedAt) / 1_000
  const taken = answers
  answers = []
  const right = taken.filter(({ status }) => status === 200).map(({ ms }) => ms)
  report.figure('answers a second', Math.round(right.length / seconds))
  report.figure(
    'p50, p99, slowest ms',
    [0.5, 0.99, 1].map((share) => percentile(right, share)),
  )
  const shares = await Promise.all(
    live.map(async (one, index) => {
      if (!one.isRunning()) return 'killed'
      return Math.round(((await statementsOf(one)) - (before[index] ?? 0)) / seconds)
    }),
  )
  report.figure('transactions a second on each server', shares)
  if (expectAll) {
    report.promise('every search is answered', right.length === taken.length, taken.length)
  } else report.figure('503', `${taken.length - right.length} of ${taken.length}`)
}

/** Waits until standard error of every service has said something so many times. */
async function said(text: string, times: number): Promise<number> {
  const startedAt = performance.now()
  await until(() =>
    services.every(
      (service) => !service.isRunning() || service.output().split(text).length - 1 >= times,
    ),
  )
  return Math.round(performance.now() - startedAt)
}

const working = [
  write(),
  ...Array.from({ length: services.length * CLIENTS_PER_SERVICE }, (_, index) => search(index)),
  ...copies.map(follow),
]
await said('is used', 2)
await step('all are well', async () => undefined)
await step('a standby lags', async () => {
  await first.pauseReplay()
  report.figure('left out after ms', await said('it lags by more than 5 s', 1))
})
await first.resumeReplay()
report.figure('used again after ms', await said('is used', 3))
await step('a standby is killed', async () => {
  await second.kill()
  report.figure('left out after ms', await said('is left out', 2))
})
await second.start()
report.figure('used again after ms', await said('is used', 4))
await step('a service is killed', async () => {
  process.kill(services[2]?.pid ?? 0, 'SIGKILL')
  await Bun.sleep(SECONDS * 500)
  services[2] = await start()
})
await step(
  'the primary is killed, a standby promoted',
  async () => {
    isFailingOver = true
    const killedAt = performance.now()
    await primary.kill()
    await Bun.sleep(1_000)
    await first.control`select pg_promote()`
    address.moveTo(first)
    const movedAt = performance.now()
    const headers = { authorization: `Bearer ${key}` }
    const answering = services.map(({ url }) =>
      until(async () => (await fetch(`${url}${SEARCHES[0]}`, { headers })).ok),
    )
    await Promise.all(answering)
    const answeredAt = performance.now()
    report.figure('every service answers, ms after the kill', Math.round(answeredAt - killedAt))
    report.figure('and after the address moved', Math.round(answeredAt - movedAt))
    await second.stop()
    await second.start({ primary_conninfo: first.conninfo })
    const { done } = imports
    await until(() => imports.done > done + 1)
    isFailingOver = false
  },
  false,
)
await step('afterwards', async () => undefined)
isOver = true
await Promise.all(working)
await Promise.all(copies.map((copy) => copy.follow()))
report.section('in all')
report.figure('imports', imports)
report.figure(
  'copies: jobs, filled again',
  copies.map(({ copy, refills }) => [copy.size, refills]),
)
report.promise('every answer is right or an honest 503', wrong.length === 0, wrong.slice(0, 5))
report.promise('no answer is older than one before it', older.length === 0, older.slice(0, 5))
const database = connect({ url: first.url, poolSize: 1 })
const active = await database.run<{ id: bigint }>(
  sql`select id from jobs where status = 'active' order by id`,
)
const ids = active.map(({ id }) => Number(id))
report.promise(
  'every copy has exactly the active jobs',
  copies.every(({ copy }) =>
    Bun.deepEquals(
      [...copy.keys()].sort((a, b) => a - b),
      ids,
    ),
  ),
  ids.length,
)
await database.close()
for (const service of services)
  report.promise('a service ends with 0', (await service.stop()).status === 0)
address.close()
await server.remove()
rmSync(folder, { recursive: true })
report.end()
