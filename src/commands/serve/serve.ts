import { connect } from '../../catalogue/database/client/connection'
import { shareReads } from '../../catalogue/database/replicas/shared-reads'
import { type Config, localUrl } from '../../service/config'
import { createRequestLog, type RequestEntry } from '../../service/http/request-log'
import { createCatalogueMetrics } from '../../service/metrics/catalogue-metrics'
import { processMetrics, readMetrics, usageMetrics } from '../../service/metrics/process-metrics'
import { aggregate, valuesOf } from '../../service/metrics/registries'
import { createRequestMetrics } from '../../service/metrics/request-metrics'
import { createWebService, listen } from '../../service/server'
import { BackgroundFailure } from '../../values/waiting/backoff'
import type { Catalogue } from '../catalogue/catalogue'
import { explain } from '../terminal/explain'
import { printError, printMessage } from '../terminal/output'
import type { Shutdown } from '../terminal/shutdown'
import { listening } from './listening'
import { openMetrics } from './open-metrics'
import type { Serving } from './serving'
import type { Environment } from './worker-process'
import { startWorkers } from './workers'

const PREPARATION_INTERVAL_MS = 60_000

/** The interval of the checks for a restored catalogue or a replaced primary. */
const GENERATION_INTERVAL_MS = 1_000

/** Time limit of key look-ups and settlements, which normally take milliseconds; at most the limit of queries. */
const ACCOUNT_TIMEOUT_MS = 5_000

/** Serves a catalogue until `shutdown`. Returns the address. `env` is what `config` was read from. */
export async function startService(
  shutdown: Shutdown,
  catalogue: Catalogue,
  config: Config,
  env: Environment = process.env,
): Promise<string> {
  const serving = await shutdown.opened(
    config.workers > 1
      ? startWorkers(catalogue.url, config, env)
      : serveCatalogue(catalogue, config, false),
  )
  const ofCatalogue = createCatalogueMetrics(catalogue.database, () => new Date())
  openMetrics(shutdown, config, async () => {
    const [processes, own] = await Promise.all([serving.metrics(), ofCatalogue()])
    return await aggregate([processes, await valuesOf(own)]).metrics()
  })
  printMessage(`serving ${serving.url}`)
  return serving.url
}

/** Serves a catalogue in this process. `sharesPort`: other processes listen on the port too. */
export async function serveCatalogue(
  catalogue: Catalogue,
  config: Config,
  sharesPort: boolean,
): Promise<Serving> {
  const { database, url } = catalogue
  // Before the service, whose answers name the port. Nothing is awaited in between, so no request arrives before the handler.
  const server = listening({ ...config, setting: 'PORT' }, () =>
    listen((request) => service.handle(request), { ...config, sharesPort }),
  )
  const requests = createRequestMetrics()
  const log = openLog(config)
  const timeoutMs = Math.min(ACCOUNT_TIMEOUT_MS, config.queryTimeoutMs)
  const accountQueries = connect({ url, poolSize: 1, timeoutMs })
  const reads = shareReads({
    primary: database,
    primaryUrl: url,
    replicaUrls: config.databaseReplicaUrls,
    poolSize: config.databasePoolSize,
    timeoutMs: config.queryTimeoutMs,
    report: printError,
  })
  const service = createWebService({
    database,
    accountQueries,
    reads: reads.queries,
    config: { ...config, publicUrl: config.publicUrl ?? localUrl(config.host, server.port) },
    now: () => new Date(),
    onFailure: (error) => reportFailure(error, config),
    onGeneration(number) {
      printMessage(
        `generation ${number}: the catalogue was restored or its database server replaced`,
      )
      for (const connections of [database, accountQueries, reads]) connections.renew()
    },
    onResponse(entry) {
      requests.count(entry)
      log(entry)
    },
  })
  const closeService = async (): Promise<void> => {
    try {
      await service.close()
    } catch (cause) {
      const { unwritableSeconds, unwrittenRequests } = service.usageFigures()
      const lost = unwritableSeconds > 0 ? `${unwrittenRequests} requests` : 'the last second'
      throw new Error(`the usage of ${lost} is lost`, { cause })
    } finally {
      await Promise.all([accountQueries.close(), reads.close()])
    }
  }
  void service.prepare()
  const preparation = setInterval(() => void service.prepare(), PREPARATION_INTERVAL_MS)
  void service.checkGeneration()
  const watch = setInterval(() => void service.checkGeneration(), GENERATION_INTERVAL_MS)
  return {
    url: server.url,
    metrics: () =>
      valuesOf(
        requests.registry,
        processMetrics(database.load()),
        readMetrics(reads.figures()),
        usageMetrics(service.usageFigures()),
      ),
    async close() {
      clearInterval(preparation)
      clearInterval(watch)
      await server.stop()
      await closeService()
    },
  }
}

/** Prints what failed in the background as a sentence; a bug with its stack, unless the log is silent. */
function reportFailure(error: unknown, { logLevel }: Config): void {
  if (error instanceof BackgroundFailure || logLevel === 'silent') printError(explain(error))
  else console.error(error)
}

/** The service continues without its log; a full disk or a closed reader is reported once. */
function openLog({ logLevel: level }: Config): (entry: RequestEntry) => void {
  const { stdout } = process
  stdout.once('error', ({ message }) => printError(`the log cannot be written: ${message}`))
  stdout.on('error', () => undefined)
  const readable = stdout.isTTY === true
  return createRequestLog({ level, readable, write: (line) => stdout.write(line) })
}
