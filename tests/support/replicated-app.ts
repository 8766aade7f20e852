import { connect } from '../../src/catalogue/database/client/connection'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { type SharedReads, shareReads } from '../../src/catalogue/database/replicas/shared-reads'
import { type ReplicatedServer, startReplicatedServer } from './replicated-server'
import { createTestApp, type TestApp } from './test-app'
import { timeLimit } from './until'

/** Far more than a busy machine needs, so that no server counts as lost or away because it is slow. */
export const WIDE_LIMITS = {
  positionMs: timeLimit(60_000),
  checkMs: timeLimit(60_000),
  retryMs: timeLimit(60_000),
}

/** From when on a replica that lags is left out here. */
export const MAX_LAG_SECONDS = 0.5

/** A process of the service that reads from two standbys. */
export interface ReplicatedApp {
  app: TestApp
  reads: SharedReads
  /** What was said of replicas. */
  reports: string[]
}

export interface ReplicatedService extends ReplicatedApp {
  server: ReplicatedServer
  /** Another process of the service; its clock is its own. */
  second: ReplicatedApp
  remove(): Promise<void>
}

export async function startReplicatedService(): Promise<ReplicatedService> {
  const server = await startReplicatedServer(2, applyMigrations)
  const [first, second] = [await createApp(server, 'first'), await createApp(server, 'second')]
  return {
    server,
    ...first,
    second,
    async remove() {
      await Promise.all([first, second].map(({ app }) => app.stop()))
      await server.remove()
    },
  }
}

async function createApp(server: ReplicatedServer, name: string): Promise<ReplicatedApp> {
  const { url } = server.primary
  const database = connect({ url, poolSize: 8, timeoutMs: 60_000 })
  const reports: string[] = []
  const reads = shareReads({
    primary: database,
    primaryUrl: url,
    replicaUrls: server.standbys.map((standby) => standby.url),
    poolSize: 8,
    timeoutMs: 60_000,
    limits: WIDE_LIMITS,
    report: (message) => reports.push(message),
    checkEveryMs: 50,
    maxLagSeconds: MAX_LAG_SECONDS,
  })
  const drop = async (): Promise<void> => {
    await Promise.all([reads.close(), database.close()])
  }
  return {
    app: await createTestApp({ on: { url, database, drop }, reads: reads.queries, name }),
    reads,
    reports,
  }
}
