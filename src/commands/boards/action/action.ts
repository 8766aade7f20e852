import type { ParseArgsConfig, parseArgs } from 'node:util'
import type { Database } from '../../../catalogue/database/client/connection'
import { openCatalogue } from '../../catalogue/catalogue'
import { printMessage } from '../../terminal/output'
import type { Shutdown } from '../../terminal/shutdown'

export type Options = NonNullable<ParseArgsConfig['options']>

type Values<ActionOptions extends Options> = ReturnType<
  typeof parseArgs<{ options: ActionOptions; allowPositionals: true }>
>['values']

interface ActionInput<ActionOptions extends Options> {
  names: readonly string[]
  values: Values<ActionOptions>
  shutdown: Shutdown
}

/** What `bun run boards` does with the boards that it is given. */
export interface BoardsAction<ActionOptions extends Options = Options> {
  name: string
  /** Its lines in the usage, and its paragraph. */
  usage: readonly string[]
  help: string
  options?: ActionOptions
  /** How many names it takes. */
  count(values: Values<ActionOptions>): readonly [least: number, most: number]
  run(input: ActionInput<ActionOptions>): Promise<void>
}

/** Types the values of an action by its options. `boards` calls it with the values of its own options only. */
export function boardsAction<const ActionOptions extends Options>(
  action: BoardsAction<ActionOptions>,
): BoardsAction {
  return action
}

export async function openBoardsDatabase(shutdown: Shutdown): Promise<Database> {
  const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
  return database
}
