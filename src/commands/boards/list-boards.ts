import type { Database } from '../../catalogue/database/client/connection'
import { complaintOf, issueOf } from '../../collect/board/board-complaint'
import {
  BOARD_STATES,
  type BoardRow,
  boardState,
  boardTitle,
  isCollected,
} from '../../collect/board/board-state'
import { listBoards } from '../../collect/board/boards'
import { countOtherBoards, otherBoardLine } from '../../collect/judge/other-boards'
import { isFound, preferenceNote, preferredBoardName } from '../../collect/judge/preferred-board'
import { findSharedPostings } from '../../collect/judge/shared-postings'
import { formatInstant } from '../../values/instant'
import { formatTable, printLine, printMessage } from '../terminal/output'
import { type BoardChoice, isChosen } from './board-choice'
import { countAllPostings, progressOf } from './board-figures'
import { printIssues } from './board-issues'

/** More boards than an operator reads: of these, systems are listed. */
export const MAX_LISTED = 500

/** Prints the boards, and on standard error what to do about boards with an issue. */
export async function listTheBoards(database: Database, choice: BoardChoice): Promise<void> {
  const boards = await describeBoards(database, choice)
  const rows = boards.map(({ row, figures, issues }) => [
    boardTitle(row),
    boardState(row),
    row.lastSuccessAt === null ? 'never' : formatInstant(row.lastSuccessAt),
    String(figures?.listed ?? 0),
    String(figures?.ca ?? 0),
    String(figures?.us ?? 0),
    row.state === 'active' ? formatInstant(row.nextDue) : '',
    issues.join('; '),
  ])
  const header = ['BOARD', 'STATE', 'LAST SUCCESS', 'POSTINGS', 'CA', 'US', 'NEXT', 'ISSUE']
  printLine(formatTable(header, rows))
  const duplicates = boards.filter(({ isDuplicate }) => isDuplicate)
  await printIssues(
    database,
    boards.map(({ row }) => row),
    duplicates.map(({ row }) => row),
  )
}

/** Prints the boards for programs: a line of JSON for each. */
export async function printBoardsAsJson(database: Database, choice: BoardChoice): Promise<void> {
  for (const { row, figures, issues } of await describeBoards(database, choice)) {
    printLine(
      JSON.stringify({
        board: boardTitle(row),
        source: row.source,
        state: boardState(row),
        organization: row.organization ?? row.boardName,
        last_success: row.lastSuccessAt && formatInstant(row.lastSuccessAt),
        postings: figures?.listed ?? 0,
        ca: figures?.ca ?? 0,
        us: figures?.us ?? 0,
        next: row.state === 'active' ? formatInstant(row.nextDue) : null,
        prefers: preferredBoardName(row) ?? null,
        prefers_found: isFound(row),
        issue: issueOf(row) ?? null,
        issues,
      }),
    )
  }
}

/** Prints how many boards of each system are in each state, and on standard error what to do about issues. */
export async function listBoardSystems(
  database: Database,
  boards: readonly BoardRow[],
): Promise<void> {
  const bySource = [...Map.groupBy(boards, ({ source }) => source)]
  const rows = bySource.map(([source, own]) => {
    const byState = Map.groupBy(own, boardState)
    const counts = BOARD_STATES.map((state) => byState.get(state)?.length ?? 0)
    return [source, ...[own.length, ...counts].map(String)]
  })
  const states = BOARD_STATES.map((state) => state.toUpperCase())
  printLine(formatTable(['SYSTEM', 'BOARDS', ...states], rows))
  await printIssues(database, boards, [])
  printMessage(
    `\n${boards.length} boards, by system; bun run boards list --source SYSTEM or --state STATE lists some of them, --all lists each`,
  )
}

async function describeBoards(database: Database, choice: BoardChoice) {
  const counts = await countAllPostings(database)
  const shared = Map.groupBy(await findSharedPostings(database), ({ boardId }) => boardId)
  const others = Map.groupBy(await countOtherBoards(database), ({ boardId }) => boardId)
  const all = await listBoards(database)
  const byTitle = new Map(
    all.filter(isCollected).map((row) => [boardTitle(row).toLowerCase(), row] as const),
  )
  const boards = all.filter((row) => isChosen(row, choice))
  return boards.map((row) => {
    const figures = counts.get(row.id)
    const own = others.get(row.id) ?? []
    const alike = (shared.get(row.id) ?? []).filter(
      ({ otherId }) => !own.some((each) => each.otherId === otherId),
    )
    const prefers = preferredBoardName(row)
    const issues = [
      complaintOf(row),
      preferenceNote(row, byTitle.get(prefers?.toLowerCase() ?? '')),
      progressOf(figures),
      ...own.map((each) => otherBoardLine(each, figures?.listed ?? 0)),
      ...alike.map(({ other }) => `also on ${other}`),
    ].filter(Boolean)
    return { row, figures, issues, isDuplicate: shared.has(row.id) }
  })
}
