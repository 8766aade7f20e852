import { type BoardRow, boardTitle } from '../collect/board-state'
import type { Collected, PostingChange } from '../collect/collected'
import type { CollectorTotals } from '../collect/collector'
import { addCounts, noCounts } from '../import/import-postings'
import { explain } from './explain'
import { createProgress, printError, summary } from './output'

/** A progress line on a terminal, else a line of JSON for each board. */
export function createOutput(isQuiet: boolean) {
  const isTerminal = process.stderr.isTTY === true
  const progress = createProgress(undefined)
  const started = performance.now()
  const totals: CollectorTotals = { boards: 0, quarantined: 0, failed: 0, counts: noCounts() }
  let requests = 0
  const show = (): void => {
    const rate = (requests / Math.max(1, (performance.now() - started) / 1000)).toFixed(1)
    if (!isQuiet) progress.show(totals.boards, `${totalsLine(totals)}  requests/s ${rate}`)
  }
  const say = (entry: Record<string, string>): void => {
    if (isTerminal || isQuiet) for (const line of Object.values(entry)) progress.interrupt(line)
    else log(entry)
  }
  return {
    request(): void {
      requests += 1
      show()
    },
    board(row: BoardRow, collected: Collected): void {
      totals.boards += 1
      if (collected.kind === 'quarantined') totals.quarantined += 1
      if (collected.kind === 'failed' || collected.kind === 'missing') totals.failed += 1
      if (isTerminal) show()
      else if (!isQuiet) log(describe(row, collected))
    },
    imported(counts: CollectorTotals['counts']): void {
      addCounts(totals.counts, counts)
      if (isTerminal) show()
      else if (counts.read > 0) log({ import: counts })
    },
    pruned: (line: string) => say({ prune: line }),
    outages: {
      onAway: (error: Error) => say({ database: `${explain(error)}; it is waited for` }),
      onBack(awayMs: number): void {
        say({ database: `the database is back after ${Math.ceil(awayMs / 1000)} s` })
      },
    },
    end: () => progress.end(),
  }
}

function log(entry: object): void {
  printError(JSON.stringify({ time: new Date().toISOString(), ...entry }))
}

/** What came of collecting a board, as its line of the log says it. */
export function describe(row: BoardRow, collected: Collected) {
  const board = boardTitle(row)
  switch (collected.kind) {
    case 'failed':
      return { board, result: 'failed', error: collected.error }
    case 'missing':
      return { board, result: 'missing', error: collected.reason }
    case 'replaced':
      return { board, result: 'replaced', boards: collected.boards.map(({ slug }) => slug) }
    case 'quarantined':
      return { board, result: 'quarantined', error: collected.quarantine.reason }
    case 'read': {
      const { changes, removed, count, doubt, unfinished, isUnchanged } = collected
      const error = doubt ?? unfinished?.error
      const result = isUnchanged ? 'unchanged' : 'read'
      const counts = countChanges(changes)
      return { board, result, listed: count, ...counts, removed: removed.length, error }
    }
    case 'details': {
      const { changes, unfinished } = collected
      return { board, result: 'details', ...countChanges(changes), error: unfinished?.error }
    }
  }
}

function countChanges(changes: readonly PostingChange[]) {
  return {
    lines: changes.filter(({ line }) => line !== undefined).length,
    skipped: changes.filter(({ posting }) => posting.skipped !== null).length,
  }
}

export function totalsLine({ boards, quarantined, failed, counts }: CollectorTotals): string {
  return `boards ${boards}  quarantined ${quarantined}  failed ${failed}  ${summary(counts)}`
}
