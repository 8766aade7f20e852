import { type BoardRow, boardTitle } from '../../collect/board/board-state'
import type { Collected } from '../../collect/board/collected'
import { collectBoard } from '../../collect/collect-board'
import type { HttpClient } from '../../collect/http/client'
import { ListMemory } from '../../collect/http/list-memory'
import { SYSTEM_TIME } from '../../collect/pace/time'
import type { System } from '../../collect/system'
import { LocationResolver } from '../../text/locations/location-resolver'
import { printError, printLine, printMessage } from '../terminal/output'
import { describe } from './collect-output'

/** Prints the postings of boards as if none were known. */
export async function printPostings(
  boards: readonly BoardRow[],
  systems: readonly System[],
  client: HttpClient,
  listMb: number,
): Promise<void> {
  const resolver = new LocationResolver()
  for (const row of boards) {
    const system = systems.find(({ source }) => source === row.source)
    if (system === undefined) continue
    const unread = { ...row, listHash: null, validators: null, boardName: null }
    const collected = await collectBoard(unread, [], {
      system,
      memory: new ListMemory(listMb).begin(),
      systems,
      client,
      resolver,
      now: SYSTEM_TIME.now,
      budget: { details: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY },
    })
    const issue = issueOf(row, collected)
    if (collected.kind !== 'read' || issue !== undefined) {
      printError(`${boardTitle(row)}: ${issue}`)
      process.exitCode = 1
    }
    if (collected.kind !== 'read') continue
    const lines = collected.changes.flatMap(({ line }) => line ?? [])
    for (const { text } of lines) printLine(text)
    if (lines.length === 0) printMessage(`${boardTitle(row)}: ${whyNothing(collected)}`)
  }
}

function issueOf(row: BoardRow, collected: Collected): string | undefined {
  if (collected.kind !== 'replaced') return describe(row, collected).error
  const boards = collected.boards.map(({ slug }) => `${row.source}/${slug}`)
  return `the host has the boards ${boards.join(', ')}; name one of them`
}

/** `no posting is printed: 12 listed, 11 foreign, 1 unresolved` */
function whyNothing({ count, changes }: Extract<Collected, { kind: 'read' }>): string {
  const reasons = Map.groupBy(changes, ({ posting }) => posting.skipped)
  const skipped = [...reasons].flatMap(([reason, postings]) =>
    reason === null ? [] : `${postings.length} ${reason}`,
  )
  return `no posting is printed: ${[`${count ?? 0} listed`, ...skipped].join(', ')}`
}
