import {
  BOARD_STATES,
  type BoardRow,
  type BoardState,
  boardState,
  hasNoPostings,
} from '../../collect/board/board-state'
import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { CommandError } from '../terminal/command'
import { requireSystem } from './require-system'

/** The boards that an operator asks for; undefined: of any system, in any state. */
export interface BoardChoice {
  sources: readonly string[] | undefined
  states: readonly BoardState[] | undefined
  /** Those without a posting in Canada or the United States. */
  noPostings: boolean
}

/** Reads `--source` and `--state`, each a list with commas. */
export function readChoice(
  source: string | undefined,
  state: string | undefined,
  noPostings: boolean,
): BoardChoice {
  return {
    sources: readSources(source),
    states: readNames(state, readState),
    noPostings,
  }
}

/** Reads `--source`. */
export function readSources(source: string | undefined): readonly string[] | undefined {
  return readNames(source, (name) => requireSystem('source', name))
}

export function isChosen(row: BoardRow, { sources, states, noPostings }: BoardChoice): boolean {
  return (
    sources?.includes(row.source) !== false &&
    states?.includes(boardState(row)) !== false &&
    (!noPostings || hasNoPostings(row))
  )
}

function readNames<Name>(
  text: string | undefined,
  read: (name: string) => Name,
): readonly Name[] | undefined {
  return text?.split(',').map((name) => read(name.trim()))
}

function readState(name: string): BoardState {
  const state = BOARD_STATES.find((known) => known === name)
  if (state !== undefined) return state
  const nearest = nearestName(name, BOARD_STATES)
  const hint =
    nearest === undefined ? `expected ${BOARD_STATES.join(', ')}` : `did you mean ${nearest}?`
  throw new CommandError(`--state: unknown state ${quoteValue(name)}; ${hint}`)
}
