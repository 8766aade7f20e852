import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm'
import { arrayLiteral } from '../../catalogue/database/client/array-literal'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { anyFrom, noneOf } from '../../catalogue/database/client/operators'
import {
  collectorBoards,
  collectorPostings,
  collectorVendors,
} from '../../catalogue/database/schema/collector'
import { MINUTE_MS } from '../../values/instant'
import type { BoardRow, KnownPosting } from '../board/board-state'
import { type LeaseHolder, lockLeased } from '../board/lease'
import { HOST_KEY } from '../pace/limit-key'
import type { Limits, System } from '../system'

/** A lease ends after this time, unless its collector extends it. */
export const LEASE_MS = 10 * MINUTE_MS

/** How many boards of a source may begin. */
export interface Room extends Pick<Limits, 'isPerHost'> {
  source: string
  count: number
}

/** Boards of a vendor that are read at once, for each request that the vendor allows at once. */
const BOARDS_PER_REQUEST = 2

/** How many boards of a system one collector reads at once. */
export function boardsAtOnce({ limits: { maxParallel, boardsAtOnce } }: System): number {
  return boardsAtOnce ?? maxParallel * BOARDS_PER_REQUEST
}

/** The room of a system beside the boards of it that are being read. */
export function roomBeside(reading: number, system: System): Room {
  const { source, limits } = system
  const count = Math.max(0, boardsAtOnce(system) - reading)
  return { source, count, ...(limits.isPerHost && { isPerHost: true }) }
}

/**
 * Leases boards that are due, the longest due first, up to a number for each source and `limit` in all, and none of a
 * vendor or host that is blocked. Collectors never wait for each other, and never get the same board. `except`: boards that
 * the collector still holds, though their leases ended while PostgreSQL was unreachable.
 */
export async function claimDueBoards(
  { db }: Queries,
  { owner, now }: LeaseHolder,
  room: readonly Room[],
  limit: number,
  except: readonly number[] = [],
): Promise<BoardRow[]> {
  const free = room.filter(({ count }) => count > 0)
  if (free.length === 0 || limit <= 0) return []
  const at = now().toISOString()
  const sources = arrayLiteral(free.map(({ source }) => source))
  const counts = arrayLiteral(free.map(({ count }) => count))
  const arePerHost = arrayLiteral(free.map(({ isPerHost = false }) => isPerHost))
  // Lateral, because `for update` cannot stand beside a window function that numbers the boards of a source.
  const due = sql`(with due as materialized (
    select board.id, board.next_due from unnest(${sources}::text[], ${counts}::integer[], ${arePerHost}::boolean[])
      as room (source, count, is_per_host)
    cross join lateral (
      select id, next_due from ${collectorBoards}
      where source = room.source and state = 'active' and next_due <= ${at}
        and (lease_until is null or lease_until <= ${at})
        and id <> all(${arrayLiteral(except)}::integer[])
        and not exists (select from ${collectorVendors} as vendor
          where vendor.blocked_until > ${at}
            and vendor.source in (${HOST_KEY}, case when not room.is_per_host then room.source end))
      order by next_due limit room.count for update skip locked
    ) as board
  ) select id from due order by next_due limit ${limit})`
  return await db
    .update(collectorBoards)
    .set({ leaseOwner: owner, leaseUntil: leaseEnd(now()) })
    .where(anyFrom(collectorBoards.id, due))
    .returning()
}

/** Leases one board, due or not; undefined when another collector holds it. */
export async function claimBoard(
  { db }: Queries,
  { owner, now }: LeaseHolder,
  id: number,
): Promise<BoardRow | undefined> {
  const [row] = await db
    .update(collectorBoards)
    .set({ leaseOwner: owner, leaseUntil: leaseEnd(now()) })
    .where(
      and(
        eq(collectorBoards.id, id),
        or(isNull(collectorBoards.leaseUntil), lte(collectorBoards.leaseUntil, now())),
      ),
    )
    .returning()
  return row
}

/** Extends the leases, and returns the boards that are still leased. */
export async function extendLeases(
  { db }: Queries,
  { owner, now }: LeaseHolder,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .update(collectorBoards)
    .set({ leaseUntil: leaseEnd(now()) })
    .where(anyFrom(collectorBoards.id, lockLeased({ db }, owner, ids)))
    .returning({ id: collectorBoards.id })
  return new Set(rows.map(({ id }) => id))
}

/** Gives boards back unchanged. */
export async function releaseLeases(
  { db }: Queries,
  { owner }: LeaseHolder,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(collectorBoards)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(anyFrom(collectorBoards.id, lockLeased({ db }, owner, ids)))
}

/** Gives back the boards of an owner that it does not know of. */
export async function releaseOtherLeases(
  { db }: Queries,
  { owner }: LeaseHolder,
  known: readonly number[],
): Promise<void> {
  await db
    .update(collectorBoards)
    .set({ leaseOwner: null, leaseUntil: null })
    .where(and(eq(collectorBoards.leaseOwner, owner), noneOf(collectorBoards.id, known)))
}

/** The stored postings of a board. */
export async function readKnownPostings({ db }: Queries, boardId: number): Promise<KnownPosting[]> {
  const { boardId: board, externalId } = collectorPostings
  const known: KnownPosting[] = []
  for (;;) {
    const last = known.at(-1)
    const isNext = last && gt(externalId, last.externalId)
    const part = await db
      .select()
      .from(collectorPostings)
      .where(and(eq(board, boardId), isNext))
      .orderBy(externalId)
      .limit(POSTINGS_PER_QUERY)
    known.push(...part)
    if (part.length < POSTINGS_PER_QUERY) return known
  }
}

/** A career site has up to 500,000; the driver holds the rows of a query a second time. */
const POSTINGS_PER_QUERY = 10_000

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_MS)
}
