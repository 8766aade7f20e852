/**
 * A catalogue whose jobs leave and are pruned, round after round: `bun tests/faults/retention.ts [jobs] [rounds]`. Its size must
 * become stable, a prune that is killed must be resumed, and neither requests nor imports may wait for it.
 */
import { join } from 'node:path'
import { connect } from '../../src/catalogue/database/client/connection'
import { importPostings } from '../../src/catalogue/import/import-postings'
import { readBatchLine } from '../../src/catalogue/import/line/read-line'
import { writeBatch } from '../../src/catalogue/import/write/write-batch'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { sampleLines } from '../../src/sample/sample-lines'
import { DAY_MS, HOUR_MS } from '../../src/values/instant'
import { Clients, describeTally, steadyQuestions } from './support/clients'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { percentile, Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const PRUNE = join(import.meta.dir, '../../src/commands/prune.ts')
const TABLES = ['active_jobs', 'removed_jobs', 'job_documents', 'postings', 'changes', 'reposts']

const jobs = Number(process.argv[2] ?? 5_000)
const rounds = Number(process.argv[3] ?? 4)
const report = new Report(`${rounds} times ${jobs} jobs that leave and are pruned`)
// Autovacuum as by default, but it looks once a second instead of once a minute.
const server = await createOwnPostgres({ fsync: 'off', autovacuum_naptime: '1s' })
const key = await fillCatalogue(server.url, jobs)
const service = await startServiceProcess(server.url)
const database = connect({ url: server.url, poolSize: 4 })
const writer = createWriter(database)

/** Imports jobs that all left before the limit of a prune, as an archive. */
async function importOld(random: number): Promise<void> {
  const until = new Date(Date.now() - 183 * DAY_MS - 3 * HOUR_MS)
  const known = new Map<string, object>()
  const date_removed = new Date(until.getTime() + HOUR_MS).toISOString()
  async function* lines() {
    let number = 0
    for (const line of sampleLines({ jobs, random, until })) {
      const { source, source_slug, external_id } = line
      const identity = { source, source_slug, external_id }
      known.set(JSON.stringify(identity), {
        ...identity,
        status: 'expired',
        history: { date_removed },
      })
      yield { number: ++number, text: JSON.stringify(line), position: 0 }
    }
    for (const line of known.values()) {
      yield { number: ++number, text: JSON.stringify(line), position: 0 }
    }
  }
  await importPostings(writer, lines(), {
    history: true,
    onReject: ({ issue }) => Promise.reject(new Error(issue)),
    onProgress: () => undefined,
  })
}

/** The last line that it printed, or undefined when it was killed. */
async function runPrune(killAfterMs?: number): Promise<string | undefined> {
  const child = Bun.spawn([process.execPath, PRUNE, '--keep', '183d'], {
    env: { ...process.env, DATABASE_URL: server.url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const output = await new Response(child.stdout).text()
  return (await child.exited) === 0 ? output.trim() : undefined
}

/** Waits of an importer beside the prune: lines that write nothing, each in a transaction with the writer lock. */
async function importBeside(isOver: () => boolean): Promise<number[]> {
  const text =
    '{"source":"greenhouse","source_slug":"none","external_id":"none","status":"expired"}'
  const line = readBatchLine({ number: 1, text }, { history: false })
  const waits: number[] = []
  while (!isOver()) {
    const startedAt = performance.now()
    await writeBatch(writer, [line])
    waits.push(performance.now() - startedAt)
    await Bun.sleep(5)
  }
  return waits
}

async function sizes(): Promise<Record<string, number>> {
  const columns = TABLES.map((table) => `pg_total_relation_size('${table}')::float8 as ${table}`)
  const [row] = await server.inCatalogue<Record<string, number>>(`select ${columns.join(', ')}`)
  return Object.fromEntries(
    Object.entries(row ?? {}).map(([table, bytes]) => [table, Math.round(bytes / 1e5) / 10]),
  )
}

/** Until autovacuum has nothing more to do. */
async function vacuumed(): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await Bun.sleep(2_000)
    const [row] = await server.asSuperuser<{ busy: boolean }>(
      `select exists (select from pg_stat_progress_vacuum) as busy`,
    )
    quiet = row?.busy === false ? quiet + 1 : 0
  }
}

const totals: number[] = []
report.figure('MB at the start', await sizes())
for (let round = 1; round <= rounds; round += 1) {
  report.section(`round ${round}`)
  await importOld(100 + round)
  await server.inCatalogue('analyze')
  report.figure('MB before the prune', await sizes())
  const questions = await steadyQuestions(service.url, key)
  const clients = new Clients(service.url, key, { count: 4, questions, pauseMs: 5 })
  await Bun.sleep(3_000)
  const before = clients.take()
  let isOver = false
  const importing = importBeside(() => isOver)
  for (const ms of [1_500, 2_000]) await runPrune(ms)
  const startedAt = performance.now()
  const line = await runPrune()
  const seconds = (performance.now() - startedAt) / 1_000
  isOver = true
  const waits = await importing
  const beside = await clients.stop()
  report.promise('a prune that was killed twice ends', line !== undefined, line)
  report.figure('seconds of the last run', seconds.toFixed(1))
  report.figure('requests before', describeTally(before))
  const isHonest = Object.keys(beside.honest).length === 0
  report.promise(
    'requests beside it are right and quick',
    beside.wrong.length === 0 && isHonest && percentile(beside.okMs, 0.99) < 500,
    describeTally(beside),
  )
  for (const issue of beside.wrong.slice(0, 3)) report.figure('wrong', issue)
  report.promise(
    'an importer waits less than a second',
    Math.max(...waits) < 1_000,
    `p50 ${percentile(waits, 0.5)} ms, at most ${Math.round(Math.max(...waits))} ms`,
  )
  const [left] = await server.inCatalogue<Record<string, number>>(`
    select (select count(*)::int from removed_jobs where date_removed < now() - interval '184 days') as old,
      (select count(*)::int from jobs full join job_documents on job_id = id where id is null or job_id is null)
        + (select count(*)::int from jobs full join postings on job_id = id where id is null or job_id is null)
        + (select count(*)::int from changes left join jobs on id = job_id
            where event in ('created', 'updated') and id is null) as broken`)
  report.promise('no job is deleted in part', left?.old === 0 && left.broken === 0, left)
  await vacuumed()
  const after = await sizes()
  totals.push(Object.values(after).reduce((sum, size) => sum + size, 0))
  report.figure('MB after it, and autovacuum', after)
}

report.section('the end')
const [changes] = await server.inCatalogue<Record<string, number>>(`
  select count(*)::int as rows, (avg(pg_column_size(changes.*)) + 4)::int as "rowBytes",
    round(pg_indexes_size('changes') / count(*))::int as "indexBytes" from changes`)
report.figure('the change log', changes)
const [second = 0, last = 0] = [totals[1], totals.at(-1)]
report.promise('the size is stable after the second round', last < second * 1.15, totals)
await database.close()
report.promise('SIGTERM ends the service with 0', (await service.stop()).status === 0)
await server.drop()
report.end()
