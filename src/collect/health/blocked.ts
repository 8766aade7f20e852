import {
  and,
  asc,
  count,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  like,
  lte,
  or,
  type SQLWrapper,
} from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards, collectorVendors } from '../../catalogue/database/schema/collector'
import { formatInstant } from '../../values/instant'
import { HOST_KEY } from '../pace/limit-key'

/** A vendor, or an employer's host, that gets no requests for a time. */
export interface Blocked {
  /** `bamboohr`, or `jibe/jobs.acme.example`. */
  key: string
  until: Date
  reason: string
  /** Boards that are due before then. */
  waiting: number
}

/** The vendors and hosts that are blocked now, and how many active boards wait for each. */
export async function listBlocked({ db }: Pick<Queries, 'db'>, now: Date): Promise<Blocked[]> {
  const { source: key, blockedUntil, blockedReason: reason } = collectorVendors
  const isBlocked = gt(blockedUntil, now)
  const rows = await db
    .select({ key, until: blockedUntil, reason })
    .from(collectorVendors)
    .where(isBlocked)
    .orderBy(asc(key))
  if (rows.length === 0) return []
  const { source, nextDue, state } = collectorBoards
  const sources = [...new Set(rows.map((row) => row.key.split('/')[0] ?? ''))]
  const isWaiting = and(eq(state, 'active'), inArray(source, sources), lte(nextDue, blockedUntil))
  const countWaiting = (keyOfBoard: SQLWrapper) =>
    db
      .select({ key, waiting: count() })
      .from(collectorVendors)
      .innerJoin(collectorBoards, and(eq(key, keyOfBoard), isWaiting))
      .where(isBlocked)
      .groupBy(key)
  // One join for both keys of a board would compare each board with each vendor.
  const counts = [...(await countWaiting(source)), ...(await countWaiting(HOST_KEY))]
  const waiting = new Map(counts.map((row) => [row.key, row.waiting]))
  return rows.flatMap(({ key, until, reason }) =>
    until === null
      ? []
      : [{ key, until, reason: reason ?? 'blocked', waiting: waiting.get(key) ?? 0 }],
  )
}

/** `bamboohr until 2026-11-23T08:00:00Z (acme.bamboohr.com answered 429): 12 boards wait` */
export function blockedLine({ key, until, reason, waiting }: Blocked): string {
  const boards = waiting === 1 ? '1 board waits' : `${waiting} boards wait`
  return `${key} until ${formatInstant(until)} (${reason}): ${boards}`
}

/** Unblocks a source and all employers' hosts on it; returns how many blocks were lifted. */
export async function liftBlocks({ db }: Queries, source: string, now: Date): Promise<number> {
  const isOfSource = or(
    eq(collectorVendors.source, source),
    like(collectorVendors.source, `${source}/%`),
  )
  const lifted = await db
    .update(collectorVendors)
    .set({ blockedUntil: null, blockedReason: null, openings: 0 })
    .where(and(isOfSource, gt(collectorVendors.blockedUntil, now)))
    .returning({ key: collectorVendors.source })
  if (lifted.length === 0) return 0
  // The block had postponed these boards until its end.
  await db
    .update(collectorBoards)
    .set({ nextDue: now })
    .where(
      and(
        eq(collectorBoards.source, source),
        eq(collectorBoards.state, 'active'),
        gt(collectorBoards.nextDue, now),
        isNotNull(collectorBoards.lastError),
      ),
    )
  return lifted.length
}

/** How many active boards of these sources are due and leased by no collector. */
export async function countOverdue(
  { db }: Pick<Queries, 'db'>,
  sources: readonly string[],
  now: Date,
): Promise<number> {
  const { source, state, nextDue, leaseUntil } = collectorBoards
  const isFree = or(isNull(leaseUntil), lte(leaseUntil, now))
  return await db.$count(
    collectorBoards,
    and(eq(state, 'active'), lte(nextDue, now), isFree, inArray(source, [...sources])),
  )
}
