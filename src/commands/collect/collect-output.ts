import { type BoardRow, boardTitle } from '../../collect/board/board-state'
import type { Collected, PostingChange } from '../../collect/board/collected'
import { Stopped } from '../../collect/failures'
import type { SentRequest } from '../../collect/http/client'
import type { Backlog } from '../../collect/run/backlog'
import type { CollectorTotals } from '../../collect/run/totals'
import type { System } from '../../collect/system'
import { MINUTE_MS } from '../../values/instant'
import { plural } from '../../values/plural'
import { explain } from '../terminal/explain'
import { createProgress, printError, summary } from '../terminal/output'
import { CollectProgress } from './collect-progress'
import { watchAnswers } from './watch-answers'

/** How often the log says how far the collector is. */
const LOG_EVERY_MS = MINUTE_MS

export interface OutputOptions {
  isQuiet: boolean
  systems: readonly System[]
  /** Counted by the collector. */
  totals: CollectorTotals
  /** What may be wrong when no host answers. */
  silence: string
}

/** A progress line on a terminal, else a line of JSON for each board. */
export function createOutput({ isQuiet, systems, totals, silence }: OutputOptions) {
  const isTerminal = process.stderr.isTTY === true
  const progress = createProgress(undefined)
  const started = performance.now()
  let nextEntry = started + LOG_EVERY_MS
  const far = new CollectProgress(systems, () => performance.now() - started)
  const show = (): void => {
    if (!isQuiet) progress.show(totals.boards, lineOf(far, totals))
  }
  const report = (entry: Record<string, string>): void => {
    if (isTerminal || isQuiet) for (const line of Object.values(entry)) progress.interrupt(line)
    else log(entry)
  }
  const watch = watchAnswers(() => report({ network: `no host has answered: ${silence}` }))
  return {
    request(request: SentRequest): void {
      far.request()
      watch(request)
      show()
    },
    board(row: BoardRow, collected: Collected): void {
      far.board(row, collected)
      if (isTerminal) show()
      else if (!isQuiet) log(describe(row, collected))
    },
    imported(counts: CollectorTotals['counts']): void {
      if (isTerminal) show()
      else if (counts.read > 0) log({ import: counts })
    },
    importFailed(boards: number, error: unknown): void {
      const issue = `an import of ${plural(boards, 'board')} failed; each board is now imported by itself`
      report({ issue: `${issue}: ${explain(error)}` })
    },
    /** How far the collector is, by a poll of the database. */
    backlog(backlog: Backlog): void {
      far.update(backlog)
      if (isTerminal) show()
      else if (!isQuiet && performance.now() >= nextEntry) {
        nextEntry = performance.now() + LOG_EVERY_MS
        log({ progress: far.entry() })
      }
    },
    /** A poll that a signal ended has not failed. */
    pollFailed(error: unknown): void {
      if (!(error instanceof Stopped)) report({ progress: explain(error) })
    },
    preference: (news: string) => report({ preference: news }),
    pruned: (line: string) => report({ prune: line }),
    outages: {
      onUnreachable: (error: Error) =>
        report({ database: `${explain(error)}; collect waits for it` }),
      onBack(outageMs: number): void {
        report({ database: `the database is back after ${Math.ceil(outageMs / 1000)} s` })
      },
    },
    end: () => progress.end(),
  }
}

function lineOf(progress: CollectProgress, totals: CollectorTotals): string {
  const line = progress.line()
  if (line === undefined) return totalsLine(totals)
  return `${line}  ${issuesOf(totals)}`
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
      const { changes, removed, count, incompleteReason, unfinished, isUnchanged } = collected
      const error = incompleteReason ?? unfinished?.error
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

export function totalsLine(totals: CollectorTotals): string {
  return `boards ${totals.boards}  ${issuesOf(totals)}  ${summary(totals.counts)}`
}

function issuesOf({ quarantined, missing, failed }: CollectorTotals): string {
  return `quarantined ${quarantined}  missing ${missing}  failed ${failed}`
}
