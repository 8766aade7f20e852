import type { Config } from '../config'
import { createCatalogueMetrics } from '../http/metrics-catalogue'
import { serveMetrics } from '../http/metrics-server'
import type { Catalogue } from './catalogue'
import type { Closing } from './closing'
import { type Serving, serveCatalogue } from './serve-catalogue'
import type { Environment } from './worker-process'
import { startWorkers } from './workers'

/** Serves a catalogue; `closing` stops what is started. Returns the address. `env` is what `config` was read from. */
export async function startService(
  closing: Closing,
  catalogue: Catalogue,
  config: Config,
  env: Environment = process.env,
): Promise<string> {
  const serving = await closing.opened(
    config.workers > 1
      ? startWorkers(catalogue.url, config, env)
      : serveCatalogue(catalogue, config, false),
  )
  const metrics = startMetrics(serving, catalogue, config)
  closing.defer(() => metrics?.stop())
  console.error(`serving ${serving.url}`)
  return serving.url
}

function startMetrics(serving: Serving, { database }: Catalogue, { host, metricsPort }: Config) {
  if (metricsPort === undefined) return undefined
  const ofCatalogue = createCatalogueMetrics(database, () => new Date())
  return serveMetrics({ host, port: metricsPort }, async () =>
    (await Promise.all([serving.metrics(), ofCatalogue()])).flat(),
  )
}
