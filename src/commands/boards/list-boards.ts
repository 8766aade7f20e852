import { type BoardIssue, complaintOf, ISSUES, issueOf } from '../../collect/board/board-complaint'
import {
  type BoardRow,
  boardState,
  boardTitle,
  hasNoPostings,
} from '../../collect/board/board-state'
import { listBoards } from '../../collect/board/boards'
import { countOtherBoards, otherBoardLine } from '../../collect/judge/other-boards'
import { preferenceIssue } from '../../collect/judge/preferred-board'
import { findSharedPostings } from '../../collect/judge/shared-postings'
import { type Blocked, blockedLine, listBlocked } from '../../collect/run/blocked'
import type { Database } from '../../database/client/connection'
import { formatInstant } from '../../values/instant'
import { formatTable, printLine, printMessage } from '../terminal/output'
import { countAllPostings, progressOf } from './board-figures'

/** Prints the boards, and on standard error what is to be done about those with an issue. */
export async function listTheBoards(database: Database, noPostings: boolean): Promise<void> {
  const counts = await countAllPostings(database)
  const shared = Map.groupBy(await findSharedPostings(database), ({ boardId }) => boardId)
  const others = Map.groupBy(await countOtherBoards(database), ({ boardId }) => boardId)
  const all = await listBoards(database)
  const boards = all.filter((row) => !noPostings || hasNoPostings(row))
  const rows = boards.map((row) => {
    const count = counts.get(row.id)
    const own = others.get(row.id) ?? []
    const alike = (shared.get(row.id) ?? []).filter(
      ({ otherId }) => !own.some((each) => each.otherId === otherId),
    )
    const issues = [
      complaintOf(row),
      preferenceIssue(row, all),
      progressOf(count),
      ...own.map((each) => otherBoardLine(each, count?.listed ?? 0)),
      ...alike.map(({ other }) => `also on ${other}`),
    ]
    return [
      boardTitle(row),
      boardState(row),
      row.lastSuccessAt === null ? 'never' : formatInstant(row.lastSuccessAt),
      String(count?.listed ?? 0),
      String(count?.ca ?? 0),
      String(count?.us ?? 0),
      row.state === 'active' ? formatInstant(row.nextDue) : '',
      issues.filter(Boolean).join('; '),
    ]
  })
  const header = ['BOARD', 'STATE', 'LAST SUCCESS', 'POSTINGS', 'CA', 'US', 'NEXT', 'ISSUE']
  printLine(formatTable(header, rows))
  const issues = [
    ...remediesFor(boards),
    ...row(
      'duplicates',
      boards.filter(({ id }) => shared.has(id)),
      'bun run boards list --duplicates says what each of both has, and how to avoid duplicates',
    ),
  ]
  if (issues.length > 0) {
    printMessage(`\n${formatTable(['ISSUE', 'BOARDS', 'SUCH AS', 'WHAT TO DO'], issues)}`)
  }
  for (const blocked of await listBlocked(database, new Date())) {
    printMessage(`blocked: ${blockedLine(blocked)}; ${waysOut(blocked)}`)
  }
}

/** What is to be done about boards with an issue. */
const REMEDIES: Readonly<Record<BoardIssue, string>> = {
  'no network':
    'check the network and the name servers of this machine; the boards are asked again',
  moved:
    'bun run boards add their new addresses, on the hosts to which they moved; bun run boards check looks for them',
  dead: 'bun run boards check looks for their new addresses; bun run boards prune --dead removes those that never answered',
  'failing for days': 'bun run boards check asks them, and looks for their new addresses',
  'new owner':
    'bun run boards resume BOARD, if this is the employer; else bun run boards remove BOARD',
  'no postings':
    'bun run boards prune removes them; they are asked once a week, later once a month',
  missing:
    'dead after five such answers, a day apart; bun run boards check looks for their new addresses',
  failing: 'nothing: they are asked again',
  quarantined: 'nothing: they are asked again, and believed when the answer stays the same',
  'not complete': 'nothing: jobs are added and changed; those that are not listed stay',
}

function remediesFor(boards: readonly BoardRow[]): string[][] {
  const byIssue = Map.groupBy(boards, issueOf)
  return ISSUES.flatMap((issue) => row(issue, byIssue.get(issue) ?? [], REMEDIES[issue]))
}

/** No row for an issue that no board has. */
function row(issue: string, boards: readonly BoardRow[], remedy: string): string[][] {
  const [first] = boards
  return first === undefined ? [] : [[issue, String(boards.length), boardTitle(first), remedy]]
}

function waysOut({ key }: Blocked): string {
  return `to ask again before: bun run boards resume --source ${key.split('/')[0]}`
}
