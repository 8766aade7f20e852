/**
 * What clients see while PostgreSQL is restarted, killed, frozen, out of connections, read-only, and refuses the
 * password: `bun tests/faults/postgres-faults.ts [clients]`. Each answer is held against the right one.
 */
import { Clients, describeTally, steadyQuestions } from './support/clients'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const CLIENTS = Number(process.argv[2] ?? 200)
const QUERY_TIMEOUT_MS = 3_000
/** Beyond the query limit and its grace. */
const HANG_MS = QUERY_TIMEOUT_MS + 1_000
const WELL_AGAIN_MS = 2_000

const report = new Report(`PostgreSQL faults under ${CLIENTS} clients`)
const server = await createOwnPostgres({ max_connections: '40', fsync: 'off' })
const key = await fillCatalogue(server.url, 3_000)
const service = await startServiceProcess(server.url, {
  QUERY_TIMEOUT_MS: String(QUERY_TIMEOUT_MS),
  DATABASE_POOL_SIZE: '10',
})
const questions = await steadyQuestions(service.url, key)
const clients = new Clients(service.url, key, { count: CLIENTS, questions, pauseMs: 20 })
await Bun.sleep(2_000)
report.section('no fault')
report.figure('answers', describeTally(clients.take()))

/** `fault` breaks something and waits; `repair` makes it whole again. */
async function round(name: string, fault: () => Promise<void>, repair: () => Promise<void>) {
  report.section(name)
  await fault()
  await repair()
  const repairedAt = performance.now()
  const during = clients.take()
  const again = await clients.untilRight(repairedAt, 30_000)
  await Bun.sleep(Math.max(0, repairedAt + WELL_AGAIN_MS - performance.now()))
  const settling = clients.take()
  await Bun.sleep(1_500)
  const after = clients.take()
  report.figure('during', describeTally(during))
  report.figure('the two seconds after', describeTally(settling))
  report.figure('then', describeTally(after))
  report.promise(
    'every answer is right or an honest error',
    [during, settling, after].every((tally) => tally.wrong.length === 0),
    [during, settling, after].flatMap(({ wrong }) => wrong.slice(0, 3)),
  )
  const slowestMs = Math.max(during.slowestMs, settling.slowestMs, after.slowestMs)
  report.promise(
    `no answer takes longer than ${HANG_MS} ms`,
    slowestMs <= HANG_MS,
    `${slowestMs} ms`,
  )
  report.promise(
    'the first right answer comes within 2 s',
    again !== undefined && again <= WELL_AGAIN_MS,
    `${again} ms`,
  )
  report.promise(
    '2 s after, all answers are right',
    after.right > 0 && Object.keys(after.honest).length === 0,
  )
  report.promise('the service was not restarted', service.isRunning())
}

const wait = (ms: number) => () => Bun.sleep(ms)

await round(
  'restarted',
  () => server.stop(),
  async () => {
    await Bun.sleep(1_000)
    await server.start()
  },
)
await round(
  'killed hard, three times',
  async () => {
    for (let kill = 0; kill < 3; kill += 1) {
      await server.kill()
      await server.start()
      await Bun.sleep(700)
    }
    await server.kill()
    await Bun.sleep(1_000)
  },
  () => server.start(),
)
await round(
  'every connection ended, twenty times',
  async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await server.asSuperuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'catalogue'`,
      )
      await Bun.sleep(50)
    }
  },
  wait(0),
)
await round(
  'frozen for half the limit',
  async () => {
    server.freeze()
    await Bun.sleep(QUERY_TIMEOUT_MS / 2)
  },
  async () => server.thaw(),
)
await round(
  'frozen for three times the limit',
  async () => {
    server.freeze()
    await Bun.sleep(QUERY_TIMEOUT_MS * 3)
  },
  async () => server.thaw(),
)
await round(
  'out of connections',
  async () => {
    await server.asSuperuser(`alter role catalogue connection limit 3`)
    await server.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'catalogue'`,
    )
    await Bun.sleep(2_000)
  },
  async () => {
    await server.asSuperuser(`alter role catalogue connection limit -1`)
  },
)
await round(
  'read-only',
  async () => {
    await server.asSuperuser(`alter system set default_transaction_read_only = on`)
    await server.asSuperuser(`select pg_reload_conf()`)
    await Bun.sleep(2_500)
  },
  async () => {
    await server.asSuperuser(
      `set default_transaction_read_only = off`,
      `alter system reset default_transaction_read_only`,
    )
    await server.asSuperuser(`select pg_reload_conf()`)
  },
)
await round(
  'password changed, connections ended',
  async () => {
    await server.asSuperuser(`alter role catalogue password 'second'`)
    await server.asSuperuser(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'catalogue'`,
    )
    await Bun.sleep(2_000)
  },
  async () => {
    await server.asSuperuser(`alter role catalogue password 'first'`)
  },
)

report.section('the end')
await clients.stop()
const { status, ms } = await service.stop()
report.promise('SIGTERM ends it with 0', status === 0, `${status} after ${ms} ms`)
if (process.env.FAULTS_OUTPUT) await Bun.write(process.env.FAULTS_OUTPUT, service.output())
const unexpected = service
  .output()
  .split('\n')
  .filter((line) => /TypeError|nhandled|uncaught/i.test(line))
report.promise(
  'nothing escaped: no unhandled rejection, no TypeError',
  unexpected.length === 0,
  unexpected.slice(0, 5),
)
await server.drop()
report.end()
