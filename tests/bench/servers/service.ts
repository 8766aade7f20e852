import { connect } from '../../../src/catalogue/database/client/connection'
import { createRequestLog } from '../../../src/service/http/request-log'
import { createRequestMetrics } from '../../../src/service/metrics/request-metrics'
import { createWebService, listen } from '../../../src/service/server'
import { createSampleClock } from '../catalogue/sample'
import { serveChild } from './serve-child'

const QUERY_TIMEOUT_MS = 30_000
const POOL_SIZE = 10

/** The service as `start` runs it, with its log and its counters, but for the clock: it lives when the sample ends. */
await serveChild(async ({ databaseUrl: url, port, sharesPort }) => {
  const database = connect({ url, poolSize: POOL_SIZE, timeoutMs: QUERY_TIMEOUT_MS })
  const accountQueries = connect({ url, poolSize: 1, timeoutMs: 5_000 })
  const requests = createRequestMetrics()
  const write = (line: string): unknown => process.stdout.write(line)
  const log = createRequestLog({ level: 'info', readable: false, write })
  const service = createWebService({
    database,
    accountQueries,
    config: { publicUrl: 'http://127.0.0.1', corsOrigins: [] },
    now: createSampleClock(),
    onResponse(entry) {
      requests.count(entry)
      log(entry)
    },
  })
  const settings = { host: '127.0.0.1', port, queryTimeoutMs: QUERY_TIMEOUT_MS, sharesPort }
  const server = listen(service.handle, settings)
  await service.prepare()
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await service.close()
      await Promise.all([database.close(), accountQueries.close()])
    },
  }
})
