/**
 * Queries that take longer than the limit, from forty clients, and what ten others with small requests notice:
 * `bun tests/faults/time-limit.ts`. A row policy makes every job of one source slow to read.
 */
import { Clients, describeTally, steadyQuestions } from './support/clients'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { percentile, Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const LIMIT_MS = 2_000
const HEAVY_CLIENTS = 40
const SECONDS = 12

const report = new Report(`${HEAVY_CLIENTS} clients with queries over the limit of ${LIMIT_MS} ms`)
const server = await createOwnPostgres({ fsync: 'off' })
const key = await fillCatalogue(server.url, 3_000)
const service = await startServiceProcess(server.url, { QUERY_TIMEOUT_MS: String(LIMIT_MS) })
const all = await steadyQuestions(service.url, key)
const questions = all.filter(({ target, body = '' }) => !(target + body).includes('careerpage'))
await server.inCatalogue(
  `create function slowly() returns boolean language plpgsql as
    'begin perform pg_sleep(0.05); return true; end'`,
  ...['active_jobs', 'removed_jobs'].flatMap((table) => [
    `create policy slow on ${table} using (source <> 'careerpage' or slowly())`,
    `alter table ${table} enable row level security`,
    `alter table ${table} force row level security`,
  ]),
)

const small = new Clients(service.url, key, { count: 10, questions, pauseMs: 10 })
await Bun.sleep(3_000)
const before = small.take()
report.figure('small requests alone', describeTally(before))
const heavy = new Clients(service.url, key, {
  count: HEAVY_CLIENTS,
  questions: [
    { target: '/v1/active-ats-count?time_frame=6m&source=careerpage' },
    { target: '/v1/jobs?country=US&limit=1000&source=careerpage' },
  ],
})
let oldestMs = 0
for (const until = performance.now() + SECONDS * 1_000; performance.now() < until; ) {
  const [row] = await server.inCatalogue<{ ms: number }>(`
    select coalesce(max(extract(epoch from clock_timestamp() - query_start)) * 1000, 0)::float8 as ms
    from pg_stat_activity where usename = 'catalogue' and state = 'active'`)
  oldestMs = Math.max(oldestMs, Math.round(row?.ms ?? 0))
  await Bun.sleep(50)
}
const beside = small.take()
const tallies = await heavy.stop()
const after = await server.inCatalogue(
  `select query from pg_stat_activity where usename = 'catalogue' and state = 'active'
    and clock_timestamp() - query_start > interval '300 ms'`,
)
report.figure('small requests beside the heavy ones', describeTally(beside))
report.figure('heavy requests', describeTally(tallies))
const over = tallies.errorMs.map((ms) => ms - LIMIT_MS)
report.promise(
  'every heavy request is answered with 504 or an honest 503',
  tallies.wrong.length === 0 && tallies.right === 0,
  tallies.honest,
)
report.promise(
  'within 250 ms of the limit',
  percentile(over, 1) <= 250,
  `p50 ${percentile(over, 0.5)}, longest ${percentile(over, 1)} ms past it`,
)
report.promise(
  'no statement runs in PostgreSQL past the limit',
  oldestMs <= LIMIT_MS + 100,
  `oldest seen ${oldestMs} ms`,
)
report.promise(
  'nothing is left in PostgreSQL when the clients have gone',
  after.length === 0,
  after,
)
report.promise(
  'every small answer is right',
  beside.wrong.length === 0 && Object.keys(beside.honest).length === 0,
)
const [p50, p99] = [0.5, 0.99].map((share) => percentile(beside.okMs, share))
report.promise(
  'small requests keep their times',
  (p50 ?? 0) < 3 * percentile(before.okMs, 0.5) + 20,
  `p50 ${p50}, p99 ${p99} ms`,
)
await small.stop()
report.promise('SIGTERM ends it with 0', (await service.stop()).status === 0)
await server.drop()
report.end()
