/**
 * Two collectors on one database: `bun tests/faults/collectors.ts [boards] [due] [postings]`: how many boards there are, how many
 * of them are due, and the postings of each. One is killed in the first round and started again; the second round finds nothing
 * new. Every posting must be one job.
 */

import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { connect } from '../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { addNewBoards, type NewBoard } from '../../src/collect/board/boards'
import { DAY_MS } from '../../src/values/instant'
import { createOwnPostgres } from './support/own-postgres'
import { Report } from './support/report'
import { residentMb } from './support/service-process'

const BOARDS = Number(process.argv[2] ?? 2_000)
const DUE = Number(process.argv[3] ?? BOARDS)
const POSTINGS = Number(process.argv[4] ?? 5)
const COLLECT = join(import.meta.dir, '../../src/commands/collect.ts')
const TEXT = '<p>You work with a team that serves people.</p>'.repeat(15)

const report = new Report(`two collectors, ${DUE} of ${BOARDS} boards due, of ${POSTINGS} postings`)
const boards = Array.from({ length: BOARDS }, (_, index): NewBoard => {
  const source = index % 2 === 0 ? 'greenhouse' : 'lever'
  return { source, slug: `employer-${index}` }
})
/** How often the list of each board was sent, by its path. */
const sent = new Map<string, number>()
let requests = 0
const vendor = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url)
    requests += 1
    const etag = `"${pathname}"`
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304 })
    const slug = /employer-\d+/.exec(pathname)?.[0]
    if (slug === undefined) return new Response('not found', { status: 404 })
    sent.set(slug, (sent.get(slug) ?? 0) + 1)
    return Response.json(listOf(slug, pathname.includes('greenhouse')), { headers: { etag } })
  },
})

function listOf(slug: string, isGreenhouse: boolean): object {
  const numbers = Array.from({ length: POSTINGS }, (_, index) => index + 1)
  if (!isGreenhouse) {
    return numbers.map((number) => ({
      id: `${slug}-${number}`,
      text: `Nurse ${number}`,
      hostedUrl: `https://jobs.lever.co/${slug}/${number}`,
      categories: { location: 'Boston, MA', commitment: 'Full-time' },
      description: TEXT,
    }))
  }
  const jobs = numbers.map((number) => ({
    id: number,
    title: `Welder ${number}`,
    absolute_url: `https://boards.greenhouse.io/${slug}/jobs/${number}`,
    company_name: slug,
    location: { name: 'Toronto, ON' },
    content: Bun.escapeHTML(TEXT),
  }))
  return { jobs, meta: { total: jobs.length } }
}

const server = await createOwnPostgres({ fsync: 'off', shared_buffers: '256MB' })
await applyMigrations(server.url)
const database = connect({ url: server.url, poolSize: 2 })
await addNewBoards(database, boards.slice(0, DUE), new Date())
await addNewBoards(database, boards.slice(DUE), new Date(Date.now() + DAY_MS))
await database.run(sql`analyze`)

const one = async (statement: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await database.run<{ count: number }>(statement)
  return Number(row?.count)
}
const count = {
  jobs: () => one(sql`select count(*)::integer as count from jobs where status = 'active'`),
  identities: () => one(sql`select count(distinct key)::integer as count from postings`),
  changes: () => one(sql`select count(*)::integer as count from changes`),
  unread: () =>
    one(
      sql`select count(*)::integer as count from collector_boards where last_success_at is null and next_due <= now()`,
    ),
}

/** A collector in a process of its own. */
function collect() {
  const child = Bun.spawn([process.execPath, COLLECT, '--once'], {
    env: {
      ...process.env,
      DATABASE_URL: server.url,
      COLLECT_CONTACT: 'collectors@example.com',
      COLLECT_REPLAY_URL: vendor.url.origin,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let peakMb = 0
  const timer = setInterval(() => {
    // A process that has ended has no memory.
    if (child.exitCode === null) peakMb = Math.max(peakMb, residentMb(child.pid) || 0)
  }, 500)
  const done = (async () => {
    const output = (await child.stdout.text()).trim()
    await child.exited
    clearInterval(timer)
    const { cpuTime } = child.resourceUsage() ?? {}
    return { status: child.exitCode, output, peakMb, cpuSeconds: Number(cpuTime?.total ?? 0) / 1e6 }
  })()
  return { child, done }
}

async function round(
  name: string,
  during: (collectors: ReturnType<typeof collect>[]) => Promise<void>,
) {
  report.section(name)
  const before = requests
  const startedAt = performance.now()
  const collectors = [collect(), collect()]
  await during(collectors)
  const results = await Promise.all(collectors.map(({ done }) => done))
  const seconds = (performance.now() - startedAt) / 1_000
  report.figure('seconds', Math.round(seconds))
  report.figure('boards a second', Math.round(DUE / seconds))
  for (const result of results) report.figure('collector', result)
  report.figure('requests', requests - before)
  return results
}

await round('new boards, one collector is killed', async (collectors) => {
  while ((await count.unread()) > DUE / 2) await Bun.sleep(1_000)
  collectors[0]?.child.kill('SIGKILL')
  await collectors[0]?.done
  collectors.push(collect())
})
const left = await count.unread()
report.figure('boards that the killed one had leased', left)
// Its leases end by themselves after ten minutes.
await database.run(sql`update collector_boards set lease_until = now()`)
const last = collect()
report.figure('the rest', await last.done)
const [jobs, identities] = [await count.jobs(), await count.identities()]
report.promise('every board is read', (await count.unread()) === 0)
report.promise('every posting is one job', jobs === DUE * POSTINGS && identities === jobs, [
  jobs,
  identities,
])
const times = [...sent.values()]
report.figure('lists that were sent twice', times.filter((count) => count > 1).length)
report.promise('no list is sent more than twice', Math.max(...times) <= 2)

const changes = await count.changes()
await database.run(
  sql`update collector_boards set next_due = now(), list_due = null where last_success_at is not null`,
)
sent.clear()
const results = await round('unchanged boards', async () => undefined)
report.promise('nothing is written', (await count.changes()) === changes)
report.promise(
  'both collectors end with 0',
  results.every(({ status }) => status === 0),
)
report.promise('no list is sent again', sent.size === 0, sent.size)
await database.close()
await vendor.stop(true)
await server.drop()
report.end()
