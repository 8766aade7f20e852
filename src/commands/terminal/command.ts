import { type ParseArgsConfig, parseArgs } from 'node:util'
import { version } from '../../../package.json'
import { isSetting } from '../../service/config'
import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { explain } from './explain'
import { printError, printLine } from './output'
import { runUntilSignal, Shutdown } from './shutdown'

type Options = NonNullable<ParseArgsConfig['options']>

interface Command<CommandOptions extends Options> {
  name: string
  /** The text of `--help`: usage, description, options, an example. */
  help: string
  options?: CommandOptions
  /** The minimum and maximum number of positional arguments; none when absent. */
  positionals?: readonly [number, number]
  /** It runs until a signal, which ends it with status 0. */
  isService?: boolean
  /** `shutdown` closes what the command opens when it ends, or at a signal. */
  run(input: Arguments<CommandOptions> & { shutdown: Shutdown }): Promise<void>
}

interface Arguments<CommandOptions extends Options> {
  values: Values<CommandOptions>
  positionals: readonly string[]
}

type Values<CommandOptions extends Options> = ReturnType<
  typeof parseArgs<{ options: CommandOptions; allowPositionals: true }>
>['values']

/** A failure that the user can fix; only the message is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The action of this name. Throws a `CommandError` with the most similar one, or else with `usage`. */
export function readAction<Action extends string>(
  name: string,
  actions: readonly Action[],
  usage: string,
): Action {
  const action = actions.find((candidate) => candidate === name)
  if (action !== undefined) return action
  const nearest = nearestName(name, actions)
  const hint = nearest === undefined ? usage : `did you mean ${nearest}?`
  throw new CommandError(`unknown action ${quoteValue(name)}; ${hint}`)
}

/** The value of an option of digits. */
export function readInteger(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new CommandError(`--${option}: expected an integer from ${least} to ${most}, got '${text}'`)
}

/** Runs a command with the arguments of this process, `--help` and `--version` among them. A failure prints a line to standard error; the exit status is 1. */
export async function runCommand<const CommandOptions extends Options>(
  command: Command<CommandOptions>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    printLine(command.help)
    return
  }
  if (args.includes('--version')) {
    printLine(`job-catalogue ${version}`)
    return
  }
  try {
    const input = readArguments(command, args)
    if (command.isService) {
      return await runUntilSignal((shutdown) => command.run({ ...input, shutdown }))
    }
    await using shutdown = new Shutdown()
    await command.run({ ...input, shutdown })
  } catch (error) {
    printError(`${command.name}: ${explain(error)}`)
    process.exitCode = 1
  }
}

function readArguments<CommandOptions extends Options>(
  { name, options, positionals: [least, most] = [0, 0] }: Command<CommandOptions>,
  args: string[],
): Arguments<CommandOptions> {
  // The cast: the type of no options is that of an empty object.
  const parsed = parse(args, options ?? ({} as CommandOptions))
  const count = parsed.positionals.length
  if (count < least) throw new CommandError(`too few arguments; see bun run ${name} --help`)
  if (count > most) {
    throw new CommandError(`unexpected argument '${parsed.positionals[most]}'; see --help`)
  }
  return parsed
}

function parse<CommandOptions extends Options>(
  args: string[],
  options: CommandOptions,
): Arguments<CommandOptions> {
  try {
    return parseArgs({ args: joinNegative(args, options), options, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const ambiguous = /Option '(?:-\w, )?(--[^' ]+).* is ambiguous/.exec(message)?.[1]
    if (ambiguous !== undefined) {
      throw new CommandError(
        `${ambiguous}: a value that begins with '-' is written ${ambiguous}=VALUE`,
      )
    }
    const unknown = /Unknown option '--?([^']*)'/.exec(message)?.[1]
    if (unknown === undefined) throw new CommandError(message)
    const setting = unknown.toUpperCase().replaceAll('-', '_')
    if (isSetting(setting)) {
      throw new CommandError(
        `unknown option --${unknown}; it is the setting ${setting}, an environment variable`,
      )
    }
    const nearest = nearestName(unknown, Object.keys(options))
    const hint = nearest === undefined ? 'see --help' : `did you mean --${nearest}?`
    throw new CommandError(`unknown option --${unknown}; ${hint}`)
  }
}

/** Writes `--jobs -5` as `--jobs=-5`, which `parseArgs` does not take for two options. */
function joinNegative(args: readonly string[], options: Options): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const last = joined.at(-1) ?? ''
    const isValue = /^-\d/.test(arg) && options[last.slice(2)]?.type === 'string'
    if (isValue && last.startsWith('--')) joined.splice(-1, 1, `${last}=${arg}`)
    else joined.push(arg)
  }
  return joined
}
