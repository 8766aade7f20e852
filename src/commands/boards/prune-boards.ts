import { isJunk } from '../../collect/board/board-complaint'
import { boardTitle, hasNoPostings } from '../../collect/board/board-state'
import { listBoards, setBoardState } from '../../collect/board/boards'
import type { Database } from '../../database/client/connection'
import { printLine } from '../terminal/output'

export interface PruneOptions {
  /**
   * Removes boards that never answered and have been dead for a month, instead of boards without a posting in Canada or the
   * United States.
   */
  dead: boolean
  /** Names the boards, and removes none. */
  isDryRun: boolean
}

export async function pruneBoards(
  database: Database,
  { dead, isDryRun }: PruneOptions,
): Promise<void> {
  const now = new Date()
  const boards = (await listBoards(database)).filter((row) =>
    dead ? isJunk(row, now) : hasNoPostings(row),
  )
  for (const row of boards) {
    if (isDryRun) printLine(boardTitle(row))
    else await setBoardState(database, row.id, 'removed', now)
  }
  const what = dead
    ? 'that never answered and are dead for a month'
    : 'without a posting in Canada or the United States'
  printLine(`${isDryRun ? 'would remove' : 'removed'} ${boards.length} boards ${what}`)
}
