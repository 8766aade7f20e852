import { and, eq, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { EVENT_KINDS, SHOWING_EVENTS } from '../../../values/change-events'
import { COUNTRIES, type Country } from '../../../values/country'
import { DAY_MS, FIRST_MS, HOUR_MS } from '../../../values/instant'
import type { Transaction } from '../../database/client/connection'
import { anyOf, every } from '../../database/client/operators'
import { rowsOf } from '../../database/client/rows'
import { changeCounters, changes } from '../../database/schema/changes'
import { jobDocuments, postings, removedJobs, reposts } from '../../database/schema/jobs'
import { retention } from '../../database/schema/single-rows'
import { noteStep } from '../write/steps'
import { takeWriterLock, type Writer } from '../write/writer'

/** The jobs that one transaction deletes, and the changes that one reads. Importers wait meanwhile. */
const STEP = { jobs: 500, changes: 5_000 }

export interface PruneOptions {
  /** Jobs that left before this instant are pruned; see `pruneHorizon`. */
  before: Date
  /** Limits the transactions; the next prune goes on. */
  maxSteps?: number
  /** For tests. */
  step?: typeof STEP
  /** No transaction begins after it is aborted. */
  signal?: AbortSignal
  /** Called after each transaction; `total` is the number of jobs to prune. */
  onProgress?: (pruned: Pruned, total: number) => void
}

/** Numbers of deleted rows. */
export interface Pruned {
  jobs: number
  changes: number
}

/** Jobs that left before this instant may be pruned. An hour is added for clocks that differ and requests in flight. */
export function pruneHorizon(now: Date, keepDays: number): Date {
  return new Date(now.getTime() - keepDays * DAY_MS - HOUR_MS)
}

/** Takes the turn of importers and collectors to prune, on any machine; false when one took it within the hour. */
export async function takePruneTurn({ database, clock }: Writer): Promise<boolean> {
  const now = await clock(database)
  const { isOnly, turnAt } = retention
  const hourAgo = new Date(now.getTime() - HOUR_MS)
  const taken = await database.db
    .insert(retention)
    .values({ turnAt: now })
    .onConflictDoUpdate({
      target: isOnly,
      set: { turnAt: now },
      setWhere: every(or(isNull(turnAt), lte(turnAt, hourAgo))),
    })
    .returning({ turnAt })
  return taken.length > 0
}

/**
 * Deletes the jobs that left before an instant, and the changes before it that a later change of the same job makes
 * needless. The change log keeps the removal of each job, because a follower may stand between creation and removal.
 * Killed at any moment, it resumes when it is run again.
 */
export async function prune(writer: Writer, options: PruneOptions): Promise<Pruned> {
  const { before, maxSteps = Number.POSITIVE_INFINITY, step: size = STEP } = options
  const { signal, onProgress } = options
  const left = lt(removedJobs.dateRemoved, before)
  const total = onProgress ? await writer.database.db.$count(removedJobs, left) : 0
  const pruned: Pruned = { jobs: 0, changes: 0 }
  let steps = 0
  /** Repeats a step until it returns undefined. */
  const repeat = async (step: () => Promise<Pruned | undefined>): Promise<void> => {
    while (steps < maxSteps && signal?.aborted !== true) {
      const done = await step()
      if (done === undefined) return
      steps += 1
      pruned.jobs += done.jobs
      pruned.changes += done.changes
      onProgress?.(pruned, Math.max(total, pruned.jobs))
    }
  }
  // Begins where the last step ended: the index still has the entries of deleted rows.
  let from = new Date(FIRST_MS)
  await repeat(async () => {
    const step = await pruneJobs(writer, { from, before, limit: size.jobs })
    if (step !== undefined) from = step.until
    return step
  })
  for (const country of COUNTRIES)
    await repeat(() => pruneUpdates(writer, country, { before, limit: size.changes }))
  return pruned
}

/** `until`: when the last of these jobs left. Undefined when there is none. */
async function pruneJobs(
  writer: Writer,
  { from, before, limit }: { from: Date; before: Date; limit: number },
): Promise<(Pruned & { until: Date }) | undefined> {
  return await writer.database.transaction(async (queries) => {
    await takeWriterLock(writer, queries)
    const { id, country, dateRemoved } = removedJobs
    const rows = await queries.db
      .select({ id, dateRemoved })
      .from(removedJobs)
      .where(and(gte(dateRemoved, from), lt(dateRemoved, before)))
      .orderBy(dateRemoved, country, id)
      .limit(limit)
    const until = rows.at(-1)?.dateRemoved
    if (!until) return undefined
    await noteStep(queries, before)
    const ids = rows.map((row) => row.id)
    const { db } = queries
    await db.delete(removedJobs).where(anyOf(id, ids))
    await db.delete(jobDocuments).where(anyOf(jobDocuments.jobId, ids))
    await db.delete(postings).where(anyOf(postings.jobId, ids))
    await db.delete(reposts).where(anyOf(reposts.jobId, ids))
    const deleted = await db
      .delete(changes)
      .where(and(anyOf(changes.jobId, ids), inArray(changes.event, SHOWING_EVENTS)))
      .returning({ seq: changes.seq })
    return { jobs: rows.length, changes: deleted.length, until }
  })
}

/**
 * Reads on in the change log of a country, and deletes the updates that a later update of the same job makes needless:
 * both show the job as it is now. Undefined when it has read all changes before the instant.
 */
async function pruneUpdates(
  writer: Writer,
  country: Country,
  range: { before: Date; limit: number },
): Promise<Pruned | undefined> {
  return await writer.database.transaction(async (queries) => {
    await takeWriterLock(writer, queries)
    const read = await readOn(queries, country, range)
    const last = read.at(-1)
    if (last === undefined) return undefined
    await noteStep(queries, range.before)
    await queries.db
      .update(changeCounters)
      .set({ prunedTo: last.seq })
      .where(eq(changeCounters.country, country))
    const replaceable = read.filter(({ event }) => EVENT_KINDS[event].isReplaceable)
    const lasts = new Map(
      replaceable.map(({ jobId, event, seq }) => [`${event} ${jobId}`, { jobId, event, seq }]),
    )
    const later = rowsOf(changes, ['jobId', 'event', 'seq'], [...lasts.values()])
    // The builder cannot delete rows by a join.
    const deleted = await queries.run(sql`
      delete from ${changes} using ${later.from}
      where ${changes.jobId} = ${later.row.jobId} and ${changes.seq} < ${later.row.seq}
        and ${changes.country} = ${country} and ${changes.event} = ${later.row.event}
      returning ${changes.seq}`)
    return { jobs: 0, changes: deleted.length }
  })
}

/** The next changes of a country up to the first that is not before the instant. */
async function readOn(
  { db }: Transaction,
  country: Country,
  { before, limit }: { before: Date; limit: number },
) {
  const { seq, event, jobId, occurredAt } = changes
  const [counter] = await db
    .select({ prunedTo: changeCounters.prunedTo })
    .from(changeCounters)
    .where(eq(changeCounters.country, country))
  const rows = await db
    .select({ seq, event, jobId, occurredAt })
    .from(changes)
    .where(and(eq(changes.country, country), gt(seq, counter?.prunedTo ?? 0n)))
    .orderBy(seq)
    .limit(limit)
  const end = rows.findIndex((row) => row.occurredAt >= before)
  return end === -1 ? rows : rows.slice(0, end)
}
