import { DatabaseUnavailable, Overloaded } from '../values/errors'
import { errorCode, isBroken, QUERY_CANCELED, wasCut } from './database-error'
import { type Deadline, withDeadline } from './deadline'
import type { Statement } from './drizzle'
import { ask, type Client, openClient } from './postgres-client'
import type { RawAnswer } from './read-rows'
import { createSemaphore, type Semaphore } from './semaphore'

/** When PostgreSQL has not stopped a statement this long after its limit, the caller is told that it does not answer. */
const GRACE_MS = 100

/** When it still has not answered this long after the limit, its connection is given up. */
const ABANDON_MS = 5_000

/** Requests that may wait for a connection, per connection. */
const WAITING_PER_CONNECTION = 100

/** Connections are replaced at this age or up to twice of it, because what PostgreSQL caches for one only grows. */
const LIFETIME_MS = 30 * 60_000

/**
 * Connections are also replaced after prepared statements of this many characters: PostgreSQL keeps about 20 bytes for each.
 * Common statements have one or two thousand, but clients can write filters of any number of shapes.
 */
const MAX_PREPARED_LENGTH = 500_000

const CLOSE_LIMIT_SECONDS = 1

export interface PoolOptions {
  url: string
  size: number
  /** PostgreSQL stops statements that run longer. */
  limitMs?: number | undefined
}

/** Connections to PostgreSQL behind a semaphore, so that no statement is queued behind another on its connection. */
export class Pool {
  private readonly semaphore: Semaphore
  private client: Client
  private expiresAt = 0
  private readonly prepared = new Set<string>()
  private preparedLength = 0
  private isClosed = false

  constructor(private readonly options: PoolOptions) {
    const { size } = options
    this.semaphore = createSemaphore(size, size * WAITING_PER_CONNECTION)
    this.client = this.open()
  }

  get hasRoom(): boolean {
    const { inUse, waiting } = this.semaphore.count()
    return waiting === 0 && inUse < this.options.size
  }

  load(): { inUse: number; waiting: number } {
    return this.semaphore.count()
  }

  /** Runs a statement; a read whose connection is cut runs a second time. */
  async run(statement: Statement, deadline: Deadline = {}): Promise<RawAnswer> {
    const attempt = () => this.attempt(deadline, (client) => ask(client, statement), statement)
    return await this.admit(deadline, async () => {
      try {
        return await attempt()
      } catch (error) {
        const isLate = deadline.endsAt !== undefined && performance.now() > deadline.endsAt
        if (isLate || !isRead(statement) || !wasCut(errorCode(error))) throw error
        return await attempt()
      }
    })
  }

  /**
   * Runs a statement with what is left of its time limit after a wait. When PostgreSQL stops it and the wait took more than
   * half of the limit, the error is `Overloaded`.
   */
  async runUntil(statement: Statement, deadline: Deadline & { endsAt: number }) {
    const { limitMs = 0 } = this.options
    return await this.transaction(async (connection) => {
      const leftMs = Math.max(1, Math.ceil(deadline.endsAt - performance.now()))
      await connection.unsafe(`set local statement_timeout = ${leftMs}`)
      try {
        return await ask(connection, statement)
      } catch (error) {
        if (errorCode(error) !== QUERY_CANCELED || leftMs >= limitMs / 2) throw error
        throw new Overloaded('the database had room too late', { cause: error })
      }
    }, deadline)
  }

  /** Runs `work` on one connection between `begin` and `commit`. */
  async transaction<Result>(
    work: (connection: Parameters<Parameters<Client['begin']>[1]>[0]) => Promise<Result>,
    deadline: Deadline = {},
  ): Promise<Result> {
    const begin = async (client: Client) => {
      const { result } = await client.begin(async (connection) => ({
        result: await work(connection),
      }))
      return result
    }
    return await this.admit(deadline, () => this.attempt(deadline, begin))
  }

  /** Statements in flight may end within a second; waiting and later ones fail with `DatabaseUnavailable`. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.client.end({ timeout: CLOSE_LIMIT_SECONDS })
  }

  /** The permit is held until the connection is free, also when the caller has stopped waiting. */
  private async admit<Result>(deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    const { endsAt } = deadline
    const release = await this.semaphore.acquire(deadline)
    const answer = work().finally(release)
    return await withDeadline(answer, endsAt === undefined ? undefined : endsAt + GRACE_MS)
  }

  private async attempt<Result>(
    { endsAt }: Deadline,
    work: (client: Client) => Promise<Result>,
    statement?: Statement,
  ): Promise<Result> {
    const client = this.take(statement)
    const waitMs = Math.max(0, (endsAt ?? 0) + ABANDON_MS - performance.now())
    const abandon = () => this.replace(client, 0)
    const timer = endsAt === undefined ? undefined : setTimeout(abandon, waitMs)
    try {
      return await work(client)
    } catch (error) {
      // postgres.js carries errors and unsent bytes of a broken connection over to the one that it opens next.
      if (isBroken(errorCode(error))) this.replace(client)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  private take(statement: Statement | undefined): Client {
    if (this.isClosed) throw new DatabaseUnavailable('the database was left')
    if (this.preparedLength > MAX_PREPARED_LENGTH || performance.now() > this.expiresAt) {
      this.replace(this.client)
    }
    if (statement !== undefined && !this.prepared.has(statement.text)) {
      this.prepared.add(statement.text)
      this.preparedLength += statement.text.length
    }
    return this.client
  }

  /**
   * Opens new connections for the next statements; those of `client` end with what they run now, at the latest after
   * `seconds`.
   */
  private replace(client: Client, seconds = this.longestSeconds()): void {
    if (client === this.client && !this.isClosed) this.client = this.open()
    void client.end({ timeout: seconds })
  }

  private longestSeconds(): number | undefined {
    const { limitMs } = this.options
    return limitMs === undefined ? undefined : (limitMs + ABANDON_MS) / 1_000
  }

  private open(): Client {
    const { url, size, limitMs } = this.options
    this.expiresAt = performance.now() + LIFETIME_MS * (1 + Math.random())
    this.prepared.clear()
    this.preparedLength = 0
    return openClient(url, size, limitMs)
  }
}

/** A read changes nothing, so it may run again when the outcome of the first run is unknown. */
function isRead({ text }: Statement): boolean {
  return /^\s*select\b/i.test(text)
}
