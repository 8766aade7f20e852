import { and, eq, sql } from 'drizzle-orm'
import { arrayLiteral } from '../database/array-literal'
import type { Transaction } from '../database/connection'
import type { Queries } from '../database/drizzle'
import { collectorBoards } from '../database/schema/collector-boards'
import { collectorPostings } from '../database/schema/collector-postings'
import { boardState } from './board-columns'
import type { BoardRow, KnownPosting } from './board-state'
import { type Collected, changesOf, removedOf } from './collected'
import { NOT_READ } from './posting-reader'
import { isHeldBy, type Lessee } from './schedule'

export interface FinishedBoard {
  row: BoardRow
  collected: Collected
}

/** The refused postings with the issues of their lines. */
export type Refusals = Map<KnownPosting, string>

/** So that a posting whose line was imported is known, and can leave, even if nothing more is written. */
export async function noteNewPostings(
  queries: Queries,
  boards: readonly FinishedBoard[],
): Promise<void> {
  const rows = boards.flatMap(({ row, collected }) =>
    changesOf(collected)
      .filter(({ line }) => line !== undefined)
      .map(({ posting }) => ({ board: row.id, id: posting.externalId })),
  )
  if (rows.length === 0) return
  // Arrays instead of the builder's `values`, whose parameters are limited in number.
  await queries.run(sql`insert into ${collectorPostings} (board_id, external_id, fingerprint)
    select board, id, '' from unnest(${arrayLiteral(rows.map(({ board }) => board))}::integer[],
      ${arrayLiteral(rows.map(({ id }) => id))}::text[]) as posting (board, id)
    on conflict (board_id, external_id) do update set fingerprint = ''
      where collector_postings.fingerprint = ${NOT_READ}`)
}

/** Ends the leases of the boards that are still held, and writes what is known of them now. */
export async function writeStates(
  queries: Transaction,
  { owner, now }: Lessee,
  boards: readonly FinishedBoard[],
  refused: Refusals,
): Promise<void> {
  const locked = await queries.db
    .select({ id: collectorBoards.id })
    .from(collectorBoards)
    .where(
      isHeldBy(
        owner,
        boards.map(({ row }) => row.id),
      ),
    )
    .orderBy(collectorBoards.id)
    .for('update')
  const held = new Set(locked.map(({ id }) => id))
  const own = boards.filter(({ row }) => held.has(row.id))
  await writePostings(queries, own, refused)
  for (const { row, collected } of own) {
    await queries.db
      .update(collectorBoards)
      .set({ leaseOwner: null, leaseUntil: null, ...boardState(row, collected, now()) })
      .where(eq(collectorBoards.id, row.id))
  }
}

/** The first list of a career site has up to 500,000 rows. */
const ROWS_PER_STATEMENT = 10_000

async function writePostings(
  queries: Transaction,
  boards: readonly FinishedBoard[],
  refused: Refusals,
): Promise<void> {
  const rows = boards.flatMap(({ row, collected }) =>
    changesOf(collected).map(({ posting }) => ({
      boardId: row.id,
      ...withRefusal(posting, refused.get(posting)),
    })),
  )
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const part = rows.slice(start, start + ROWS_PER_STATEMENT)
    // A document instead of the builder's `values`, whose parameters are limited in number.
    await queries.run(sql`insert into ${collectorPostings} (board_id, external_id, fingerprint,
        waiting_fingerprint, reference, content_hash, countries, missing_since, closed_at, due_at,
        skipped, skipped_detail)
      select "boardId", "externalId", fingerprint, "waitingFingerprint", reference, "contentHash",
        countries, "missingSince", "closedAt", "dueAt", skipped, "skippedDetail"
      from jsonb_to_recordset(${withoutNul(JSON.stringify(part))}::text::jsonb) as posting ("boardId" integer,
        "externalId" text, fingerprint text, "waitingFingerprint" text, reference text, "contentHash" text,
        countries text[], "missingSince" timestamptz, "closedAt" timestamptz, "dueAt" timestamptz,
        skipped text, "skippedDetail" text)
      on conflict (board_id, external_id) do update set fingerprint = excluded.fingerprint,
        waiting_fingerprint = excluded.waiting_fingerprint, reference = excluded.reference,
        content_hash = excluded.content_hash, countries = excluded.countries,
        missing_since = excluded.missing_since, closed_at = excluded.closed_at, due_at = excluded.due_at,
        skipped = excluded.skipped, skipped_detail = excluded.skipped_detail`)
  }
  for (const { row, collected } of boards) {
    const ids = removedOf(collected).map(({ externalId }) => externalId)
    if (ids.length === 0) continue
    const isRemoved = sql`${collectorPostings.externalId} = any(${arrayLiteral(ids)}::text[])`
    await queries.db
      .delete(collectorPostings)
      .where(and(eq(collectorPostings.boardId, row.id), isRemoved))
  }
}

/** The importer refused the line: the catalogue keeps what it had, and the line is not sent again until it changes. */
function withRefusal(posting: KnownPosting, issue: string | undefined): KnownPosting {
  return issue === undefined ? posting : { ...posting, skipped: 'refused', skippedDetail: issue }
}

/** PostgreSQL text cannot hold NUL. */
function withoutNul(json: string): string {
  return json.replaceAll('\\u0000', '\\ufffd')
}
