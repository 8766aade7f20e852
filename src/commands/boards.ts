import { SYSTEMS } from '../collect/systems/index'
import type { BoardsAction, Options } from './boards/action/action'
import { add } from './boards/action/add'
import { check } from './boards/action/check'
import { find } from './boards/action/find'
import { health } from './boards/action/health'
import { list } from './boards/action/list'
import { pause } from './boards/action/pause'
import { prune } from './boards/action/prune'
import { remove } from './boards/action/remove'
import { resume } from './boards/action/resume'
import { sample } from './boards/action/sample'
import { show } from './boards/action/show'
import { CommandError, readAction, runCommand } from './terminal/command'

const ACTIONS = [add, find, check, list, health, sample, prune, show, remove, pause, resume]
const USAGE =
  'expected add FILE|-|ADDRESS..., find DOMAIN|FILE..., check [BOARD...], list, health, sample SYSTEM, prune, or show, remove, pause or resume BOARD'

await runCommand({
  name: 'boards',
  help: `${ACTIONS.flatMap(({ usage }) => usage.map((line) => `bun run boards ${line}`)).join('\n')}

The employers' boards that bun run collect reads. A BOARD is SOURCE/SLUG or its address.

${ACTIONS.map(({ help }) => help).join('\n')}

Systems, each with an address:
${SYSTEMS.map(({ source, example }) => `  ${source.padEnd(16)} ${example}`).join('\n')}

Example: bun run boards add boards.csv`,
  options: Object.assign({}, ...ACTIONS.map(({ options }) => options)) as Options,
  positionals: [1, 1000],
  async run({ positionals: [name = '', ...names], values, shutdown }) {
    const known = readAction(
      name,
      ACTIONS.map((action) => action.name),
      USAGE,
    )
    const action = ACTIONS.find((one) => one.name === known)
    if (action === undefined) throw new CommandError(USAGE)
    for (const [option, value] of Object.entries(values)) {
      if (value !== undefined && value !== false) requireOption(action, option)
    }
    const own = Object.entries(values).filter(([option]) => hasOption(action, option))
    const input = { names, values: Object.fromEntries(own), shutdown }
    const [least, most] = action.count(input.values)
    if (names.length < least || names.length > most) throw new CommandError(USAGE)
    await action.run(input)
  },
})

function hasOption({ options = {} }: BoardsAction, option: string): boolean {
  return Object.hasOwn(options, option)
}

function requireOption(action: BoardsAction, option: string): void {
  if (hasOption(action, option)) return
  const allowedFor = ACTIONS.filter((one) => hasOption(one, option))
  const names = allowedFor.map(({ name }) => name).join(' and ')
  throw new CommandError(`--${option} is an option of boards ${names}; ${USAGE}`)
}
