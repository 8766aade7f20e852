import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '../../../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../../../src/catalogue/database/migrations/migrations'
import {
  type SharedReads,
  shareReads,
} from '../../../../src/catalogue/database/replicas/shared-reads'
import { posting } from '../../../support/posting-builder'
import { WIDE_LIMITS } from '../../../support/replicated-app'
import {
  type ReplicatedServer,
  type Server,
  startReplicatedServer,
} from '../../../support/replicated-server'
import { createTestApp, type TestApp } from '../../../support/test-app'
import { until } from '../../../support/until'

let server: ReplicatedServer
beforeAll(async () => {
  server = await startReplicatedServer(1, applyMigrations)
})
afterAll(() => server.remove())

async function createApp(url: string, reads?: SharedReads): Promise<TestApp> {
  const database = connect({ url, poolSize: 4, timeoutMs: 60_000 })
  const drop = () => database.close()
  const name = `key ${crypto.randomUUID()}`
  return await createTestApp({
    on: { url, database, drop },
    name,
    ...(reads && { reads: reads.queries }),
  })
}

function writeJobs(app: TestApp, title: string, count: number) {
  return app.write(...Array.from({ length: count }, () => posting({ title })))
}

async function hasReplayed(standby: Server, { control }: Server): Promise<boolean> {
  const [sent] = await control`select pg_current_wal_lsn()::text as lsn`
  const [row] = await standby.control`
    select pg_last_wal_replay_lsn() >= ${sent?.lsn}::pg_lsn as "hasAll"`
  return row?.hasAll === true
}

interface SearchPage {
  jobs: { title: string }[]
}

test('a former primary that was not rewound is not read, whatever it holds', async () => {
  const { primary: former, standbys } = server
  const [promoted] = standbys
  if (promoted === undefined) throw new Error('there is a standby')
  const first = await createApp(former.url)
  await writeJobs(first, 'survives', 5)
  await until(() => hasReplayed(promoted, former))
  await promoted.stop()
  await writeJobs(first, 'lost', 20)
  await first.stop()
  await former.stop()
  await promoted.start()
  await promoted.control`select pg_promote()`
  writeFileSync(join(former.cluster, 'standby.signal'), '')
  await former.start({ primary_conninfo: promoted.conninfo })

  const reports: string[] = []
  const primary = connect({ url: promoted.url, poolSize: 4 })
  const reads = shareReads({
    primary,
    primaryUrl: promoted.url,
    replicaUrls: [former.url],
    poolSize: 4,
    timeoutMs: 60_000,
    report: (message) => reports.push(message.replace(/^replica \S+ /, '')),
    checkEveryMs: 50,
    limits: WIDE_LIMITS,
  })
  const app = await createApp(promoted.url, reads)
  const titles = async (): Promise<Set<string>> => {
    const { jobs } = await app.get<SearchPage>('/v1/jobs?limit=1000')
    return new Set(jobs.map(({ title }) => title))
  }
  for (let round = 0; round < 30; round += 1) {
    expect([...(await titles())].filter((title) => title === 'lost')).toEqual([])
    // After 20 jobs both have as many changes, and the former primary has written no less of the log.
    await writeJobs(app, 'new', 1)
  }
  await until(() => reports.some((report) => report.startsWith('is left out: it left')))
  expect(await titles()).toEqual(new Set(['survives', 'new']))
  expect(reads.figures().replicas.map(({ reads, isUsed }) => [reads, isUsed])).toEqual([[0, false]])
  await app.stop()
  await Promise.all([reads.close(), primary.close()])
})
