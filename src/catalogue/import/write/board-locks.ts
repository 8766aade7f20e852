import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/client/connection'
import { errorCode } from '../../database/client/database-error'
import { queryErrorCause } from '../../database/client/drizzle'
import { watchWait } from '../../database/client/lock-holders'
import { LOCKS, takeLock, tryLock } from '../../database/client/locks'
import { IDLE_TRANSACTION_MS } from '../../database/client/postgres-client'

/** Boards share this many locks, because PostgreSQL has room for some thousands. */
const LOCK_COUNT = 1024

/** SQLSTATE `deadlock_detected`. */
const DEADLOCK = '40P01'

/** The database of the locks, and the function that is told that a writer waits. */
interface Waiting {
  database: Database
  report: (message: string) => void
}

/** A full listing holds one of the boards that a batch is about. */
export class BoardBusy extends Error {
  override readonly name = 'BoardBusy'

  constructor(readonly board: string) {
    super(`the board ${board} is being imported in full`)
  }
}

/**
 * The locks of the boards that a full listing names, held until the import ends, so that other writers of these boards come
 * before or after the whole import. They belong to a transaction that is idle otherwise: PostgreSQL ends it, and with it the
 * import, when this process is frozen or its host is lost.
 */
export class HeldBoards {
  private readonly taken = new Set<number>()
  private isWaiting = false

  constructor(
    private readonly session: Transaction,
    private readonly writer: Waiting,
    /** Rejects when the transaction of the locks has ended; statements on a closed connection never settle. */
    private readonly lost: Promise<never>,
  ) {}

  /** Waits for boards that are not held yet, in an order that all imports share. */
  async take(boards: Iterable<string>): Promise<void> {
    const wanted = [...locksOf(boards)].filter(([number]) => !this.taken.has(number))
    for (const [number, board] of wanted.sort(([a], [b]) => a - b)) {
      const isFree = await this.unlessLost(tryLock(this.session, 'boards', number))
      if (!isFree) await this.wait(number, board)
      this.taken.add(number)
    }
  }

  /** Throws when the locks are lost. While the caller holds the writer lock, nobody can have written these boards since. */
  async confirm(): Promise<void> {
    await this.unlessLost(this.session.run(sql`select`))
  }

  /** Keeps PostgreSQL from ending the transaction of a process that runs. */
  async keepAlive(): Promise<void> {
    if (!this.isWaiting) await this.confirm()
  }

  private async unlessLost<Result>(answer: Promise<Result>): Promise<Result> {
    return await Promise.race([answer, this.lost])
  }

  private async wait(number: number, board: string): Promise<void> {
    this.isWaiting = true
    try {
      const waiting = this.unlessLost(takeLock(this.session, 'boards', number))
      await watchBoard(this.writer, { number, board }, waiting)
    } catch (error) {
      if (errorCode(queryErrorCause(error)) !== DEADLOCK) throw error
      throw new Error(
        `another import holds the board ${board} and waits for a board that this one holds; this one gave way, run it again`,
      )
    } finally {
      this.isWaiting = false
    }
  }
}

/** Runs `work` with locks for boards, and releases them. */
export async function holdBoards<Result>(
  writer: Waiting,
  work: (held: HeldBoards) => Promise<Result>,
): Promise<Result> {
  const lost = Promise.withResolvers<never>()
  let working: Promise<Result> | undefined
  try {
    return await writer.database.transaction(async (session) => {
      const held = new HeldBoards(session, writer, lost.promise)
      // The next `confirm` fails too.
      const beat = () => void held.keepAlive().catch(() => undefined)
      const timer = setInterval(beat, IDLE_TRANSACTION_MS / 6)
      try {
        working = work(held)
        return await working
      } finally {
        clearInterval(timer)
      }
    })
  } catch (error) {
    // The transaction fails at once when its connection is lost. The work, which writes nothing more, ends by itself.
    lost.promise.catch(() => undefined)
    lost.reject(error)
    working?.catch(() => undefined)
    throw error
  }
}

/**
 * Throws `BoardBusy` when a full listing holds one of these boards. The caller holds the writer lock until it commits, so that
 * a full listing that begins meanwhile writes afterwards.
 */
export async function requireFreeBoards(
  { run }: Transaction,
  boards: Iterable<string>,
): Promise<void> {
  const locks = locksOf(boards)
  const numbers = `{${[...locks.keys()].join(',')}}`
  // Not the builder: a function call for each lock, without a table.
  const busy = await run<{ number: number }>(sql`
    select number from unnest(${numbers}::integer[]) as lock (number)
    where not pg_try_advisory_xact_lock_shared(${LOCKS.boards}::integer, number)`)
  const [first] = busy
  if (first !== undefined) throw new BoardBusy(locks.get(first.number) ?? '')
}

/** Runs a transaction again after each `BoardBusy`, when the full listing has ended. Nothing is held while it waits. */
export async function whenBoardsAreFree<Result>(
  writer: Waiting,
  work: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof BoardBusy)) throw error
      const { board } = error
      const number = lockOf(board)
      const waiting = writer.database.run(
        sql`select pg_advisory_xact_lock_shared(${LOCKS.boards}::integer, ${number}::integer)`,
      )
      await watchBoard(writer, { number, board }, waiting)
    }
  }
}

async function watchBoard(
  { database: queries, report }: Waiting,
  { number, board }: { number: number; board: string },
  waiting: Promise<unknown>,
): Promise<void> {
  const lock = { name: `the board ${board}`, key: [LOCKS.boards, number] } as const
  await watchWait(waiting, { lock, queries, report })
}

/** The numbers of the locks of these boards, each with one of its boards. */
function locksOf(boards: Iterable<string>): Map<number, string> {
  return new Map(Array.from(boards, (board) => [lockOf(board), board]))
}

function lockOf(board: string): number {
  return createHash('sha256').update(board).digest().readUInt32BE(0) % LOCK_COUNT
}
