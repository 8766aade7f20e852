import { DatabaseUnavailable, Overloaded } from '../values/errors'
import { errorCode, isBroken, QUERY_CANCELED, wasCut } from './database-error'
import { type Deadline, withDeadline } from './deadline'
import type { Statement } from './drizzle'
import {
  ask,
  type Client,
  type ClientOptions,
  type Connection,
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

/** Connections are replaced at this age, because what PostgreSQL caches for one only grows. */
const LIFETIME_MS = 30 * 60_000

/** They are also replaced after prepared statements of this many characters; each takes about 20 bytes in PostgreSQL. */
const MAX_PREPARED_LENGTH = 500_000

/** Connections behind a semaphore: no statement is queued behind another one on its connection. */
export class Pool {
  private readonly semaphore: Semaphore
  private client: Client
  private readonly prepared = new Set<string>()
  private preparedLength = 0
  private expiresAt = 0
  private isClosed = false

  constructor(private readonly options: ClientOptions) {
    this.semaphore = createSemaphore(options.size, options.size * WAITING_PER_CONNECTION)
    this.client = this.open()
  }

  get hasRoom(): boolean {
    return this.load().inUse < this.options.size
  }

  load(): { inUse: number; waiting: number } {
    return this.semaphore.count()
  }

  /** Runs a statement. A read whose connection is cut runs a second time. */
  async run(statement: Statement, deadline: Deadline = {}): Promise<RawAnswer> {
    const attempt = () => this.attempt(deadline, (client) => ask(client, statement))
    return await this.admit(deadline, async () => {
      this.recycle(statement)
      try {
        return await attempt()
      } catch (error) {
        const isLate = deadline.endsAt !== undefined && performance.now() > deadline.endsAt
        const isRead = /^\s*select\b/i.test(statement.text)
        if (isLate || !isRead || !wasCut(errorCode(error))) throw error
        return await attempt()
      }
    })
  }

  /** Runs a statement with what a wait left of the time limit. Less than half is `Overloaded` when it does not suffice. */
  async runUntil(statement: Statement, deadline: Deadline & { endsAt: number }) {
    return await this.transaction(async (connection) => {
      this.recycle(statement)
      const leftMs = Math.max(1, Math.ceil(deadline.endsAt - performance.now()))
      await connection.unsafe(`set local statement_timeout = ${leftMs}`)
      try {
        return await ask(connection, statement)
      } catch (error) {
        const { limitMs = 0 } = this.options
        if (errorCode(error) !== QUERY_CANCELED || leftMs >= limitMs / 2) throw error
        throw new Overloaded('the database had room too late', { cause: error })
      }
    }, deadline)
  }

  /** Runs `work` on one connection between `begin` and `commit`. */
  async transaction<Result>(
    work: (connection: Connection) => Promise<Result>,
    deadline: Deadline = {},
  ): Promise<Result> {
    const wrapped = async (connection: Connection) => ({ result: await work(connection) })
    const begin = (client: Client) => client.begin(wrapped)
    return (await this.admit(deadline, () => this.attempt(deadline, begin))).result
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
  private async admit<Result>(deadline: Deadline, work: () => Promise<Result>): Promise<Result> {
    const { endsAt } = deadline
    const release = await this.semaphore.acquire(deadline)
    const answer = work().finally(release)
    return await withDeadline(answer, endsAt === undefined ? undefined : endsAt + GRACE_MS)
  }

  private async attempt<Result>(
    { endsAt }: Deadline,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    if (this.isClosed) throw new DatabaseUnavailable('the database was left')
    const { client } = this
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

  private recycle({ text }: Statement): void {
    if (!this.prepared.has(text)) this.preparedLength += text.length
    this.prepared.add(text)
    const isWorn = this.preparedLength > MAX_PREPARED_LENGTH || performance.now() > this.expiresAt
    if (isWorn) this.replace(this.client)
  }

  /** The next statements get new connections. Those of `client` end when they are free, or after `seconds`. */
  private replace(client: Client, seconds?: number): void {
    if (client === this.client && !this.isClosed) this.client = this.open()
    const { limitMs } = this.options
    const longest = limitMs === undefined ? undefined : (limitMs + ABANDON_MS) / 1_000
    void client.end({ timeout: seconds ?? longest })
  }

  private open(): Client {
    this.prepared.clear()
    this.preparedLength = 0
    this.expiresAt = performance.now() + LIFETIME_MS
    return openClient(this.options)
  }
}
