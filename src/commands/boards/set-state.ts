import type { Database } from '../../catalogue/database/client/connection'
import { boardTitle } from '../../collect/board/board-state'
import { setBoardState } from '../../collect/board/boards'
import { requireBoard } from '../catalogue/require-board'
import { printLine } from '../terminal/output'

const DONE = { active: 'resumed', paused: 'paused', removed: 'removed' } as const

/** Changes the state of a board, and says so. */
export async function setState(
  database: Database,
  name: string,
  state: keyof typeof DONE,
): Promise<void> {
  const row = await requireBoard(database, name)
  await setBoardState(database, row.id, state, new Date())
  printLine(`${DONE[state]} ${boardTitle(row)}`)
}
