import { eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Queries } from '../database/client/drizzle'
import { every } from '../database/client/operators'
import { collectorBoards, collectorPostings } from '../database/schema/collector'

/** Postings of a board whose address for applying belongs to another board that is collected. */
export interface OtherBoardCount {
  boardId: number
  otherId: number
  /** `source/slug` */
  other: string
  postings: number
  /** Of these, those that are left out because the other board is preferred. */
  leftOut: number
}

const posting = alias(collectorPostings, 'posting')

/** The other boards that postings of all boards, or of one, belong to. */
export async function countOtherBoards(
  queries: Queries,
  boardId?: number,
): Promise<OtherBoardCount[]> {
  const isOf = boardId === undefined ? undefined : eq(posting.boardId, boardId)
  // A join of a table with what another one names, which the builder cannot say in fewer words.
  return await queries.run<OtherBoardCount>(sql`select posting.board_id as "boardId", other.id as "otherId",
      other.source || '/' || other.slug as other, count(*)::integer as postings,
      (count(*) filter (where posting.skipped = 'preferred'))::integer as "leftOut"
    from ${collectorPostings} as posting
    join ${collectorBoards} as other on lower(other.source || '/' || other.slug) = lower(posting.other_board)
    where other.state in ('active', 'paused') and ${every(isNull(posting.unlistedSince), isOf)}
    group by posting.board_id, other.id
    order by posting.board_id, postings desc, other`)
}

/** `120 of 130 are postings of workday/acme/External, 118 left out` */
export function otherBoardLine(
  { other, postings, leftOut }: OtherBoardCount,
  listed: number,
): string {
  const line = `${postings} of ${listed} are postings of ${other}`
  return leftOut === 0 ? line : `${line}, ${leftOut} left out`
}
