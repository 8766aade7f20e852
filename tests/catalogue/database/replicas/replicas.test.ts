import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { connect } from '../../../../src/catalogue/database/client/connection'
import { findPosition } from '../../../../src/catalogue/database/queries/find-position'
import {
  type SharedReads,
  shareReads,
} from '../../../../src/catalogue/database/replicas/shared-reads'
import { readMetrics } from '../../../../src/service/metrics/process-metrics'
import { ClientDisconnected, QueryTimeout } from '../../../../src/values/errors'
import { posting } from '../../../support/posting-builder'
import { startReplicatedService, WIDE_LIMITS } from '../../../support/replicated-app'
import type { Server } from '../../../support/replicated-server'
import { startOnce } from '../../../support/start-once'
import { createTestApp, type TestApp } from '../../../support/test-app'
import { GRACE_MS } from '../../../support/test-database'
import { timeLimit, until } from '../../../support/until'

const service = startOnce(startReplicatedService, ({ remove }) => remove())
beforeEach(allUsed)
afterEach(async () => {
  for (const standby of service.server.standbys) await standby.resumeReplay()
})

async function allUsed(): Promise<void> {
  const { figures } = service.reads
  await until(() => figures().replicas.every(({ isUsed, lag }) => isUsed && lag?.bytes === 0))
}

function standby(index: number): Server {
  const found = service.server.standbys[index]
  if (found === undefined) throw new Error(`there is no standby ${index}`)
  return found
}

function isUsed(index: number): boolean {
  return service.reads.figures().replicas[index]?.isUsed === true
}

/** How many statements each server answered meanwhile: the primary, then the standbys. */
async function readsDuring(
  work: () => Promise<unknown>,
  { figures } = service.reads,
): Promise<number[]> {
  const count = () => {
    const { primaryReads, replicas } = figures()
    return [primaryReads, ...replicas.map(({ reads }) => reads)]
  }
  const before = count()
  await work()
  return count().map((reads, index) => reads - (before[index] ?? 0))
}

async function times(count: number, work: () => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index += 1) await work()
}

async function latestSeq(app = service.app): Promise<number> {
  const { latest_seq } = await app.get<{ latest_seq: number }>('/v1/changes?limit=1')
  return latest_seq
}

/** The reports on a replica that come after this is called. */
function newReports(index: number): () => string[] {
  const { length } = service.reports
  const name = `replica ${service.reads.figures().replicas[index]?.name} `
  return () =>
    service.reports
      .slice(length)
      .filter((report) => report.startsWith(name))
      .map((report) => report.slice(name.length))
}

/** Reads of another process of the service, which checks the replicas when it is told to. */
async function openReads(options: Partial<Parameters<typeof shareReads>[0]> = {}) {
  const { primary, standbys } = service.server
  const reads = shareReads({
    primary: service.app.database,
    primaryUrl: primary.url,
    replicaUrls: standbys.map(({ url }) => url),
    poolSize: 2,
    report: () => undefined,
    checkEveryMs: 3_600_000,
    limits: WIDE_LIMITS,
    ...options,
  })
  await until(async () => {
    await reads.check()
    return reads.figures().replicas.every(({ isUsed }) => isUsed)
  })
  return reads
}

/** The service with reads of its own. */
async function openApp(reads: SharedReads): Promise<TestApp> {
  const { url, database } = service.app
  const on = { url, database, drop: reads.close }
  return await createTestApp({ on, reads: reads.queries, name: crypto.randomUUID() })
}

test('the replicas share the reads, and the primary has none', async () => {
  await service.app.write(posting())
  const reads = await openReads()
  const read = () => reads.queries.run(sql`select 1`)
  // They answer when they have replayed what was written.
  await until(async () => {
    await read()
    return reads.figures().replicas.every((replica) => replica.reads > 0)
  })
  expect(await readsDuring(() => times(40, read), reads)).toEqual([0, 20, 20])
  await reads.close()
})

test('a primary that does not report its position counts as unavailable, and the query as no slow one', async () => {
  const app = await openApp(await openReads({ limits: { ...WIDE_LIMITS, positionMs: 500 } }))
  const response = await service.app.database.transaction(async (queries) => {
    await queries.run(sql`lock table change_counters in access exclusive mode`)
    return await app.request('/v1/active-ats-count')
  })
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ detail: 'the database is unavailable; try again' })
  await app.stop()
})

test('what was written is read by the next request, whichever server answers', async () => {
  const before = await latestSeq()
  for (let written = 1; written <= 40; written += 1) {
    await service.app.write(posting())
    expect(await latestSeq()).toBe(before + written)
  }
})

describe('a replica that lags', () => {
  test('answers nothing that would be old', async () => {
    await standby(0).pauseReplay()
    const before = await latestSeq()
    await service.app.write(posting())
    const [, lagging] = await readsDuring(async () => {
      await times(20, async () => expect(await latestSeq()).toBe(before + 1))
      // The other one answers when it has replayed what was written.
      await until(async () => {
        const [, , other] = await readsDuring(latestSeq)
        return other === 1
      })
    })
    expect(lagging).toBe(0)
  })

  test('is left out, shown by the metrics, and taken back', async () => {
    const reports = newReports(0)
    await standby(0).pauseReplay()
    await service.app.write(posting())
    await until(() => !isUsed(0))
    const { lag } = service.reads.figures().replicas[0] ?? {}
    expect(lag?.bytes).toBeGreaterThan(100)
    expect(lag?.seconds).toBeGreaterThan(0.5)
    await standby(0).resumeReplay()
    await until(() => isUsed(0))
    expect(reports().slice(0, 2)).toEqual(['is left out: it lags by more than 0.5 s', 'is used'])
    await until(() => service.reads.figures().replicas[0]?.lag?.seconds === 0)
  })

  test('leaves the primary to answer when there is no other', async () => {
    const before = await latestSeq()
    for (const server of service.server.standbys) await server.pauseReplay()
    await service.app.write(posting())
    expect(await latestSeq()).toBe(before + 1)
    expect(await readsDuring(latestSeq)).toEqual([1, 0, 0])
  })

  test('shows no hour that is not whole', async () => {
    const { app } = service
    for (const [index, hour] of ['11', '12', '13', '14'].entries()) {
      await standby(index % 2).pauseReplay()
      app.clock.set(`2026-01-15T${Number(hour) - 1}:59:59.999Z`)
      await app.write(posting({ title: `Hour ${hour}` }))
      app.clock.set(`2026-01-15T${hour}:00:00Z`)
      await times(4, async () => {
        const jobs = await app.get<{ title: string }[]>('/v1/active-ats?time_frame=1h&title=hour')
        expect(jobs.map(({ title }) => title)).toEqual([`Hour ${hour}`])
      })
      await standby(index % 2).resumeReplay()
    }
  })

  test('that lacks a table does not matter', async () => {
    for (const server of service.server.standbys) await server.pauseReplay()
    await service.app.database.run(sql`create table later (id integer)`)
    expect(await service.reads.queries.run(sql`select * from later`)).toEqual([])
  })
})

/** Eight clients ask until it is done. Every answer must be 200 and up to date. */
async function underLoad(work: () => Promise<unknown>, app = service.app): Promise<void> {
  let isDone = false
  const clients = Array.from({ length: 8 }, async () => {
    let seen = 0
    while (!isDone) {
      const seq = await latestSeq(app)
      expect(seq).toBeGreaterThanOrEqual(seen)
      seen = seq
    }
  })
  await Promise.all([
    work().finally(() => {
      isDone = true
    }),
    ...clients,
  ])
}

describe('a replica that is lost', () => {
  test('when it is killed: no request fails, and it is taken back', async () => {
    const reports = newReports(1)
    await underLoad(async () => {
      await standby(1).kill()
      await until(() => !isUsed(1))
      await service.app.write(posting())
      await standby(1).start()
      await until(() => isUsed(1))
    })
    expect(reports()).toContain('is left out: the database cannot be reached')
    expect(reports().at(-1)).toBe('is used')
    // It answers when it has replayed what was written meanwhile.
    await until(async () => {
      const [, , revived] = await readsDuring(latestSeq)
      return revived === 1
    })
  })

  test('when it is frozen: no request waits for it until its time limit, and it is taken back', async () => {
    // A check that is not answered in a second finds it, long before the time limit of the requests.
    const reads = await openReads({
      checkEveryMs: 50,
      timeoutMs: timeLimit(600_000),
      limits: { ...WIDE_LIMITS, checkMs: 1_000 },
    })
    const app = await openApp(reads)
    const isUsed = () => reads.figures().replicas[0]?.isUsed === true
    await underLoad(async () => {
      await standby(0).freeze()
      await until(() => !isUsed())
      await standby(0).thaw()
      await until(isUsed)
    }, app)
    await app.stop()
  })
})

describe('a change that waits for a synchronous standby', () => {
  const waitFor = async (names: string): Promise<void> => {
    const { control } = service.server.primary
    await control.unsafe(`alter system set synchronous_standby_names = '${names}'`)
    await control`select pg_reload_conf()`
  }
  afterEach(() => waitFor(''))

  test('is not shown before the primary shows it, though the replicas have it', async () => {
    await waitFor('nobody')
    const { before, written } = await writeThatWaits()
    const replica = connect({ url: standby(0).url, poolSize: 1 })
    const changes = async () => (await findPosition(replica)).changes
    await until(async () => (await changes()) > before.changes)
    await times(10, async () => expect(await latestSeq()).toBe(before.seq))
    await waitFor('')
    await written
    await times(10, async () => expect(await latestSeq()).toBe(before.seq + 1))
    await replica.close()
  })
})

/** The first write that does not end at once: the setting takes hold a moment after it is made. */
async function writeThatWaits() {
  for (;;) {
    const before = { seq: await latestSeq(), ...(await findPosition(service.app.database)) }
    let hasEnded = false
    const written = service.app.write(posting()).finally(() => {
      hasEnded = true
    })
    await until(async () => hasEnded || (await isWaitingForStandby()))
    if (!hasEnded) return { before, written }
  }
}

async function isWaitingForStandby(): Promise<boolean> {
  const { control } = service.server.primary
  const rows = await control`select from pg_stat_activity where wait_event = 'SyncRep'`
  return rows.length > 0
}

test('an address of another database, and the primary itself, are not used', async () => {
  const { primary, standbys } = service.server
  const reports: string[] = []
  const reads = shareReads({
    primary: service.app.database,
    primaryUrl: primary.url,
    replicaUrls: [
      primary.url,
      ...standbys.slice(0, 1).map(({ url }) => url.replace(/[^/]*$/, 'postgres')),
      'postgres://nobody:secret@127.0.0.1:9/none',
    ],
    poolSize: 2,
    report: (message) => reports.push(message),
    limits: WIDE_LIMITS,
  })
  await reads.check()
  expect(reports.map((report) => report.replace(/%\S+/, 'SOCKET')).sort()).toEqual([
    'replica 127.0.0.1:9 is left out: the database cannot be reached',
    'replica SOCKET is left out: it holds another database than the primary',
    'replica SOCKET is left out: it is no standby',
  ])
  expect(await reads.queries.run(sql`select 1 as one`)).toEqual([{ one: 1 }])
  await reads.close()
})

describe('no other server is asked', () => {
  test.each([
    ['when the query takes too long', 250, new AbortController().signal, QueryTimeout],
    ['when nobody waits for the answer', 60_000, AbortSignal.abort(), ClientDisconnected],
  ])('%s', async (_, timeoutMs, signal, kind) => {
    const reads = await openReads({ timeoutMs, graceMs: GRACE_MS })
    const answer = reads.queries.run(sql`select pg_sleep(3600)`, signal)
    await expect(answer).rejects.toBeInstanceOf(kind)
    expect(reads.figures().replicas.map(({ isUsed }) => isUsed)).toEqual([true, true])
    expect(reads.figures().primaryReads).toBe(0)
    await reads.close()
  })
})

test('the metrics tell which servers answer and how the replicas are', async () => {
  const metrics = await readMetrics(service.reads.figures()).getMetricsAsJSON()
  const names = service.reads.figures().replicas.map(({ name }) => name)
  expect(metrics.map(({ name, values }) => [name, values.map(({ labels }) => labels)])).toEqual([
    ['job_catalogue_reads_total', ['primary', ...names].map((server) => ({ server }))],
    ['job_catalogue_replica_in_use', names.map((replica) => ({ replica }))],
    ['job_catalogue_replica_lag_bytes', names.map((replica) => ({ replica }))],
    ['job_catalogue_replica_lag_seconds', names.map((replica) => ({ replica }))],
  ])
})

test('while the primary is unreachable nothing old is read; when it is back, all is well', async () => {
  const before = await latestSeq()
  await service.server.primary.kill()
  expect((await service.app.request('/v1/changes')).status).toBe(503)
  await service.server.primary.start()
  await until(async () => (await service.app.request('/v1/changes')).status === 200)
  await service.app.write(posting())
  await times(20, async () => expect(await latestSeq()).toBe(before + 1))
  await allUsed()
})
