import { setImmediate as pause } from 'node:timers/promises'
import type { Transaction } from '../database/connection'
import { refuseLaterIndex } from '../database/index-version'
import { jobIds } from '../database/schema/jobs'
import { appendChanges } from './append-changes'
import type { BatchLine, Change, LineOutcome } from './batch'
import { BatchWork } from './batch-work'
import { changedFields, readDocuments } from './changed-fields'
import { type Decision, decide } from './decide'
import { findKnownJobs } from './find-known-jobs'
import { insertJobs, rewriteJobs } from './job-rows'
import { noteReposts } from './note-reposts'
import type { LearnedPlaces } from './place-dictionary'
import { rememberLines } from './remember-lines'
import { removeJobs } from './remove-jobs'
import { takeIds } from './take-ids'
import { takeTurn, type Writer } from './writer'

/** The most lines of one transaction. */
export const MAX_BATCH = 1000

/**
 * Does what can be done before the writer's lock is taken: finds the lines that are new or changed, and computes
 * their texts and words. Optional: `writeBatch` does what was left undone.
 */
export async function prepareBatch(writer: Writer, lines: readonly BatchLine[]): Promise<void> {
  const known = await findKnownJobs(
    writer.database,
    lines.map(({ key }) => key),
  )
  const decisions: Decision[] = []
  for (const [index, line] of lines.entries()) {
    decisions.push(decide(line, known.get(line.key) ?? []))
    if (index % LINES_BETWEEN_PAUSES === 0) await pause()
  }
  await learnPlaces(writer, decisions)
}

/** About a millisecond of work: the batch before is on its way to PostgreSQL meanwhile, and wants to be sent. */
const LINES_BETWEEN_PAUSES = 2

/**
 * Writes lines in one transaction and says what became of each. Throws when a key stands in two lines.
 * Writers follow one another: the lock keeps their sequence numbers, and their instants but for those of an archive, in
 * the order of their commits.
 */
export async function writeBatch(
  writer: Writer,
  lines: readonly BatchLine[],
): Promise<LineOutcome[]> {
  if (new Set(lines.map(({ key }) => key)).size < lines.length) {
    throw new Error('a batch names a posting once')
  }
  return await writer.database.transaction(async (queries) => {
    const now = await takeTurn(writer, queries)
    await refuseLaterIndex(queries)
    const known = await findKnownJobs(
      queries,
      lines.map(({ key }) => key),
    )
    const decisions = lines.map((line) => ({ line, ...decide(line, known.get(line.key) ?? []) }))
    const places = await learnPlaces(writer, decisions)
    return await carryOut(queries, decisions, places, now)
  })
}

async function learnPlaces(writer: Writer, decisions: readonly Decision[]): Promise<LearnedPlaces> {
  const terms = decisions.flatMap(({ create, compare }) =>
    [...create, ...compare.map(({ view }) => view)].flatMap((view) => [...view.placeTerms]),
  )
  return await writer.dictionary.learn(writer.database, terms)
}

type LineDecision = Decision & { line: BatchLine }

async function carryOut(
  queries: Transaction,
  decisions: readonly LineDecision[],
  places: LearnedPlaces,
  now: Date,
): Promise<LineOutcome[]> {
  const compared = decisions.flatMap(({ compare }) => compare.map(({ job }) => job.jobId))
  const documents = await readDocuments(queries, compared)
  const ids = await takeIds(
    queries,
    jobIds,
    decisions.reduce((sum, { create }) => sum + create.length, 0),
  )
  const work = new BatchWork(now, ids)
  const outcomes = decisions.map((decision) => {
    const before = work.changes.length
    for (const { view, job } of decision.compare) {
      const stored = documents.get(job.jobId)
      if (stored === undefined) throw new Error(`job ${job.jobId} has no document`)
      work.update(decision.line, view, job, changedFields(stored, view.texts, job.dateCreated))
    }
    for (const view of decision.create) work.create(decision.line, view)
    for (const { job, event, removedAt } of decision.remove) work.remove(job, event, removedAt)
    return outcome(decision, work.changes.slice(before))
  })
  await insertJobs(queries, work.created, places)
  await noteReposts(queries, work.rewritten)
  await rewriteJobs(queries, work.rewritten, places)
  await rememberLines(queries, work.held)
  await removeJobs(queries, work.leaving)
  await appendChanges(queries, work.changes)
  return outcomes
}

/** A line counts once: for the first of these that it did. */
function outcome({ isNowhere }: Decision, changes: readonly Change[]): LineOutcome {
  if (isNowhere) return 'rejected'
  const events = new Set(changes.map(({ event }) => event))
  for (const event of ['created', 'updated', 'excluded', 'expired'] as const) {
    if (events.has(event)) return event
  }
  return 'unchanged'
}
