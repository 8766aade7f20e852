import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ConfigError, isSetting } from '../config'
import { errorCode } from '../database/database-error'
import { queryErrorCause } from '../database/drizzle'
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error'
import { DatabaseUnavailable, quoteValue } from '../values/errors'
import { nearestName } from '../values/nearest-name'

type Options = NonNullable<ParseArgsConfig['options']>

export interface Command<CommandOptions extends Options> {
  name: string
  /** The text of `--help`: usage, description, options, an example. */
  help: string
  options: CommandOptions
  /** The minimum and maximum number of positional arguments. */
  positionals: readonly [number, number]
  run(input: { values: Values<CommandOptions>; positionals: readonly string[] }): Promise<void>
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

/** Runs a command with the arguments of this process. A failure prints a line to standard error; the exit status is 1. */
export async function runCommand<const CommandOptions extends Options>(
  command: Command<CommandOptions>,
): Promise<void> {
  const args = process.argv.slice(2)
  if (args.includes('--help') || args.includes('-h')) {
    console.log(command.help)
    return
  }
  try {
    await command.run(readArguments(command, args))
  } catch (error) {
    console.error(`${command.name}: ${explain(error)}`)
    process.exitCode = 1
  }
}

function readArguments<CommandOptions extends Options>(
  { name, options, positionals: [least, most] }: Command<CommandOptions>,
  args: string[],
): { values: Values<CommandOptions>; positionals: readonly string[] } {
  const parsed = parse(args, options)
  const count = parsed.positionals.length
  if (count < least) throw new CommandError(`too few arguments; see bun run ${name} --help`)
  if (count > most) {
    throw new CommandError(`unexpected argument '${parsed.positionals[most]}'; see --help`)
  }
  return parsed
}

function parse<CommandOptions extends Options>(args: string[], options: CommandOptions) {
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

/** SQLSTATEs: the role, its password or the database is wrong. */
const REFUSED = /^(28...|3D000)$/

/** The message of an error and its cause, without a stack. */
export function explain(thrown: unknown): string {
  const error = queryErrorCause(thrown)
  if (error instanceof ConfigError) return `the settings are wrong\n${error.message}`
  if (!(error instanceof Error)) return String(error)
  // Of two errors, only the first is shown.
  if (error instanceof SuppressedError) return explain(error.suppressed)
  // Its message already contains the cause.
  if (error instanceof EmbeddedPostgresError) return error.message
  if (error instanceof DatabaseUnavailable && REFUSED.test(errorCode(error.cause) ?? '')) {
    return `DATABASE_URL: PostgreSQL refused: ${error.cause instanceof Error ? error.cause.message : ''}`
  }
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
