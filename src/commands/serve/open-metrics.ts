import type { Config } from '../../service/config'
import { serveMetrics } from '../../service/metrics/metrics-server'
import type { Shutdown } from '../terminal/shutdown'
import { listening } from './listening'

/** Serves metrics on `METRICS_PORT`, if it is set, until `shutdown`. */
export function openMetrics(
  shutdown: Shutdown,
  { host, metricsPort: port }: Config,
  read: () => Promise<string>,
): void {
  if (port === undefined) return
  const server = listening({ setting: 'METRICS_PORT', host, port }, () =>
    serveMetrics({ host, port }, read),
  )
  shutdown.defer(() => server.stop())
}
