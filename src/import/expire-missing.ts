import { appendChanges } from './append-changes'
import { BatchWork } from './batch-work'
import type { CompleteBoards } from './complete-boards'
import { findActiveKeys, findKnownJobs } from './find-known-jobs'
import { removeJobs } from './remove-jobs'
import { MAX_BATCH } from './write-batch'
import { takeTurn, type Writer } from './writer'

/** Boards whose jobs are looked through at once. */
const BOARDS_AT_ONCE = 100

/**
 * Removes, as expired, the jobs on completely listed boards that the listing does not name, and counts their
 * postings. Does nothing when the listing has lines that could not be read: they may name any posting.
 */
export async function expireMissing(writer: Writer, complete: CompleteBoards): Promise<number> {
  if (complete.unreadLines > 0) return 0
  const boards = [...complete.boards].sort()
  let expired = 0
  for (let start = 0; start < boards.length; start += BOARDS_AT_ONCE) {
    const some = boards.slice(start, start + BOARDS_AT_ONCE)
    const active = await findActiveKeys(writer.database, some)
    const missing = active.filter((key) => !complete.isNamed(key))
    for (let first = 0; first < missing.length; first += MAX_BATCH) {
      expired += await expirePostings(writer, missing.slice(first, first + MAX_BATCH))
    }
  }
  return expired
}

/**
 * Removes the jobs of these postings that are active still, and counts their postings. Both countries at once: a job
 * that left in one of them alone would not be known when its posting is seen again.
 */
async function expirePostings(writer: Writer, keys: readonly string[]): Promise<number> {
  return await writer.database.transaction(async (queries) => {
    const work = new BatchWork(await takeTurn(writer, queries), [])
    const known = [...(await findKnownJobs(queries, keys)).values()].flat()
    const active = known.filter(({ isActive }) => isActive)
    for (const job of active) work.remove(job, 'expired')
    await removeJobs(queries, work.leaving)
    await appendChanges(queries, work.changes)
    return new Set(active.map(({ key }) => key)).size
  })
}
