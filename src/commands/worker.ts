import { readConfig } from '../service/config'
import { openCatalogue } from './catalogue/catalogue'
import { serveCatalogue } from './serve/serve'
import { runCommand } from './terminal/command'

// A worker does not outlive the process that would restart and stop it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))

await runCommand({
  name: 'worker',
  help: 'One of the processes of `bun run start` with WORKERS; it is not for people to run.',
  isService: true,
  async run({ shutdown }) {
    const config = readConfig(process.env)
    const options = { command: 'start', config, serves: true, mayBeAhead: true }
    const catalogue = await openCatalogue(shutdown, options)
    const serving = await shutdown.opened(serveCatalogue(catalogue, config, true))
    process.on('message', () => {
      void serving.metrics().then((metrics) => process.send?.({ metrics }))
    })
    process.send?.('ready')
  },
})

// Reached only when it could not start: open connections would keep it alive.
if (process.exitCode === 1) process.exit()
