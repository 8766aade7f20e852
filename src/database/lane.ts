import { DatabaseUnavailable, Overloaded } from '../values/errors'
import { errorCode, isUnreachable, QUERY_CANCELED, wasCut } from './database-error'
import { withDeadline } from './deadline'
import { createGate, type Gate, type Patience } from './gate'
import { PoolClient } from './pool-client'
import type { RawAnswer } from './read-rows'
import { isRead, type Statement } from './statement'

/** How long after the limit PostgreSQL is taken to be away, as it ought to have stopped the statement. */
const GRACE_MS = 100

/** How much later its connection is given up, so that nobody at its other end keeps a place for ever. */
const ABANDON_MS = 5_000

/** After a connection could not be made the next is tried this much later. */
const RECONNECT_MS = 25

/** Requests that may wait for a connection, per connection. */
const WAITING_PER_CONNECTION = 100

export interface LaneOptions {
  url: string
  connections: number
  /** PostgreSQL stops statements that run longer. */
  limitMs?: number
}

/** Connections to PostgreSQL, and who waits for them. Instants are of `performance.now()`. */
export class Lane {
  private readonly gate: Gate
  private readonly free: PoolClient[] = []
  private readonly busy = new Set<PoolClient>()
  private failure: { at: number; error: unknown } | undefined
  private isClosed = false

  constructor(private readonly options: LaneOptions) {
    this.gate = createGate(options.connections, options.connections * WAITING_PER_CONNECTION)
  }

  get hasRoom(): boolean {
    const { inside, waiting } = this.gate.count()
    return waiting === 0 && inside < this.options.connections
  }

  load(): { inUse: number; waiting: number } {
    const { inside, waiting } = this.gate.count()
    return { inUse: inside, waiting }
  }

  /** Waits for a connection, and until `endsAt` for the answer. A read that is cut off before is asked once more. */
  async run(statement: Statement, patience: Patience = {}): Promise<RawAnswer> {
    const { endsAt } = patience
    return await this.inGate(patience, async () => {
      try {
        return await this.withClient(endsAt, (client) => client.run(statement))
      } catch (error) {
        const isLate = endsAt !== undefined && performance.now() > endsAt
        if (isLate || !isRead(statement) || !wasCut(errorCode(error))) throw error
        return await this.withClient(endsAt, (client) => client.run(statement))
      }
    })
  }

  /**
   * As `run`, when a part of the limit has passed: PostgreSQL stops the statement at `endsAt`. It was the wait that took
   * long, when less than half of the limit was left: `Overloaded`.
   */
  async runOut(statement: Statement, patience: Patience & { endsAt: number }): Promise<RawAnswer> {
    const { endsAt } = patience
    const { limitMs = 0 } = this.options
    return await this.use(async (client) => {
      const leftMs = endsAt - performance.now()
      try {
        return await client.runUntil(statement, endsAt)
      } catch (error) {
        if (errorCode(error) !== QUERY_CANCELED || leftMs >= limitMs / 2) throw error
        throw new Overloaded('the database had room too late', { cause: error })
      }
    }, patience)
  }

  async use<Result>(
    work: (client: PoolClient) => Promise<Result>,
    patience: Patience = {},
  ): Promise<Result> {
    return await this.inGate(patience, () => this.withClient(patience.endsAt, work))
  }

  /** Lets what is under way finish, for a while; what waits or comes later fails with `DatabaseUnavailable`. */
  async close(): Promise<void> {
    this.isClosed = true
    const clients = [...this.free, ...this.busy]
    this.free.length = 0
    await Promise.all(clients.map((client) => client.close()))
  }

  private async inGate<Result>(patience: Patience, work: () => Promise<Result>): Promise<Result> {
    const { endsAt } = patience
    const leave = await this.gate.enter(patience)
    // The place is kept until the connection is free, also when nobody waits for the answer any more.
    const answer = work().finally(leave)
    return await withDeadline(answer, endsAt === undefined ? undefined : endsAt + GRACE_MS)
  }

  private async withClient<Result>(
    endsAt: number | undefined,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = this.take()
    const waitMs = Math.max(0, (endsAt ?? 0) + ABANDON_MS - performance.now())
    const timer = endsAt === undefined ? undefined : setTimeout(() => client.discard(), waitMs)
    try {
      return await work(client)
    } catch (error) {
      const code = errorCode(error)
      if (!client.hasServed && isUnreachable(code) && !wasCut(code)) {
        this.failure = { at: performance.now(), error }
      }
      throw error
    } finally {
      clearTimeout(timer)
      this.busy.delete(client)
      if (client.isUsable && !this.isClosed) this.free.push(client)
      else client.discard()
    }
  }

  private take(): PoolClient {
    if (this.isClosed) throw new DatabaseUnavailable('the database was left')
    let client = this.free.pop()
    while (client !== undefined && !client.isUsable) {
      client.discard()
      client = this.free.pop()
    }
    const { failure, options } = this
    if (client === undefined && failure && performance.now() < failure.at + RECONNECT_MS) {
      throw new DatabaseUnavailable('the database cannot be reached', { cause: failure.error })
    }
    client ??= new PoolClient(options.url, options.limitMs)
    this.busy.add(client)
    return client
  }
}
