import type { Config } from '../config'
import { createRequestLog } from '../http/request-log'
import { serve } from '../serve'
import { createService } from '../service'
import type { Catalogue } from './catalogue'

/** Serves a catalogue until the process is told to stop; closes the catalogue then. Returns the address. */
export async function startService(catalogue: Catalogue, config: Config): Promise<string> {
  const app = createService({
    database: catalogue.database,
    config,
    now: () => new Date(),
    onResponse: createRequestLog({
      level: config.logLevel,
      readable: process.stdout.isTTY === true,
      write: (line) => process.stdout.write(line),
    }),
  })
  const server = serve(app, config)
  console.error(`serving ${config.publicUrl}`)
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    await server.stop()
    await catalogue.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  return server.url
}
