import { max, sql } from 'drizzle-orm'
import { COUNTRIES } from '../../../values/country'
import { onlyRow, type Queries } from '../client/drizzle'
import { greatest } from '../client/operators'
import { readCounters } from '../queries/change-counters'
import { findGeneration, type Generation } from '../queries/find-generation'
import { findServerState, type ServerState } from '../queries/find-server-state'
import { changeCounters, imports } from '../schema/changes'
import { changeGaps, generations } from '../schema/generations'

/** Ids and sequence numbers of a generation begin after a multiple of it; below 2^53 there are two million multiples. */
const NUMBERS_PER_BLOCK = 2n ** 32n

const LARGEST = 2n ** 53n

/**
 * One more block of numbers for each 1024 seconds since the last write. So a backup that is restored again later begins
 * another block than the first time. This uses up the blocks below 2^53 in 68 years at most.
 */
const SECONDS_PER_BLOCK = 1024

/** Ids of jobs, and the numbers in cursors of searches. */
const SEQUENCES = ['jobs_id_seq', 'reposts_id_seq'] as const

/** Whether a server is on the history of PostgreSQL on which the generation was opened. */
export function isOnHistory(generation: Generation, server: ServerState): boolean {
  const { identity, timeline, isOriginal } = generation
  return isOriginal && identity === server.identity && timeline === server.timeline
}

/**
 * Opens a generation when the catalogue is on another history of PostgreSQL than its last generation, or when `isLost` says
 * that writes are lost: moves the ids and the sequence numbers to a block that the lost history did not use. Returns the
 * last generation. The caller holds the writer lock in the transaction of `queries`.
 */
export async function ensureGeneration(queries: Queries, isLost = false): Promise<Generation> {
  const server = await findServerState(queries)
  const last = await findGeneration(queries)
  if (last !== undefined && !isLost && isOnHistory(last, server)) return last
  if (last !== undefined) await skipNumbers(queries, await countNumberBlocks(queries, last, server))
  else if (isLost) await skipNumbers(queries, 1n)
  const { identity, timeline, walBytes } = server
  const opened = await queries.db
    .insert(generations)
    .values({
      number: (last?.number ?? 0) + 1,
      ...{ identity, timeline, walBytes: BigInt(Math.ceil(walBytes)) },
      transaction: sql`pg_current_xact_id()::text::bigint % 4294967296`,
    })
    .returning()
  return { ...onlyRow(opened), isOriginal: true }
}

/** One; more when PostgreSQL has begun several timelines, or when the last write is old. */
async function countNumberBlocks(
  { db }: Queries,
  last: Generation,
  server: ServerState,
): Promise<bigint> {
  const [lastCluster, cluster] = [last.identity, server.identity].map((id) => id.split('/')[0])
  const timelines = cluster === lastCluster ? server.timeline - last.timeline : 1
  const lastImport = db.select({ at: max(imports.finishedAt) }).from(imports)
  const lastWrite = greatest(max(generations.openedAt), lastImport)
  const [row] = await db
    .select({ age: sql<number>`extract(epoch from clock_timestamp() - ${lastWrite})::float8` })
    .from(generations)
  const byAge = 1 + Math.floor((row?.age ?? 0) / SECONDS_PER_BLOCK)
  return BigInt(Math.max(1, timelines, byAge))
}

async function skipNumbers(queries: Queries, numberBlocks: bigint): Promise<void> {
  const { db, run } = queries
  const skip = (last: bigint): bigint => {
    const skippedTo = (last / NUMBERS_PER_BLOCK + numberBlocks) * NUMBERS_PER_BLOCK
    if (skippedTo + NUMBERS_PER_BLOCK > LARGEST)
      throw new Error('all numbers below 2^53 are used up')
    return skippedTo
  }
  for (const name of SEQUENCES) {
    // The builder reads no sequence.
    const [row] = await run<{ last: bigint }>(
      sql`select last_value as last from ${sql.identifier(name)}`,
    )
    await run(sql`select setval(${name}, ${skip(row?.last ?? 0n)}::bigint)`)
  }
  const counters = await readCounters(queries)
  for (const country of COUNTRIES) {
    const { counter = 0n, lastEvent = 0n } = counters.get(country) ?? {}
    const skippedTo = skip(counter)
    // A gap at the end of the log becomes longer.
    await db
      .insert(changeGaps)
      .values({ country, lastSeq: lastEvent, skippedTo })
      .onConflictDoUpdate({
        target: [changeGaps.country, changeGaps.lastSeq],
        set: { skippedTo },
      })
    await db
      .insert(changeCounters)
      .values({ country, lastSeq: skippedTo })
      .onConflictDoUpdate({ target: changeCounters.country, set: { lastSeq: skippedTo } })
  }
}
