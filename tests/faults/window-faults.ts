/**
 * Clients that ask window after window while importers, a collector and `prune` write and are killed, and a standby lags:
 * `bun tests/faults/window-faults.ts [minutes]`. Every change must be in exactly one window of each client.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { createKey } from '../../src/service/keys/api-keys'
import { DAY_MS } from '../../src/values/instant'
import { place, posting } from '../support/posting-builder'
import { startReplicatedServer } from '../support/replicated-server'
import { WindowChains } from '../support/window-chains'
import { Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const MINUTES = Number(process.argv[2] ?? 30)
const COMMANDS = join(import.meta.dir, '../../src/commands')

const report = new Report(`${MINUTES} minutes of windows, writers and kills`)
const folder = mkdtempSync(join(tmpdir(), 'window-faults-'))
chmodSync(folder, 0o755)
const server = await startReplicatedServer(1, applyMigrations)
const [standby] = server.standbys
if (standby === undefined) throw new Error('there is a standby')
const { url } = server.primary
const database = connect({ url, poolSize: 2 })
const key = (await createKey(database, 'windows')) ?? ''
const services = [
  await startServiceProcess(url),
  await startServiceProcess(url, { DATABASE_REPLICA_URLS: standby.url }),
]
const board = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: listBoard })
const any = (below: number) => Math.floor(Math.random() * below)

const startedAt = Date.now()
const endsAt = startedAt + MINUTES * 60_000
const isOver = () => Date.now() > endsAt
const runs: Record<string, { ended: number; killed: number }> = {}

/** Runs a command; kills it at a random moment, or lets it end. */
async function run(name: string, ...args: string[]): Promise<void> {
  const child = Bun.spawn([process.execPath, join(COMMANDS, `${name}.ts`), ...args], {
    env: {
      ...process.env,
      ...{ DATABASE_URL: url, COLLECT_CONTACT: 'windows@example.com' },
      COLLECT_REPLAY_URL: board.url.origin,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const timer =
    Math.random() < 0.4 ? setTimeout(() => child.kill('SIGKILL'), 300 + any(3_000)) : undefined
  const [errors, status] = await Promise.all([new Response(child.stderr).text(), child.exited])
  clearTimeout(timer)
  runs[name] ??= { ended: 0, killed: 0 }
  const tally = runs[name]
  if (child.signalCode === 'SIGKILL') tally.killed += 1
  else if (status === 0) tally.ended += 1
  else throw new Error(`${name} ${args}: ${errors}`)
}

/** Creates, changes and removes the postings of one board; older ones are left as they are. */
async function importOn(slug: string): Promise<void> {
  const file = join(folder, slug)
  for (let turn = 0; !isOver(); turn += 1) {
    const numbers = new Set(Array.from({ length: 20 + any(1_500) }, () => turn * 100 + any(1_500)))
    const lines = [...numbers].map((number) => {
      const identity = { source: 'greenhouse', source_slug: slug, external_id: `${number}` }
      if (any(8) === 0) return { ...identity, status: 'expired' }
      const locations = [place('Toronto', 'ON', 'CA'), place('Boston', 'MA', 'US')]
      const title = `Turn ${any(5) === 0 ? 0 : turn}`
      return posting({ ...identity, title, locations: locations.slice(any(2)) })
    })
    writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    await run('import', file)
  }
}

let listings = 0
/** A list that has new and changed jobs at each request. */
function listBoard(): Response {
  listings += 1
  const jobs = Array.from({ length: 300 }, (_, index) => ({
    id: 1 + index + 20 * listings,
    title: `Listed ${(index + listings) % 7 === 0 ? listings : 0}`,
    absolute_url: `https://boards.greenhouse.io/listed/jobs/${1 + index + 20 * listings}`,
    company_name: 'Listed',
    location: { name: 'Toronto, ON' },
    content: '&lt;p&gt;Words&lt;/p&gt;',
  }))
  return Response.json({ jobs, meta: { total: jobs.length } })
}

async function collect(): Promise<void> {
  const names = ['one', 'two', 'three']
  await Bun.spawn(
    [
      ...[process.execPath, join(COMMANDS, 'boards.ts'), 'add'],
      ...names.map((name) => `https://boards.greenhouse.io/${name}`),
    ],
    { env: { ...process.env, DATABASE_URL: url }, stdio: ['ignore', 'ignore', 'inherit'] },
  ).exited
  while (!isOver()) await run('collect', '--board', `greenhouse/${names[any(3)]}`)
}

/** Restores an archive of jobs that left long ago, and prunes them. */
async function prune(): Promise<void> {
  const file = join(folder, 'archive')
  while (!isOver()) {
    const at = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
    const history = { date_created: at(210), status: 'expired', date_removed: at(200) }
    const lines = Array.from({ length: 800 }, () =>
      JSON.stringify({ ...posting({ source_slug: 'archive' }), history }),
    )
    writeFileSync(file, lines.join('\n'))
    await run('import', '--history', file)
    for (let times = any(3); times >= 0; times -= 1) await run('prune', '--keep', '183d')
  }
}

async function lag(): Promise<void> {
  while (!isOver()) {
    await standby?.pauseReplay()
    await Bun.sleep(any(4_000))
    await standby?.resumeReplay()
    await Bun.sleep(any(4_000))
  }
}

const statuses: Record<string, number> = {}

async function ask(target: string): Promise<Response> {
  for (;;) {
    const service = services[any(services.length)]
    const headers = { authorization: `Bearer ${key}` }
    const response = await fetch(`${service?.url}${target}`, { headers })
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status === 200) return response
    const body = await response.text()
    if (response.status !== 503) throw new Error(`${target}: ${response.status} ${body}`)
    await Bun.sleep(200)
  }
}

const chains = new WindowChains(startedAt, Math.random)

async function follow(): Promise<void> {
  while (!isOver()) {
    await chains.step(ask, Date.now)
    await Bun.sleep(any(300))
  }
}

await Promise.all([
  ...['a', 'b'].map(importOn),
  ...[collect(), prune(), lag()],
  ...[follow(), follow(), follow()],
])
while (chains.reached() < endsAt) await chains.step(ask, Date.now)
report.figure('commands', runs)
report.figure('answers', statuses)
report.figure('read', chains.read)
const [written] = await database.run(
  sql`select count(*)::integer as changes, count(distinct job_id)::integer as jobs from changes`,
)
report.figure('written', written)
const issues = await chains.check(database)
report.promise(
  'every change is in exactly one window of each client',
  issues.length === 0,
  issues.slice(0, 10),
)
report.promise(
  'the services run',
  services.every((service) => service.isRunning()),
)
for (const service of services) await service.stop()
await board.stop(true)
await database.close()
await server.remove()
rmSync(folder, { recursive: true })
report.end()
