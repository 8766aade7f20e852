import type { Config } from '../config'
import { connect } from '../database/connection'
import { SharedReads } from '../database/shared-reads'
import type { Metric } from '../http/metrics'
import { processMetrics } from '../http/metrics-gauges'
import { readMetrics } from '../http/metrics-reads'
import { createRequestMetrics } from '../http/metrics-requests'
import { createRequestLog, type RequestEntry } from '../http/request-log'
import { type RunningServer, serve } from '../serve'
import { createService } from '../service'
import type { Catalogue } from './catalogue'

const PREPARATION_INTERVAL_MS = 60_000

/** Keys are looked up and usage is settled in milliseconds, or something is wrong. At most the limit of queries. */
const ACCOUNT_TIMEOUT_MS = 5_000

/** A service that runs. */
export interface Serving {
  url: string
  metrics(): Promise<Metric[]>
  /** Lets the requests in flight finish; the catalogue stays open. Throws when something is lost. */
  close(): Promise<void>
}

/** Serves a catalogue in this process. `sharesPort`: other processes listen on the port too. */
export async function serveCatalogue(
  catalogue: Catalogue,
  config: Config,
  sharesPort: boolean,
): Promise<Serving> {
  const { database, url } = catalogue
  const timeoutMs = Math.min(ACCOUNT_TIMEOUT_MS, config.queryTimeoutMs)
  const accountQueries = connect({ url, poolSize: 1, timeoutMs })
  const reads = new SharedReads({
    primary: database,
    primaryUrl: url,
    replicaUrls: config.databaseReplicaUrls,
    poolSize: config.databasePoolSize,
    timeoutMs: config.queryTimeoutMs,
    report: console.error,
  })
  const requests = createRequestMetrics()
  const log = openLog(config)
  const app = createService({
    database,
    accountQueries,
    reads: reads.queries,
    config,
    now: () => new Date(),
    onResponse(entry) {
      requests.count(entry)
      log(entry)
    },
  })
  const closeApp = async (): Promise<void> => {
    try {
      await app.close()
    } catch (cause) {
      throw new Error('the usage of the last second is lost', { cause })
    } finally {
      await Promise.all([accountQueries.close(), reads.close()])
    }
  }
  const server = await serveOr(closeApp, () => serve(app, { ...config, sharesPort }))
  void app.prepare()
  const preparation = setInterval(() => void app.prepare(), PREPARATION_INTERVAL_MS)
  return {
    url: server.url,
    metrics: async () => [
      ...requests.read(),
      ...processMetrics(database.load()),
      ...readMetrics(reads.figures()),
    ],
    async close() {
      clearInterval(preparation)
      await server.stop()
      await closeApp()
    },
  }
}

/** The service outlives its log; of a disk that is full or a reader that is gone it tells once. */
function openLog({ logLevel: level }: Config): (entry: RequestEntry) => void {
  const { stdout } = process
  stdout.once('error', ({ message }) => console.error(`the log cannot be written: ${message}`))
  stdout.on('error', () => undefined)
  const readable = stdout.isTTY === true
  return createRequestLog({ level, readable, write: (line) => stdout.write(line) })
}

async function serveOr(
  close: () => Promise<void>,
  start: () => RunningServer,
): Promise<RunningServer> {
  try {
    return start()
  } catch (error) {
    await close()
    throw error
  }
}
