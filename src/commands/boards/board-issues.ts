import type { Database } from '../../catalogue/database/client/connection'
import { type BoardIssue, ISSUES, issueOf } from '../../collect/board/board-complaint'
import { type BoardRow, boardTitle } from '../../collect/board/board-state'
import { type Blocked, blockedLine, listBlocked } from '../../collect/health/blocked'
import { listSuspects, suspectLine } from '../../collect/health/suspects'
import { formatTable, printMessage } from '../terminal/output'

/** Prints on standard error on how many boards each issue is and what to do about it, and who is blocked or suspect. */
export async function printIssues(
  database: Database,
  boards: readonly BoardRow[],
  duplicates: readonly BoardRow[],
): Promise<void> {
  const issues = [
    ...remediesFor(boards),
    ...row(
      'duplicates',
      duplicates,
      'bun run boards list --duplicates says what each of both has, and how to avoid duplicates',
    ),
  ]
  if (issues.length > 0) {
    printMessage(`\n${formatTable(['ISSUE', 'BOARDS', 'SUCH AS', 'WHAT TO DO'], issues)}`)
  }
  for (const blocked of await listBlocked(database, new Date())) {
    printMessage(`blocked: ${blockedLine(blocked)}; ${waysOut(blocked)}`)
  }
  for (const suspect of await listSuspects(database)) {
    const { source } = suspect
    printMessage(
      `suspect: ${suspectLine(suspect)}; to see what it answers: bun run boards sample ${source}; if it is to stay so: bun run boards resume --source ${source}`,
    )
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
