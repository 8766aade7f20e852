import { floorToHour, parseInstant } from '../values/instant'
import { openCatalogue } from './catalogue'
import { CommandError, runCommand } from './command'
import { printMessage, summary } from './output'
import { seedCatalogue } from './seed-catalogue'
import { Shutdown } from './shutdown'

await runCommand({
  name: 'seed',
  help: `bun run seed [options]

Fills the catalogue with a sample and its history: invented employers and postings
of Canada and the United States over the six months before an instant. The same
arguments give the same sample; a second run with them changes nothing.

  --jobs N          number of postings; default 20000
  --random S        seed of the sample; default 1
  --until INSTANT   end of the history; default the start of this hour

Example: bun run seed --jobs 1000 --random 7 --until 2026-11-20T13:00:00Z`,
  options: {
    jobs: { type: 'string', default: '20000' },
    random: { type: 'string', default: '1' },
    until: { type: 'string' },
  },
  positionals: [0, 0],
  async run({ values }) {
    const options = {
      jobs: readInteger('jobs', values.jobs, 10_000_000),
      random: readInteger('random', values.random, 2 ** 32 - 1),
      until: readInstant(values.until),
    }
    await using shutdown = new Shutdown()
    const { database } = await shutdown.opened(
      openCatalogue({ command: 'seed', log: printMessage }),
    )
    console.log(summary(await seedCatalogue(database, options)))
  },
})

function readInteger(option: string, text: string, maximum: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value <= maximum) return value
  throw new CommandError(`--${option}: expected an integer from 0 to ${maximum}, got '${text}'`)
}

function readInstant(text: string | undefined): Date {
  if (text === undefined) return floorToHour(new Date())
  const instant = parseInstant(text)
  if (instant !== undefined && instant.getTime() <= Date.now()) return instant
  throw new CommandError(`--until: expected an instant that is past, got '${text}'`)
}
