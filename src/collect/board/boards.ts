import { and, eq, ne } from 'drizzle-orm'
import type { Queries } from '../../catalogue/database/client/drizzle'
import { collectorBoards, collectorPostings } from '../../catalogue/database/schema/collector'
import type { Country } from '../../values/country'
import { PREFERRED_BOARD_SETTING } from '../system'
import { NO_QUARANTINE } from './board-columns'
import { inRanges } from './board-ranges'
import { type BoardRow, boardStateSql, boardTitle, TO_IMPORT } from './board-state'
import { FIRST_INTERVAL_MS } from './next-due'

/** A board as an operator adds it. */
export interface NewBoard {
  source: string
  slug: string
  settings?: Readonly<Record<string, string>>
  organization?: string
  country?: Country
}

/**
 * Adds a board, due at once. `changed`: it was known with another name, country or settings, or had been removed; `revived`:
 * it was dead.
 */
export async function addBoard(
  { db }: Queries,
  board: NewBoard,
  now: Date,
): Promise<'added' | 'changed' | 'known' | 'revived'> {
  const { source, slug, settings = {} } = board
  const [added] = await db
    .insert(collectorBoards)
    .values(newRow(board, now))
    .onConflictDoNothing()
    .returning({ id: collectorBoards.id })
  if (added !== undefined) return 'added'
  const known = await findBoard({ db }, source, slug, { removed: true })
  if (known === undefined) throw new Error(`${source}/${slug} is neither new nor known`)
  const next = {
    organization: board.organization ?? known.organization,
    country: board.country ?? known.country,
    settings: given({ ...known.settings, ...settings }),
  }
  const isEnded = known.state === 'removed' || known.state === 'dead'
  const isSame =
    next.organization === known.organization &&
    next.country === known.country &&
    Bun.deepEquals(next.settings, known.settings)
  if (isSame && !isEnded) return 'known'
  await db
    .update(collectorBoards)
    .set({
      ...next,
      ...(isEnded ? revived(now) : fresh(now)),
      ...(next.settings[PREFERRED_BOARD_SETTING] !== known.settings[PREFERRED_BOARD_SETTING] && {
        preferredBoard: null,
      }),
      // Its earlier lists say nothing about postings that were imported since.
      ...(known.state === 'removed' && { lastSuccessAt: null }),
    })
    .where(eq(collectorBoards.id, known.id))
  // The jobs of a removed board may have been expired since, so that all its postings are imported again.
  if (known.state === 'removed') {
    await db
      .update(collectorPostings)
      .set({ fingerprint: TO_IMPORT, contentHash: null, dueAt: null })
      .where(eq(collectorPostings.boardId, known.id))
  }
  return known.state === 'dead' ? 'revived' : 'changed'
}

const BOARDS_PER_STATEMENT = 1000

/** Adds the unknown boards, due at once; returns their titles. */
export async function addNewBoards(
  { db }: Queries,
  boards: readonly NewBoard[],
  now: Date,
): Promise<Set<string>> {
  const added = new Set<string>()
  for (let start = 0; start < boards.length; start += BOARDS_PER_STATEMENT) {
    const rows = boards
      .slice(start, start + BOARDS_PER_STATEMENT)
      .map((board) => newRow(board, now))
    const inserted = await db
      .insert(collectorBoards)
      .values(rows)
      .onConflictDoNothing()
      .returning({ source: collectorBoards.source, slug: collectorBoards.slug })
    for (const board of inserted) added.add(boardTitle(board))
  }
  return added
}

/** An empty value removes a setting. */
function given(settings: NewBoard['settings'] = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
}

function newRow(board: NewBoard, now: Date) {
  return {
    ...board,
    settings: given(board.settings),
    addedAt: now,
    nextDue: now,
    intervalSeconds: FIRST_INTERVAL_MS / 1000,
  }
}

/** Boards that are not removed, by source and slug. */
export async function listBoards(queries: Pick<Queries, 'db'>): Promise<BoardRow[]> {
  const { id, state } = collectorBoards
  const rows = await inRanges(queries, id, (isInRange) =>
    queries.db
      .select()
      .from(collectorBoards)
      .where(and(isInRange, ne(state, 'removed'))),
  )
  return rows.sort((a, b) => order(a.source, b.source) || order(a.slug, b.slug))
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export async function countQuarantined({ db }: Pick<Queries, 'db'>): Promise<number> {
  return await db.$count(collectorBoards, eq(boardStateSql, 'quarantined'))
}

/** The names (`source/slug`) of the collected boards: only the collector writes their postings. */
export async function collectedBoards({ db }: Pick<Queries, 'db'>): Promise<Set<string>> {
  const rows = await db
    .select({ source: collectorBoards.source, slug: collectorBoards.slug })
    .from(collectorBoards)
    .where(ne(collectorBoards.state, 'removed'))
  return new Set(rows.map(boardTitle))
}

export async function findBoard(
  { db }: Pick<Queries, 'db'>,
  source: string,
  slug: string,
  { removed = false } = {},
): Promise<BoardRow | undefined> {
  const [row] = await db
    .select()
    .from(collectorBoards)
    .where(and(eq(collectorBoards.source, source), eq(collectorBoards.slug, slug)))
  return row?.state === 'removed' && !removed ? undefined : row
}

/** `active` also accepts another owner of the slug, and asks a dead board again. */
export async function setBoardState(
  { db }: Queries,
  id: number,
  state: 'active' | 'paused' | 'removed',
  now: Date,
): Promise<void> {
  await db
    .update(collectorBoards)
    .set(state === 'active' ? revived(now) : { state, ...NO_LEASE })
    .where(eq(collectorBoards.id, id))
}

/** A collector that is reading the board no longer writes its result. */
const NO_LEASE = { leaseOwner: null, leaseUntil: null }

/** Due now, and the whole list is read. */
function fresh(now: Date) {
  return { nextDue: now, listDue: null, listHash: null, validators: null, ...NO_LEASE }
}

/** Active as if it were new; another owner of the slug is accepted too. */
export function revived(now: Date) {
  return {
    ...fresh(now),
    state: 'active' as const,
    boardName: null,
    missingAnswers: 0,
    listsWithoutPosting: 0,
    failures: 0,
    lastError: null,
    ...NO_QUARANTINE,
  }
}
