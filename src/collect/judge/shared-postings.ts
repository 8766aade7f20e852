import { and, countDistinct, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards } from '../../catalogue/database/schema/collector'
import { activeJobs, jobDocuments, postings } from '../../catalogue/database/schema/jobs'

/** How many postings of a board another board has too. */
export interface SharedPostings {
  boardId: number
  /** The other board, and its `source/slug`. */
  otherId: number
  other: string
  postings: number
}

/** Fewer equal titles in equal places are chance. */
const MIN_SHARED = 3

/** A title and place that more jobs have, such as a cashier in Toronto, says nothing about the employer. */
const MAX_JOBS = 20

/**
 * The boards with jobs of the same titles in the same places: usually one employer on two systems. Reads each active job
 * once; `MAX_JOBS` bounds the pairs. With `boardId`, only pairs with this board.
 */
export async function findSharedPostings(
  queries: Queries,
  boardId?: number,
): Promise<SharedPostings[]> {
  const hasBoard = boardId === undefined ? sql`` : sql`and bool_or(board = ${boardId})`
  const isOwn = boardId === undefined ? sql`` : sql`where own.board = ${boardId}`
  // Several steps over one set of jobs, materialized so that they are read once, which the builder cannot say.
  return await queries.run<SharedPostings>(sql`with job as materialized (
      select job.id, board.id as board, board.source || '/' || board.slug as title,
        hashtextextended(job.title_words::text || ' ' || job.places::text, 0) as content
      from ${collectorBoards} as board
      join ${activeJobs} as job on job.source = board.source and job.source_slug = board.slug
      where board.state <> 'removed' and job.has_location
    ), shared as materialized (
      select job.* from job join (
        select content from job group by content
        having min(board) <> max(board) and count(*) <= ${MAX_JOBS} ${hasBoard}
      ) as several using (content)
    )
    select own.board as "boardId", other.board as "otherId", other.title as other,
      count(distinct posting.key)::integer as postings
    from shared as own
    join shared as other on other.content = own.content and other.board <> own.board
    join ${postings} as posting on posting.job_id = own.id
    ${isOwn}
    group by own.board, other.board, other.title
    having count(distinct posting.key) >= ${MIN_SHARED}
    order by own.board, postings desc, other.title`)
}

/** How many active postings of a board there are, and how many have a text and pay. */
export interface BoardContent {
  boardId: number
  postings: number
  withText: number
  withPay: number
}

/** The content of boards by their ids. */
export async function contentOfBoards(
  queries: Queries,
  ids: readonly number[],
): Promise<Map<number, BoardContent>> {
  if (ids.length === 0) return new Map()
  const count = (condition: SQL) =>
    sql`count(distinct ${postings.key}) filter (where ${condition})`.mapWith(Number)
  const rows = await queries.db
    .select({
      boardId: collectorBoards.id,
      postings: countDistinct(postings.key),
      withText: count(ne(jobDocuments.descriptionText, '')),
      withPay: count(eq(activeJobs.hasSalary, true)),
    })
    .from(collectorBoards)
    .innerJoin(
      activeJobs,
      and(
        eq(activeJobs.source, collectorBoards.source),
        eq(activeJobs.sourceSlug, collectorBoards.slug),
      ),
    )
    .innerJoin(postings, eq(postings.jobId, activeJobs.id))
    .innerJoin(jobDocuments, eq(jobDocuments.jobId, activeJobs.id))
    .where(inArray(collectorBoards.id, [...ids]))
    .groupBy(collectorBoards.id)
  return new Map(rows.map((row) => [row.boardId, row]))
}
