import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import {
  collectorBoards,
  collectorPostings,
} from '../../../src/catalogue/database/schema/collector'
import {
  boardState,
  boardStateSql,
  isPosting,
  isPostingSql,
  isWaiting,
  isWaitingSql,
  postingState,
  postingStateSql,
} from '../../../src/collect/board/board-state'
import { useTestDatabase } from '../../support/use-test-database'

const database = useTestDatabase()

const NOW = new Date('2026-03-02T08:00:00Z')
const instant = fc.constantFrom(null, NOW)

const board = fc.record({
  state: fc.constantFrom('active', 'paused', 'dead', 'removed'),
  quarantinedSince: instant,
  missingAnswers: fc.constantFrom(0, 2),
  failures: fc.constantFrom(0, 3),
  lastSuccessAt: instant,
})

const posting = fc.record({
  fingerprint: fc.constantFrom('-', 'abc'),
  waitingFingerprint: fc.constantFrom(null, 'def'),
  unlistedSince: instant,
  contentHash: fc.constantFrom(null, 'hash'),
  dueAt: instant,
  closedAt: instant,
  skipped: fc.constantFrom(
    null,
    'foreign',
    'unresolved',
    'unreadable',
    'refused',
    'gone',
    'forbidden',
  ),
})

test('PostgreSQL and the collector ask the same of boards and postings', async () => {
  const { db } = database.database
  const rows = fc.tuple(
    fc.array(board, { minLength: 40, maxLength: 40 }),
    fc.array(posting, { minLength: 80, maxLength: 80 }),
  )
  await fc.assert(
    fc.asyncProperty(rows, async ([boards, postings]) => {
      await db.delete(collectorBoards)
      const inserted = await db
        .insert(collectorBoards)
        .values(
          boards.map((row, index) => ({
            source: 'fake',
            slug: `b${index}`,
            settings: {},
            addedAt: NOW,
            nextDue: NOW,
            intervalSeconds: 3600,
            ...row,
          })),
        )
        .returning({ id: collectorBoards.id })
      const boardId = inserted[0]?.id ?? 0
      await db
        .insert(collectorPostings)
        .values(postings.map((row, index) => ({ boardId, externalId: `${index}`, ...row })))
      const states = await db
        .select({ row: collectorBoards, state: boardStateSql })
        .from(collectorBoards)
      expect(states.map(({ row }) => boardState(row))).toEqual(states.map(({ state }) => state))
      const seen = await db
        .select({
          row: collectorPostings,
          state: postingStateSql,
          waits: isWaitingSql,
          counts: isPostingSql,
        })
        .from(collectorPostings)
        .where(eq(collectorPostings.boardId, boardId))
      expect(seen.map(({ row }) => [postingState(row), isWaiting(row), isPosting(row)])).toEqual(
        seen.map(({ state, waits, counts }) => [state, waits, counts]),
      )
    }),
    { numRuns: 5 },
  )
})
