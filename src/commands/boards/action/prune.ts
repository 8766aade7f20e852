import type { Database } from '../../../catalogue/database/client/connection'
import { isJunk } from '../../../collect/board/board-complaint'
import { boardTitle, hasNoPostings } from '../../../collect/board/board-state'
import { listBoards, setBoardState } from '../../../collect/board/boards'
import { printLine } from '../../terminal/output'
import { boardsAction, openBoardsDatabase } from './action'

export const prune = boardsAction({
  name: 'prune',
  usage: ['prune [--dead] [--dry-run]'],
  help: `prune   removes the boards that list --no-postings shows; with --dead, those that never answered
        and have been dead for a month; --dry-run only names them`,
  options: {
    dead: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { dead, 'dry-run': isDryRun }, shutdown }) {
    await pruneBoards(await openBoardsDatabase(shutdown), dead, isDryRun)
  },
})

async function pruneBoards(database: Database, dead: boolean, isDryRun: boolean): Promise<void> {
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
