import { appendChanges } from './append-changes'
import type { CompleteBoards } from './complete-boards'
import { findActiveJobs } from './find-known-jobs'
import { removeJobs } from './remove-jobs'
import { MAX_BATCH, takeTurn } from './write-batch'
import type { Writer } from './writer'

/** Boards whose jobs are looked through at once. */
const BOARDS_AT_ONCE = 100

/**
 * Removes, as expired, the jobs on completely listed boards that the listing does not name, and counts their
 * postings. Does nothing when the listing has lines that could not be read: they may name any posting.
 */
export async function expireMissing(writer: Writer, complete: CompleteBoards): Promise<number> {
  if (complete.unreadLines > 0) return 0
  const boards = [...complete.boards].sort()
  const expired = new Set<string>()
  for (let start = 0; start < boards.length; start += BOARDS_AT_ONCE) {
    const some = boards.slice(start, start + BOARDS_AT_ONCE)
    let keys: string[]
    do {
      keys = await expireSome(writer, complete, some)
      for (const key of keys) expired.add(key)
    } while (keys.length > 0)
  }
  return expired.size
}

/** Removes one batch and names its postings. */
async function expireSome(
  writer: Writer,
  complete: CompleteBoards,
  boards: readonly string[],
): Promise<string[]> {
  return await writer.database.transaction(async (queries) => {
    const now = await takeTurn(writer, queries)
    const active = await findActiveJobs(queries, boards)
    const missing = ofFirstPostings(active.filter(({ key }) => !complete.isNamed(key)))
    await removeJobs(
      queries,
      missing.map(({ jobId }) => ({ id: jobId, event: 'expired', removedAt: now })),
    )
    await appendChanges(
      queries,
      missing.map(({ country, jobId }) => ({
        country,
        event: 'expired',
        jobId,
        occurredAt: now,
        changed: null,
      })),
    )
    return missing.map(({ key }) => key)
  })
}

/** The jobs of the first postings. One that left in one country alone would not be known when it is seen again. */
function ofFirstPostings<Job extends { key: string }>(jobs: readonly Job[]): Job[] {
  const keys = new Set(jobs.slice(0, MAX_BATCH).map(({ key }) => key))
  return jobs.filter(({ key }) => keys.has(key))
}
