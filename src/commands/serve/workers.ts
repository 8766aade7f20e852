import type { Config } from '../../service/config'
import { aggregate, valuesOf } from '../../service/metrics/registries'
import { CommandError } from '../terminal/command'
import { listening } from './listening'
import type { Serving } from './serving'
import { type Environment, WorkerProcess } from './worker-process'

/**
 * Serves with several processes that share the port and read `env`, as `config` was. Rejects when one of them cannot
 * start.
 */
export async function startWorkers(
  databaseUrl: string,
  config: Config,
  env: Environment,
): Promise<Serving> {
  const url = await freeAddress(config)
  const own = { ...env, DATABASE_URL: databaseUrl }
  const workers = Array.from({ length: config.workers }, () => new WorkerProcess(own))
  try {
    await Promise.all(workers.map(({ ready }) => ready))
  } catch {
    await stopAll(workers)
    throw new CommandError('a worker could not start')
  }
  return {
    url,
    async metrics() {
      return await valuesOf(aggregate(await Promise.all(workers.map((worker) => worker.metrics()))))
    },
    close: () => stopAll(workers),
  }
}

/** The address of the service, which nobody has: workers would share it with a second service by mistake too. */
export async function freeAddress({ host, port }: Config, owner?: string): Promise<string> {
  const fetch = () => new Response(null, { status: 503 })
  const server = listening({ setting: 'PORT', host, port, ...(owner && { owner }) }, () =>
    Bun.serve({ hostname: host, port, reusePort: false, fetch }),
  )
  await server.stop(true)
  return server.url.origin
}

async function stopAll(workers: readonly WorkerProcess[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.stop()))
}
