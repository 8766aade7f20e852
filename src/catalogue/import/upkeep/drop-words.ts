import { and, gte, lt } from 'drizzle-orm'
import { FIRST_MS } from '../../../values/instant'
import { anyFrom } from '../../database/client/operators'
import { hasWords, NO_WORDS, wordsHorizon } from '../../database/schema/dropped-words'
import { removedJobs } from '../../database/schema/jobs'
import type { Writer } from '../write/writer'

/** Jobs of one transaction. */
const STEP = 2_000

interface DropOptions {
  /** Limits the transactions; the next call goes on. */
  maxSteps?: number
  /** For tests. */
  step?: number
  /** No transaction begins after it is aborted. */
  signal?: AbortSignal
}

/**
 * Drops the words and places of jobs that left and that no count searches any longer; their documents stay. Takes no lock that
 * readers, importers or another call wait for. Returns the number of jobs.
 */
export async function dropWords(
  { database, clock }: Writer,
  { maxSteps = Number.POSITIVE_INFINITY, step = STEP, signal }: DropOptions = {},
): Promise<number> {
  const horizon = wordsHorizon(await clock(database))
  const { id, dateCreated } = removedJobs
  let dropped = 0
  // Begins where the last step ended: the index still has the entries of updated rows.
  let from = new Date(FIRST_MS)
  for (let steps = 0; steps < maxSteps && signal?.aborted !== true; steps += 1) {
    const due = database.db
      .select({ id })
      .from(removedJobs)
      .where(and(hasWords(removedJobs), gte(dateCreated, from), lt(dateCreated, horizon)))
      .orderBy(dateCreated)
      .limit(step)
      .for('update', { skipLocked: true })
    const rows = await database.db
      .update(removedJobs)
      .set(NO_WORDS)
      .where(anyFrom(id, due))
      .returning({ dateCreated })
    if (rows.length === 0) break
    dropped += rows.length
    from = new Date(Math.max(...rows.map((row) => row.dateCreated.getTime())))
  }
  return dropped
}
