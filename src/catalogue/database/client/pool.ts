import { DatabaseUnavailable, Overloaded } from '../../../values/errors'
import { errorCode, isBroken, isSettingRefused, QUERY_CANCELED, wasCut } from './database-error'
import { type Deadline, withDeadline } from './deadline'
import type { Statement } from './drizzle'
import type { Client, Connection, DatabaseOptions } from './postgres-client'
import { openClient, sendStatement, statementSettings } from './postgres-client'
import type { RawAnswer } from './read-rows'
import { createSemaphore } from './semaphore'

/** A caller waits this long beyond its deadline for PostgreSQL to report that it stopped the statement. */
const GRACE_MS = 100

/** Connections whose statement has no answer this long after its deadline are given up. */
const ABANDON_MS = 5_000

/** Statements that may wait, per connection. */
const WAITING_PER_CONNECTION = 100

/** Connections are replaced after prepared statements of this many characters; each takes about 20 bytes in PostgreSQL. */
const MAX_PREPARED_LENGTH = 500_000

type Work<On, Result> = (connection: On) => Promise<Result>

export type Pool = ReturnType<typeof openPool>

/** Connections behind a semaphore: no statement is queued behind another one on its connection. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: its functions share the client, which is replaced
export function openPool(options: DatabaseOptions) {
  const { poolSize, timeoutMs, graceMs = GRACE_MS, keepsPlans = false } = options
  const semaphore = createSemaphore(poolSize, poolSize * WAITING_PER_CONNECTION)
  const setLocal = Object.entries(statementSettings(timeoutMs))
    .map(([name, value]) => `set local ${name} = '${value}'`)
    .join(';')
  /** Found at the first connection: a pooler refuses settings. */
  let isPooled = false
  let current = openClient(options)
  let isClosed = false
  const prepared = new Set<string>()
  let preparedLength = 0

  /** The next statements get new connections. Those of `client` end when they are free, or after `seconds`. */
  function replace(client: Client, seconds = timeoutMs && (timeoutMs + ABANDON_MS) / 1_000): void {
    if (client === current && !isClosed) {
      current = openClient(options, isPooled)
      prepared.clear()
      preparedLength = 0
    }
    void client.end({ timeout: seconds })
  }

  async function use<Result>(
    work: Work<Client, Result>,
    endsAt: number | undefined,
  ): Promise<Result> {
    if (isClosed) throw new DatabaseUnavailable('the connections to the database are closed')
    const client = current
    const wasPooled = isPooled
    const abandon = () => replace(client, 0)
    const timer = endsAt && setTimeout(abandon, endsAt + ABANDON_MS - performance.now())
    try {
      return await work(client)
    } catch (error) {
      if (isSettingRefused(error) && !wasPooled) {
        if (!isPooled) {
          isPooled = true
          replace(current)
        }
        return await use(work, endsAt)
      }
      // postgres.js carries errors and unsent bytes of a broken connection over to the one that it opens next.
      if (isBroken(error)) replace(client)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** The permit is held until the connection is free, also when the caller has stopped waiting. */
  async function admit<Result>(
    work: Work<Client, Result>,
    deadline: Deadline,
    mayRepeat: boolean,
  ): Promise<Result> {
    const { endsAt } = deadline
    const release = await semaphore.acquire(deadline)
    const answer = use(work, endsAt)
      .catch((error: unknown) => {
        const isLate = endsAt !== undefined && performance.now() > endsAt
        if (!mayRepeat || isLate || !wasCut(error)) throw error
        return use(work, endsAt)
      })
      .finally(release)
    return await withDeadline(answer, endsAt && endsAt + graceMs)
  }

  /**
   * After a wait, the statement gets the rest of the time limit. If that is less than half and it is not enough, the error is
   * `Overloaded`.
   */
  async function sendUntil(client: Client, statement: Statement, { endsAt = 0 }: Deadline) {
    const leftMs = Math.ceil(endsAt - performance.now())
    const isWhole = timeoutMs === undefined || leftMs > timeoutMs - GRACE_MS / 2
    const sendOn = (connection: Connection) =>
      sendStatement(connection, statement, !keepsPlans || statement.keepsPlan === true)
    if (isWhole && !isPooled && !statement.mayScan) return await sendOn(client)
    return await begin(client, async (connection) => {
      if (isWhole) return await sendOn(connection)
      await connection.unsafe(`set local statement_timeout = ${Math.max(1, leftMs)}`)
      return await sendOn(connection).catch((error: unknown) => {
        if (errorCode(error) !== QUERY_CANCELED || leftMs >= timeoutMs / 2) throw error
        throw new Overloaded('the database had room too late', { cause: error })
      })
    })
  }

  async function begin<Result>(client: Client, work: Work<Connection, Result>): Promise<Result> {
    const answer = await client.begin(async (connection) => {
      if (isPooled) await connection.unsafe(setLocal)
      // In an object, because postgres.js awaits the elements of an array.
      return { result: await work(connection) }
    })
    return answer.result
  }

  return {
    hasRoom: () => semaphore.count().inUse < poolSize,
    load: semaphore.count,
    /** Runs a statement. A read whose connection is cut runs a second time. */
    async run(statement: Statement, deadline: Deadline): Promise<RawAnswer> {
      const { text } = statement
      if (!prepared.has(text)) preparedLength += text.length
      prepared.add(text)
      if (preparedLength > MAX_PREPARED_LENGTH) replace(current)
      const isRead = /^\s*select\b/i.test(text)
      return await admit((client) => sendUntil(client, statement, deadline), deadline, isRead)
    },
    /** Runs `work` on one connection between `begin` and `commit`. */
    transaction: <Result>(work: Work<Connection, Result>, deadline: Deadline) =>
      admit((client) => begin(client, work), deadline, false),
    /** The next statements get new connections; statements in flight end on their own. */
    renew: () => replace(current),
    /** Statements in flight may end within a second; waiting and later ones fail with `DatabaseUnavailable`. */
    async close(): Promise<void> {
      isClosed = true
      await current.end({ timeout: 1 })
    },
  }
}
