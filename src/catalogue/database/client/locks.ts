import { type SQL, sql } from 'drizzle-orm'
import type { Queries } from './drizzle'
import { list } from './operators'

/** The keys of all advisory locks of the service, in one place so that no two are equal. */
export const LOCKS = {
  /** Held by a writer from before it reads the clock until it commits. */
  writer: 5_301_001,
  /** Held while migrations are applied. */
  migration: 5_301_002,
  /** Held while the employer list is built. */
  organizationList: 5_301_003,
  /** The first of two keys; the second is the number of a lock for boards. See `catalogue/import/write/board-locks.ts`. */
  boards: 5_301_004,
  /** Held while the vocabulary is counted. */
  vocabulary: 5_301_005,
} as const

export interface AdvisoryLock {
  /** As messages name it: `the writer lock`. */
  name: string
  /** One `bigint` below 2^31, or two integers. */
  key: readonly [number, number?]
}

export const WRITER_LOCK: AdvisoryLock = { name: 'the writer lock', key: [LOCKS.writer] }

/** Takes a lock until the transaction ends, unless another session holds it. Returns whether it was taken. */
export async function tryLock({ run }: Queries, ...key: LockKey): Promise<boolean> {
  const [row] = await run<{ isTaken: boolean }>(
    sql`select pg_try_advisory_xact_lock(${numbers(key)}) as "isTaken"`,
  )
  return row?.isTaken === true
}

/** Waits for a lock and holds it until the transaction ends. */
export async function takeLock({ run }: Queries, ...key: LockKey): Promise<void> {
  await run(sql`select pg_advisory_xact_lock(${numbers(key)})`)
}

/** A lock, or one of several with a number. */
type LockKey = [lock: keyof typeof LOCKS, number?: number]

function numbers([lock, ...number]: LockKey): SQL {
  return list([LOCKS[lock], ...number].map((part) => sql.param(part)))
}
