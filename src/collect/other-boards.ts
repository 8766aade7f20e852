import { sql } from 'drizzle-orm'
import type { Queries } from '../database/client/drizzle'
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

/** The other boards that postings of all boards, or of one, belong to. */
export async function countOtherBoards(
  queries: Queries,
  boardId?: number,
): Promise<OtherBoardCount[]> {
  // A join of a table with what another one names, which the builder cannot say in fewer words.
  return await queries.run<OtherBoardCount>(sql`select posting.board_id as "boardId", other.id as "otherId",
      other.source || '/' || other.slug as other, count(*)::integer as postings,
      (count(*) filter (where posting.skipped = 'preferred'))::integer as "leftOut"
    from ${collectorPostings} as posting
    join ${collectorBoards} as other on lower(other.source || '/' || other.slug) = lower(posting.other_board)
    where other.state in ('active', 'paused') and posting.missing_since is null
      and ${boardId === undefined ? sql`true` : sql`posting.board_id = ${boardId}`}
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
