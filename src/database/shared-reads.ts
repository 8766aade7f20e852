import { ClientDisconnected, DatabaseUnavailable, Overloaded, QueryTimeout } from '../values/errors'
import { connect, type Database } from './connection'
import { ownQuestion } from './database-error'
import type { Statement } from './drizzle'
import { createQueries, type Queries } from './drizzle'
import { findPosition } from './queries/find-position'
import type { RawAnswer } from './read-rows'
import { Replica } from './replica'
import { ReplicaWatch, type WatchOptions } from './replica-watch'
import type { Lag } from './replication-lag'
import { freshSingleFlight } from './single-flight'

/** The primary says in a millisecond how far it is, or something is wrong. */
const POSITION_TIMEOUT_MS = 2_000

/** A replica that is lost fails within this time: a check takes a second, and begins within another. */
const RETRY_MS = 3_000

/** What every server would say. */
const IN_VAIN = [QueryTimeout, Overloaded, ClientDisconnected]

async function findLatestChange(primary: Database): Promise<bigint> {
  const position = findPosition(primary)
  return (await ownQuestion(position, 'the primary does not say how far it is')).changes
}

export interface SharedReadsOptions extends Pick<WatchOptions, 'checkEveryMs' | 'maxLagSeconds'> {
  primary: Database
  primaryUrl: string
  replicaUrls: readonly string[]
  /** Connections to each replica. */
  poolSize: number
  timeoutMs?: number
  report: WatchOptions['report']
}

/** What there is to know of the servers that answer reads. */
export interface ReadFigures {
  primaryReads: number
  replicas: { name: string; reads: number; isUsed: boolean; lag: Lag | undefined }[]
}

/**
 * Shares statements that only read out among the replicas of a database. Every answer is one that the primary could
 * have given at a moment between question and answer:
 *
 * - A replica answers only with all the changes that the primary showed after the question came. So what a client,
 *   any client, has read from any server by any process is never unread, and an hour that was sealed is whole.
 * - Its answer is given only when the primary shows all of it, too: a standby replays a change before the primary
 *   shows it, when that waits for a synchronous standby.
 *
 * A reindex alone writes no change: a replica searches as before until it has replayed it.
 *
 * What no replica can answer so, the primary answers. Nothing is read while the primary is away.
 */
export class SharedReads {
  /** Reads from any server. */
  readonly queries: Queries = createQueries((statement, signal) => this.ask(statement, signal))
  private readonly primary: Database
  /** Of the primary; what it is asked does not wait behind slow queries. */
  private readonly witness: Database
  private readonly latestChange: () => Promise<bigint>
  private readonly replicas: readonly Replica[]
  private readonly watch: ReplicaWatch
  private primaryReads = 0
  private turn = 0

  constructor(options: SharedReadsOptions) {
    const { primary, primaryUrl, replicaUrls, poolSize, timeoutMs } = options
    const limit = timeoutMs !== undefined && { timeoutMs }
    this.primary = primary
    this.witness = connect({ url: primaryUrl, poolSize: 1, timeoutMs: POSITION_TIMEOUT_MS })
    this.latestChange = freshSingleFlight(() => findLatestChange(this.witness))
    this.replicas = replicaUrls.map((url) => new Replica({ url, poolSize, ...limit }))
    this.watch = new ReplicaWatch({ ...options, primary: this.witness, replicas: this.replicas })
    if (this.replicas.length > 0) this.watch.start()
  }

  private async ask(statement: Statement, signal?: AbortSignal): Promise<RawAnswer> {
    const candidates = this.inTurn()
    if (candidates.length === 0) return await this.askPrimary(statement, signal)
    const startedAt = performance.now()
    const least = await this.latestChange()
    for (const replica of candidates) {
      try {
        const { answer, changes } = await replica.read(statement, { least, signal })
        if (changes === least || changes <= (await this.latestChange())) return answer
        replica.rest()
      } catch (error) {
        this.passOver(replica, error, startedAt)
      }
    }
    return await this.askPrimary(statement, signal)
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

  /** Looks after the replicas now; this happens once a second by itself. */
  async check(): Promise<void> {
    await this.watch.check()
  }

  async close(): Promise<void> {
    this.watch.stop()
    await Promise.all([this.witness, ...this.replicas].map((server) => server.close()))
  }

  /** The least busy first; of equals each in its turn. */
  private inTurn(): Replica[] {
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

  /** Another server is asked, unless that is in vain: the statement is at fault, all are overloaded, nobody waits. */
  private passOver(replica: Replica, error: unknown, startedAt: number): void {
    if (IN_VAIN.some((kind) => error instanceof kind)) throw error
    replica.rest()
    if (!(error instanceof DatabaseUnavailable)) return
    void this.watch.check()
    if (performance.now() - startedAt > RETRY_MS) throw error
  }
}
