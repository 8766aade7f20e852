import type { Database } from '../../../catalogue/database/client/connection'
import { isSuspicious } from '../../../collect/board/board-complaint'
import { type BoardRow, boardState, boardTitle } from '../../../collect/board/board-state'
import { listBoards } from '../../../collect/board/boards'
import { type BoardCheck, checkBoard, isNewAddress } from '../../../collect/find/check-board'
import { employerDomains } from '../../../collect/find/employer-domains'
import type { SiteResult } from '../../../collect/find/judge-site'
import { requireBoard } from '../../catalogue/require-board'
import { addCommand, createProgress, printLine, printMessage } from '../../terminal/output'
import type { Shutdown } from '../../terminal/shutdown'
import { openFinder } from '../open-finder'
import { appendResult, namesIn } from '../results-file'
import { boardsAction } from './action'
import { countsOf, limitsOf, noneOf, resultLine } from './find'

export const check = boardsAction({
  name: 'check',
  usage: ['check [--results FILE] [BOARD...]'],
  help: `check   asks boards for the beginning of their lists: the BOARDs, or else those that are dead,
        that their systems do not know, or that have failed for days. If a board does not
        answer, looks for the boards of its employer as find does, from the domain of its
        own host or in its jobs, and prints the commands that switch to them. Changes
        nothing. --results as with find. Needs COLLECT_CONTACT`,
  options: { results: { type: 'string' } },
  count: () => [0, 1000],
  run: async ({ names, values, shutdown }) => await checkBoards(names, values.results, shutdown),
})

/** Boards for which the texts of jobs are in memory at a time. */
const BATCH = 200

/**
 * Asks the named boards, or all that may have moved, and looks for the new addresses of boards that do not answer. It changes
 * nothing: it prints the commands that would. The boards in the file `results` are not asked again.
 */
async function checkBoards(
  names: readonly string[],
  results: string | undefined,
  shutdown: Shutdown,
): Promise<void> {
  const known = await namesIn(results, 'board')
  const { database, finder } = await openFinder(shutdown)
  const boards = await chosenBoards(database, names)
  const remaining = boards.filter((row) => !known.has(boardTitle(row)))
  if (remaining.length < boards.length)
    printMessage(`${boards.length - remaining.length} are in ${results}`)
  const collected = new Set((await listBoards(database)).map(boardTitle))
  // On a terminal the lines of the boards are the progress.
  const progress = process.stdout.isTTY === true ? undefined : createProgress(remaining.length)
  const totals = { answer: 0, moved: 0, 'not found': 0, 'not asked': 0 }
  for (let start = 0; start < remaining.length; start += BATCH) {
    const batch = remaining.slice(start, start + BATCH)
    const domains = await employerDomains(database, batch, finder.systems)
    for (const [index, row] of batch.entries()) {
      progress?.show(start + index, boardTitle(row))
      const check = await checkBoard(row, domains.get(row.id) ?? [], finder)
      for (const line of linesOf(row, check, collected)) printLine(line)
      totals[outcomeOf(row, check)] += 1
      // The next run asks again.
      if (!check.isAsked) continue
      await appendResult(results, {
        board: boardTitle(row),
        outcome: outcomeOf(row, check),
        issue: check.issue,
        sites: check.sites.map(resultLine),
      })
    }
  }
  progress?.end()
  const counts = Object.entries(totals).map(([outcome, count]) => `${outcome} ${count}`)
  printLine(`boards ${remaining.length}  ${counts.join('  ')}`)
}

async function chosenBoards(
  database: Database,
  names: readonly string[],
): Promise<readonly BoardRow[]> {
  if (names.length === 0) return (await listBoards(database)).filter(isSuspicious)
  return await Promise.all(names.map((name) => requireBoard(database, name)))
}

type Outcome = 'answer' | 'moved' | 'not found' | 'not asked'

function outcomeOf(row: BoardRow, { isAsked, issue, sites }: BoardCheck): Outcome {
  if (!isAsked) return 'not asked'
  if (issue === undefined) return 'answer'
  const found = sites.flatMap(({ boards }) => boards)
  return found.some((board) => isNewAddress(board, row)) ? 'moved' : 'not found'
}

function linesOf(row: BoardRow, check: BoardCheck, collected: ReadonlySet<string>): string[] {
  const title = boardTitle(row)
  const { isAsked, issue, listed, sites } = check
  if (!isAsked) return [`${title}: not asked: ${issue}`]
  if (issue === undefined) {
    const count = listed === undefined ? '' : ` and lists ${listed} postings`
    return [`${title}: it answers${count}; to collect it now: bun run boards resume ${title}`]
  }
  const found = sites.flatMap((site) => siteLines(title, site, collected))
  const remove = `bun run boards remove ${title}`
  const jobs = boardState(row) === 'dead' ? '' : ` && bun run import /dev/null --board ${title}`
  return [
    `${title}: ${issue}`,
    ...found,
    ...(sites.length === 0
      ? ["  its jobs do not say its employer's site; if you know it: bun run boards find DOMAIN"]
      : []),
    `  ${outcomeOf(row, check) === 'moved' ? 'then' : 'if it is gone'}: ${remove}${jobs}`,
  ]
}

function siteLines(title: string, result: SiteResult, collected: ReadonlySet<string>): string[] {
  const { site, boards } = result
  const limits = limitsOf(result).map((line) => `  ${site}: ${line}`)
  if (boards.length === 0) return [`  ${site}: ${noneOf(result)}`, ...limits]
  const lines = boards.flatMap(({ named, line }) => {
    const { board, address, on, verdict, issue } = line
    if (board === title) return [`  ${site}: still names ${board}  (on ${on})`]
    const what = [countsOf(line), verdict === 'found' ? '' : `${verdict}: ${issue}`]
    const said = `  ${site}: ${board}  ${what.filter(Boolean).join('; ')}  (on ${on})`
    if (collected.has(board)) return [said, '    it is collected already']
    if (verdict === 'nothing') return [said]
    const when = verdict === 'found' ? 'to take it' : "if it is the employer's"
    return [said, `    ${when}: ${addCommand(named.source, address)}`]
  })
  return [...lines, ...limits]
}
