import { type ParseArgsConfig, parseArgs } from 'node:util'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { ConfigError } from '../config'
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error'
import { nearestName } from '../values/nearest-name'

type Options = NonNullable<ParseArgsConfig['options']>

export interface Command<CommandOptions extends Options> {
  name: string
  /** What `--help` prints: usage, what it does, its options, an example. */
  help: string
  options: CommandOptions
  /** How many arguments beside the options it takes, at least and at most. */
  positionals: readonly [number, number]
  run(input: { values: Values<CommandOptions>; positionals: readonly string[] }): Promise<void>
}

type Values<CommandOptions extends Options> = ReturnType<
  typeof parseArgs<{ options: CommandOptions; allowPositionals: true }>
>['values']

/** What a command cannot do for its user; the message is all that is shown. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** Runs a command with the arguments of this process; ends it with 1 and a line on standard error when it fails. */
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
    return parseArgs({ args, options, allowPositionals: true })
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
    const nearest = nearestName(unknown, Object.keys(options))
    const hint = nearest === undefined ? 'see --help' : `did you mean --${nearest}?`
    throw new CommandError(`unknown option --${unknown}; ${hint}`)
  }
}

/** Errors made for people are shown as they are; others by their message and cause, without a stack. */
export function explain(error: unknown): string {
  if (error instanceof ConfigError) return `the settings are wrong\n${error.message}`
  if (!(error instanceof Error)) return String(error)
  // Of two failures the first is told.
  if (error instanceof SuppressedError) return explain(error.suppressed)
  // Its message has the reason in it.
  if (error instanceof EmbeddedPostgresError) return error.message
  // Its message is the statement.
  if (error instanceof DrizzleQueryError) return explain(error.cause)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
