import { DatabaseUnavailable } from '../values/errors'
import { connect, type Database } from './connection'
import type { Statement } from './drizzle'
import { findPosition, type Position } from './queries/find-position'
import { findServerState, type ServerState } from './queries/find-server-state'
import { type PositionedAnswer, runPositioned } from './queries/run-positioned'

/** A standby that does not say in this time how it is counts as lost. */
const CHECK_LIMIT_MS = 1_000

/** For so long a standby that lacked a change is not asked again: it replays what it lacked in less, as a rule. */
const REST_MS = 25

export interface ReplicaOptions {
  url: string
  poolSize: number
  timeoutMs?: number
}

/** The standby cannot answer as of now: it lacks changes, or has stopped to follow the primary. */
export class Outdated extends Error {
  override readonly name = 'Outdated'
}

/** A standby: it is asked while its connections are open, and gets new ones when it comes back from being lost. */
export class Replica {
  /** Its host and port, without what is secret in the URL. */
  readonly name: string
  /** Statements that it answered. */
  reads = 0
  private pool: Database | undefined
  private watch: Database | undefined
  private restsUntilMs = 0
  /** How many it last said that it had. */
  private changes = 0n
  /** How those are told who wait for an answer when the standby is lost. */
  private readonly waiting = new Set<(error: Error) => void>()

  constructor(private readonly options: ReplicaOptions) {
    this.name = options.url.replace(/^.*@|^\w+:\/\//, '').replace(/[/?].*$/, '') || 'replica'
  }

  get isUsed(): boolean {
    return this.pool !== undefined
  }

  get isAvailable(): boolean {
    return this.isUsed && performance.now() >= this.restsUntilMs
  }

  /** Statements under way and waiting. */
  get load(): number {
    const load = this.pool?.load()
    return load ? load.inUse + load.waiting : 0
  }

  /** Asks it how it is, on a connection of its own that queries do not keep busy. Throws `DatabaseUnavailable`. */
  async check(): Promise<ServerState> {
    this.watch ??= connect({ url: this.options.url, poolSize: 1, timeoutMs: CHECK_LIMIT_MS })
    try {
      return await findServerState(this.watch)
    } catch (error) {
      // What hangs may hang for long; the next check begins afresh.
      abandon(this.watch)
      this.watch = undefined
      throw error
    }
  }

  /** From now on it is asked. */
  use(): void {
    this.pool ??= connect(this.options)
  }

  /** From now on it is not asked, and those who wait for it are told at once. */
  leaveOut(): void {
    if (this.pool !== undefined) abandon(this.pool)
    this.pool = undefined
    for (const reject of this.waiting) reject(new DatabaseUnavailable('the replica is lost'))
  }

  /** For a moment it is not asked. */
  rest(): void {
    this.restsUntilMs = performance.now() + REST_MS
  }

  /** Answers from a catalogue with at least so many changes; throws `Outdated` when its own has fewer. */
  async read(
    statement: Statement,
    { least, signal }: { least: bigint; signal: AbortSignal | undefined },
  ): Promise<PositionedAnswer> {
    const { pool } = this
    if (pool === undefined) throw new DatabaseUnavailable('the replica is lost')
    return await this.unlessLost(async () => {
      // Asked before, so that no long search is in vain. What counts is what the answer says of itself: the server
      // may be another one since, or have begun again further back.
      if (this.changes < least) this.demand(await findPosition(pool), least)
      const answer = await runPositioned(pool, statement, signal)
      this.demand(answer, least)
      this.reads += 1
      return answer
    })
  }

  async close(): Promise<void> {
    await Promise.all([this.pool?.close(), this.watch?.close()])
  }

  private demand({ changes, isStandby }: Position, least: bigint): void {
    this.changes = changes
    if (!isStandby || changes < least) throw new Outdated()
  }

  private async unlessLost<Result>(work: () => Promise<Result>): Promise<Result> {
    const { promise: lost, reject } = Promise.withResolvers<never>()
    this.waiting.add(reject)
    try {
      return await Promise.race([work(), lost])
    } finally {
      this.waiting.delete(reject)
    }
  }
}

/** Ends connections that nobody waits for; they may be dead. */
function abandon(database: Database): void {
  database.close().catch(() => undefined)
}
