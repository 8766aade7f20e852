import { DatabaseUnavailable, Overloaded } from '../values/errors'
import { errorCode, isBroken, QUERY_CANCELED, wasCut } from './database-error'
import { type Deadline, withDeadline } from './deadline'
import type { Statement } from './drizzle'
import {
  ask,
  type Client,
  type Connection,
  type DatabaseOptions,
  openClient,
} from './postgres-client'
import type { RawAnswer } from './read-rows'
import { createSemaphore, type Semaphore } from './semaphore'

/** A caller waits this long beyond its deadline for PostgreSQL to report that it stopped the statement. */
const GRACE_MS = 100

/** Connections whose statement has no answer this long after its deadline are given up. */
const ABANDON_MS = 5_000

/** Statements that may wait, per connection. */
const WAITING_PER_CONNECTION = 100

/** Connections are replaced after prepared statements of this many characters; each takes about 20 bytes in PostgreSQL. */
const MAX_PREPARED_LENGTH = 500_000

/** Connections behind a semaphore: no statement is queued behind another one on its connection. */
export class Pool {
  private readonly semaphore: Semaphore
  private client: Client
  private readonly prepared = new Set<string>()
  private preparedLength = 0
  private isClosed = false

  constructor(private readonly options: DatabaseOptions) {
    const { poolSize } = options
    this.semaphore = createSemaphore(poolSize, poolSize * WAITING_PER_CONNECTION)
    this.client = this.open()
  }

  get hasRoom(): boolean {
    return this.load().inUse < this.options.poolSize
  }

  load(): { inUse: number; waiting: number } {
    return this.semaphore.count()
  }

  /** Runs a statement. A read whose connection is cut runs a second time. */
  async run(statement: Statement, deadline: Deadline): Promise<RawAnswer> {
    this.recycle(statement.text)
    const isRead = /^\s*select\b/i.test(statement.text)
    return await this.admit(
      (client) => this.askUntil(client, statement, deadline),
      deadline,
      isRead,
    )
  }

  /** Runs `work` on one connection between `begin` and `commit`. */
  async transaction<Result>(work: Work<Connection, Result>, deadline: Deadline): Promise<Result> {
    return await this.admit((client) => begin(client, work), deadline, false)
  }

  /** The next statements get new connections; those in flight end on theirs. */
  renew(): void {
    this.replace(this.client)
  }

  /** Statements in flight may end within a second; waiting and later ones fail with `DatabaseUnavailable`. */
  async close(): Promise<void> {
    this.isClosed = true
    await this.client.end({ timeout: 1 })
  }

  /** The permit is held until the connection is free, also when the caller has stopped waiting. */
  private async admit<Result>(
    work: Work<Client, Result>,
    deadline: Deadline,
    mayRepeat: boolean,
  ): Promise<Result> {
    const { endsAt } = deadline
    const release = await this.semaphore.acquire(deadline)
    const answer = this.use(work, endsAt)
      .catch((error: unknown) => {
        const isLate = endsAt !== undefined && performance.now() > endsAt
        if (!mayRepeat || isLate || !wasCut(error)) throw error
        return this.use(work, endsAt)
      })
      .finally(release)
    return await withDeadline(answer, endsAt && endsAt + GRACE_MS)
  }

  private async use<Result>(work: Work<Client, Result>, endsAt: number | undefined) {
    if (this.isClosed) throw new DatabaseUnavailable('the database was left')
    const { client } = this
    const abandon = () => this.replace(client, 0)
    const timer = endsAt && setTimeout(abandon, endsAt + ABANDON_MS - performance.now())
    try {
      return await work(client)
    } catch (error) {
      // postgres.js carries errors and unsent bytes of a broken connection over to the one that it opens next.
      if (isBroken(error)) this.replace(client)
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  /** After a wait, the statement has what is left of the time limit. Less than half is `Overloaded` when it does not suffice. */
  private async askUntil(client: Client, statement: Statement, { endsAt }: Deadline) {
    const { timeoutMs } = this.options
    const leftMs = Math.ceil((endsAt ?? 0) - performance.now())
    if (timeoutMs === undefined || leftMs > timeoutMs - GRACE_MS / 2) {
      return await ask(client, statement)
    }
    return await begin(client, async (connection) => {
      await connection.unsafe(`set local statement_timeout = ${Math.max(1, leftMs)}`)
      return await ask(connection, statement).catch((error: unknown) => {
        if (errorCode(error) !== QUERY_CANCELED || leftMs >= timeoutMs / 2) throw error
        throw new Overloaded('the database had room too late', { cause: error })
      })
    })
  }

  private recycle(text: string): void {
    if (!this.prepared.has(text)) this.preparedLength += text.length
    this.prepared.add(text)
    if (this.preparedLength > MAX_PREPARED_LENGTH) this.renew()
  }

  /** The next statements get new connections. Those of `client` end when they are free, or after `seconds`. */
  private replace(client: Client, seconds?: number): void {
    if (client === this.client && !this.isClosed) this.client = this.open()
    const { timeoutMs } = this.options
    void client.end({ timeout: seconds ?? (timeoutMs && (timeoutMs + ABANDON_MS) / 1_000) })
  }

  private open(): Client {
    this.prepared.clear()
    this.preparedLength = 0
    return openClient(this.options)
  }
}

type Work<On, Result> = (connection: On) => Promise<Result>

async function begin<Result>(client: Client, work: Work<Connection, Result>): Promise<Result> {
  // In an object, because postgres.js awaits the elements of an array.
  return (await client.begin(async (connection) => ({ result: await work(connection) }))).result
}
