import { DatabaseUnavailable } from '../../../values/errors'
import { connect, type Database } from '../client/connection'
import type { Statement } from '../client/drizzle'
import type { DatabaseOptions } from '../client/postgres-client'
import { findGeneration, type Generation } from '../queries/find-generation'
import { findPosition, type Position, runPositioned } from '../queries/find-position'
import { findServerState, type ServerState } from '../queries/find-server-state'

/** Cool-down after a standby was behind; it usually catches up in less time. */
const COOL_DOWN_MS = 25

/** The standby lacks changes, or no longer follows the primary. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}

/** A standby server. It has a pool while it is in use, and a new one when it returns after a loss. */
export class Replica {
  /** Its host and port, without the credentials of the URL. */
  readonly name: string
  /** The number of statements that it answered. */
  reads = 0
  /** Bytes of the write-ahead log that it had replayed at the last check that it answered as a standby. */
  replayedBytes: number | undefined
  /** Why it is left out, as last reported. */
  issue: string | undefined
  private pool: Database | undefined
  private watch: Database | undefined
  private coolDownEndsAt = 0
  /** The position in its last answer. */
  private position: Position | undefined
  /** Rejects the answers in flight when the standby is lost. */
  private readonly waiting = new Set<(error: Error) => void>()

  /** A standby that does not answer a check within `checkMs` counts as lost. */
  constructor(
    private readonly options: DatabaseOptions,
    private readonly checkMs: number,
  ) {
    this.name = options.url.replace(/^.*@|^\w+:\/\//, '').replace(/[/?].*$/, '') || 'replica'
  }

  get isUsed(): boolean {
    return this.pool !== undefined
  }

  get isAvailable(): boolean {
    return this.isUsed && performance.now() >= this.coolDownEndsAt
  }

  /** Statements under way and waiting. */
  get load(): number {
    const load = this.pool?.load()
    return load ? load.inUse + load.waiting : 0
  }

  /** Reads its state on a separate connection that queries do not use. Throws `DatabaseUnavailable`. */
  async check(): Promise<ServerState> {
    this.watch ??= connect({ url: this.options.url, poolSize: 1, timeoutMs: this.checkMs })
    try {
      return await findServerState(this.watch)
    } catch (error) {
      // The connection may hang for long, so the next check opens another.
      abandon(this.watch)
      this.watch = undefined
      throw error
    }
  }

  /** Reads the last generation of its catalogue; call it after `check`. Throws `DatabaseUnavailable`. */
  async findGeneration(): Promise<Generation | undefined> {
    if (this.watch === undefined) throw lost()
    return await findGeneration(this.watch)
  }

  /** Starts sending statements to it. */
  use(): void {
    this.pool ??= connect(this.options)
  }

  /** Stops sending statements to it, and fails the statements in flight at once. */
  exclude(): void {
    if (this.pool !== undefined) abandon(this.pool)
    this.pool = undefined
    for (const reject of this.waiting) reject(lost())
  }

  /** Sends no statements to it for a moment. */
  coolDown(): void {
    this.coolDownEndsAt = performance.now() + COOL_DOWN_MS
  }

  /** Answers from a catalogue on the history of `least` with all of its changes; throws `Outdated` otherwise. */
  async read(statement: Statement, least: Position, signal?: AbortSignal) {
    const { promise: loss, reject } = Promise.withResolvers<never>()
    this.waiting.add(reject)
    try {
      return await Promise.race([this.send(statement, least, signal), loss])
    } finally {
      this.waiting.delete(reject)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pool?.close(), this.watch?.close()])
  }

  /**
   * The position is checked before, so that no long search is wasted, and again in the answer, because the server may have been
   * replaced or restored in between.
   */
  private async send(statement: Statement, least: Position, signal: AbortSignal | undefined) {
    const { pool } = this
    if (pool === undefined) throw lost()
    if (!reaches(this.position, least)) this.demand(await findPosition(pool), least)
    const answer = await runPositioned(pool, statement, signal)
    this.demand(answer, least)
    this.reads += 1
    return answer
  }

  private demand(position: Position, least: Position): void {
    this.position = position
    if (!position.isStandby || !reaches(position, least)) throw new Outdated()
  }
}

function lost(): DatabaseUnavailable {
  return new DatabaseUnavailable('the replica is lost')
}

function reaches(position: Position | undefined, least: Position): boolean {
  if (position === undefined || least.generation === null) return false
  return position.generation === least.generation && position.changes >= least.changes
}

/** Closes connections without waiting; they may be dead. */
function abandon(database: Database): void {
  database.close().catch(() => undefined)
}
