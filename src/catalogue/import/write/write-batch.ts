import { setImmediate as pause } from 'node:timers/promises'
import type { ChangeEvent } from '../../../values/change-events'
import type { Country } from '../../../values/country'
import type { Transaction } from '../../database/client/connection'
import type { Queries } from '../../database/client/drizzle'
import { refuseLaterIndex } from '../../database/words/index-version'
import type { BatchLine } from './batch-line'
import { BatchRows, takeIds } from './batch-rows'
import { requireFreeBoards, whenBoardsAreFree } from './board-locks'
import { type Change, changedFields, readDocuments } from './change-log'
import { type Decision, decide, findKnownJobs, findPrunedBefore } from './decide'
import type { PlaceIds } from './place-dictionary'
import { takeWriterLock, type Writer } from './writer'

/** Maximum number of lines in a transaction. */
export const MAX_BATCH = 1000

/** The result of a line. */
export type LineOutcome = ChangeEvent | 'unchanged' | 'rejected'

/**
 * Optional preparation without the writer lock: computes the views of new and changed lines, and stores their place
 * terms. `writeBatch` does the rest.
 */
export async function prepareBatch(writer: Writer, lines: readonly BatchLine[]): Promise<void> {
  const known = await knownByKey(writer.database, lines)
  const decisions: Decision[] = []
  for (const [index, line] of lines.entries()) {
    decisions.push(decide(line, known.get(line.key) ?? []))
    if (index % LINES_BETWEEN_PAUSES === 0) await pause()
  }
  await learnPlaces(writer, decisions)
}

/** About a millisecond of work; the previous batch is being sent meanwhile and needs the event loop. */
const LINES_BETWEEN_PAUSES = 2

/** The result of a batch. */
export interface BatchResult {
  outcomes: LineOutcome[]
  /** The countries of the jobs that became excluded, one for each job. */
  excluded: Country[]
}

/** Writes more in the transaction of a batch, for its lines that were not rejected. */
export type WriteBeside = (queries: Transaction, lines: readonly BatchLine[]) => Promise<void>

/**
 * Writes lines in one transaction, and returns the outcome of each. Throws when two lines have the same key. The
 * writer lock keeps sequence numbers, and instants except those of an archive, in the order of commits. Waits until no
 * other writer imports one of its boards in full.
 */
export async function writeBatch(
  writer: Writer,
  lines: readonly BatchLine[],
  writeBeside?: WriteBeside,
): Promise<BatchResult> {
  const isRepeated = new Set(lines.map(({ key }) => key)).size < lines.length
  if (isRepeated) throw new Error('a batch names a posting once')
  const write = async (queries: Transaction): Promise<BatchResult> => {
    const now = await takeWriterLock(writer, queries)
    if (writer.held === undefined) {
      await requireFreeBoards(
        queries,
        lines.map(({ board }) => board),
      )
    }
    await refuseLaterIndex(queries)
    const known = await knownByKey(queries, lines)
    const prunedBefore = await findPrunedBefore(queries)
    const decisions = lines.map((line) => ({
      line,
      ...decide(line, known.get(line.key) ?? [], prunedBefore),
    }))
    const places = await learnPlaces(writer, decisions)
    const result = await carryOut(queries, decisions, places, now)
    await writeBeside?.(
      queries,
      lines.filter((_, index) => result.outcomes[index] !== 'rejected'),
    )
    return result
  }
  return await whenBoardsAreFree(writer, () => writer.database.transaction(write))
}

async function knownByKey(queries: Queries, lines: readonly BatchLine[]) {
  const keys = lines.map(({ key }) => key)
  return Map.groupBy(await findKnownJobs(queries, keys), ({ key }) => key)
}

async function learnPlaces(writer: Writer, decisions: readonly Decision[]): Promise<PlaceIds> {
  const views = decisions.flatMap(({ create, compare }) => [
    ...create,
    ...compare.map(({ view }) => view),
  ])
  const terms = views.flatMap(({ placeTerms }) => [...placeTerms])
  return await writer.dictionary.learn(writer.database, terms)
}

type LineDecision = Decision & { line: BatchLine }

async function carryOut(
  queries: Transaction,
  decisions: readonly LineDecision[],
  places: PlaceIds,
  now: Date,
): Promise<BatchResult> {
  const compared = decisions.flatMap(({ compare }) => compare.map(({ job }) => job.jobId))
  const documents = await readDocuments(queries, compared)
  const created = decisions.reduce((sum, { create }) => sum + create.length, 0)
  const rows = new BatchRows(now, await takeIds(queries, created))
  const outcomes = decisions.map((decision) => {
    const before = rows.changes.length
    for (const { view, job } of decision.compare) {
      const stored = documents.get(job.jobId)
      if (stored === undefined) throw new Error(`job ${job.jobId} has no document`)
      rows.update(decision.line, view, job, changedFields(stored, view.texts, job.dateCreated))
    }
    for (const view of decision.create) rows.create(decision.line, view)
    for (const { job, event, removedAt } of decision.remove) rows.remove(job, event, removedAt)
    return outcome(decision, rows.changes.slice(before))
  })
  await rows.write(queries, places)
  const excluded = rows.changes.filter(({ event }) => event === 'excluded')
  return { outcomes, excluded: excluded.map(({ country }) => country) }
}

/** A line counts once, for the first of its events in this order. */
const COUNT_ORDER: Readonly<Record<ChangeEvent, number>> = {
  created: 0,
  updated: 1,
  excluded: 2,
  expired: 3,
}

function outcome({ hasNoCountry }: Decision, changes: readonly Change[]): LineOutcome {
  if (hasNoCountry) return 'rejected'
  const events = changes.map(({ event }) => event)
  return events.sort((a, b) => COUNT_ORDER[a] - COUNT_ORDER[b])[0] ?? 'unchanged'
}
