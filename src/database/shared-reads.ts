import { ClientDisconnected, DatabaseUnavailable, Overloaded, QueryTimeout } from '../values/errors'
import { freshSingleFlight } from '../values/single-flight'
import { connect, type Database } from './connection'
import { ownQuestion } from './database-error'
import { createQueries, type Queries, type Statement } from './drizzle'
import { findPosition, type Position } from './queries/find-position'
import type { RawAnswer } from './read-rows'
import { Replica } from './replica'
import { ReplicaWatch, type WatchOptions } from './replica-watch'
import type { Lag } from './replication-lag'

/** The primary normally reports its position within a millisecond. */
const POSITION_TIMEOUT_MS = 2_000

/** No other server is tried after this time. A lost replica fails earlier: a check takes a second and starts within one. */
const RETRY_MS = 3_000

/** Errors that another server would repeat; not retried. */
const NOT_RETRIED = [QueryTimeout, Overloaded, ClientDisconnected]

export interface SharedReadsOptions extends Omit<WatchOptions, 'primary' | 'replicas'> {
  primary: Database
  primaryUrl: string
  replicaUrls: readonly string[]
  /** The number of connections to each replica. */
  poolSize: number
  timeoutMs?: number
}

/** Figures of the servers that answer reads, for the metrics. */
export interface ReadFigures {
  primaryReads: number
  replicas: { name: string; reads: number; isUsed: boolean; lag: Lag | undefined }[]
}

/**
 * Distributes reads among the replicas of a database. Reads are linearizable: every answer is one that the primary could
 * have given at a moment between question and answer.
 *
 * - A replica answers only when it is on the primary's history (its last generation is the same) and has all changes that the
 *   primary showed after the question arrived. So no client sees an
 *   older state than any client has seen before, and hours behind the watermark are complete.
 * - The answer is given only when the primary shows all of it as well: a standby replays a change before the primary shows
 *   it, when the commit waits for a synchronous standby.
 *
 * A replica that lags is skipped; if all lag, the primary answers. No read succeeds while the primary is away.
 */
export class SharedReads {
  /** Reads from any server. */
  readonly queries: Queries = createQueries((statement, signal) => this.ask(statement, signal))
  private readonly primary: Database
  /** A separate connection to the primary, for positions and checks. */
  private readonly witness: Database
  private readonly latestPosition: () => Promise<Position>
  private readonly replicas: readonly Replica[]
  private readonly watch: ReplicaWatch
  private primaryReads = 0
  private turn = 0

  constructor(options: SharedReadsOptions) {
    const { primary, primaryUrl, replicaUrls, poolSize, timeoutMs } = options
    this.primary = primary
    this.witness = connect({ url: primaryUrl, poolSize: 1, timeoutMs: POSITION_TIMEOUT_MS })
    this.latestPosition = freshSingleFlight(() =>
      ownQuestion(findPosition(this.witness), 'the primary does not say how far it is'),
    )
    this.replicas = replicaUrls.map((url) => new Replica({ url, poolSize, timeoutMs }))
    this.watch = new ReplicaWatch({ ...options, primary: this.witness, replicas: this.replicas })
    if (this.replicas.length > 0) this.watch.start()
  }

  private async ask(statement: Statement, signal?: AbortSignal): Promise<RawAnswer> {
    const candidates = this.candidates()
    if (candidates.length === 0) return await this.askPrimary(statement, signal)
    const startedAt = performance.now()
    const least = await this.latestPosition()
    for (const replica of candidates) {
      try {
        const { answer, changes } = await replica.read(statement, least, signal)
        if (changes === least.changes || (await this.shows(changes, least))) return answer
        replica.coolDown()
      } catch (error) {
        this.skip(replica, error, startedAt)
      }
    }
    return await this.askPrimary(statement, signal)
  }

  /** Whether the primary, on the same history as before, has this many changes. */
  private async shows(changes: bigint, { generation }: Position): Promise<boolean> {
    const latest = await this.latestPosition()
    return latest.generation === generation && changes <= latest.changes
  }

  figures(): ReadFigures {
    return {
      primaryReads: this.primaryReads,
      replicas: this.replicas.map((replica) => {
        const { name, reads, isUsed } = replica
        return { name, reads, isUsed, lag: this.watch.lagOf(replica) }
      }),
    }
  }

  /** The next positions are asked on a new connection to the primary. */
  renew(): void {
    this.witness.renew()
  }

  /** Checks the replicas now, in addition to the check once a second. */
  async check(): Promise<void> {
    await this.watch.check()
  }

  async close(): Promise<void> {
    this.watch.stop()
    await Promise.all([this.witness, ...this.replicas].map((server) => server.close()))
  }

  /** The least busy first, round-robin among equals. */
  private candidates(): Replica[] {
    this.turn = (this.turn + 1) % Math.max(1, this.replicas.length)
    return [...this.replicas.slice(this.turn), ...this.replicas.slice(0, this.turn)]
      .filter(({ isAvailable }) => isAvailable)
      .sort((a, b) => a.load - b.load)
  }

  private async askPrimary(
    statement: Statement,
    signal: AbortSignal | undefined,
  ): Promise<RawAnswer> {
    this.primaryReads += 1
    return await this.primary.ask(statement, signal)
  }

  /** Rethrows errors that another server would repeat, and when it is too late to try another one. */
  private skip(replica: Replica, error: unknown, startedAt: number): void {
    if (NOT_RETRIED.some((kind) => error instanceof kind)) throw error
    replica.coolDown()
    if (!(error instanceof DatabaseUnavailable)) return
    void this.watch.check()
    if (performance.now() - startedAt > RETRY_MS) throw error
  }
}
