import {
  ClientDisconnected,
  DatabaseUnavailable,
  Overloaded,
  QueryTimeout,
} from '../../../values/errors'
import { freshSingleFlight } from '../../../values/single-flight'
import { connect, type Database } from '../client/connection'
import { orUnavailable } from '../client/database-error'
import { createQueries, type Statement } from '../client/drizzle'
import type { RawAnswer } from '../client/read-rows'
import { findPosition, type Position } from '../queries/find-position'
import { Replica } from './replica'
import { ReplicaWatch, type WatchOptions } from './replica-watch'
import type { Lag } from './replication-lag'

const LIMITS = {
  /** The primary normally reports its position within a millisecond. */
  positionMs: 2_000,
  /** A standby that does not answer a check in this time counts as lost. */
  checkMs: 1_000,
  /** No other server is tried after this time. A lost replica fails earlier: a check takes a second and starts within one. */
  retryMs: 3_000,
}

/** Errors that another server would repeat; not retried. */
const NOT_RETRIED = [QueryTimeout, Overloaded, ClientDisconnected]

interface SharedReadsOptions extends Omit<WatchOptions, 'primary' | 'replicas'> {
  primary: Database
  primaryUrl: string
  replicaUrls: readonly string[]
  /** The number of connections to each replica. */
  poolSize: number
  timeoutMs?: number
  /** For tests. */
  graceMs?: number
  limits?: Partial<typeof LIMITS>
}

export type SharedReads = ReturnType<typeof shareReads>

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
 * A replica that lags is skipped; if all lag, the primary answers. No read succeeds while the primary is unreachable.
 */
export function shareReads(options: SharedReadsOptions) {
  const { primary, primaryUrl, replicaUrls, poolSize, timeoutMs, graceMs } = options
  const { positionMs, checkMs, retryMs } = { ...LIMITS, ...options.limits }
  // A separate connection to the primary, for positions and checks.
  const witness = connect({ url: primaryUrl, poolSize: 1, timeoutMs: positionMs })
  const replicas = replicaUrls.map(
    (url) => new Replica({ url, poolSize, timeoutMs, graceMs }, checkMs),
  )
  const watch = new ReplicaWatch({ ...options, primary: witness, replicas })
  if (replicas.length > 0) watch.start()
  let primaryReads = 0
  let turn = 0

  const latestPosition = freshSingleFlight(() =>
    orUnavailable(findPosition(witness), 'the primary does not report its position'),
  )

  async function send(statement: Statement, signal?: AbortSignal): Promise<RawAnswer> {
    const candidates = available()
    if (candidates.length > 0) {
      const startedAt = performance.now()
      const least = await latestPosition()
      for (const replica of candidates) {
        try {
          const { answer, changes } = await replica.read(statement, least, signal)
          if (changes === least.changes || (await shows(changes, least))) return answer
          replica.coolDown()
        } catch (error) {
          skip(replica, error, startedAt)
        }
      }
    }
    primaryReads += 1
    return await primary.send(statement, signal)
  }

  /** The least busy first, round-robin among equals. */
  function available(): Replica[] {
    turn = (turn + 1) % Math.max(1, replicas.length)
    return [...replicas.slice(turn), ...replicas.slice(0, turn)]
      .filter(({ isAvailable }) => isAvailable)
      .sort((a, b) => a.load - b.load)
  }

  /** Whether the primary, on the same history as before, has this many changes. */
  async function shows(changes: bigint, { generation }: Position): Promise<boolean> {
    const latest = await latestPosition()
    return latest.generation === generation && changes <= latest.changes
  }

  /** Rethrows errors that another server would repeat, and when it is too late to try another one. */
  function skip(replica: Replica, error: unknown, startedAt: number): void {
    if (NOT_RETRIED.some((kind) => error instanceof kind)) throw error
    replica.coolDown()
    if (!(error instanceof DatabaseUnavailable)) return
    void watch.check()
    if (performance.now() - startedAt > retryMs) throw error
  }

  return {
    /** Reads from any server. */
    queries: createQueries(send),
    figures: (): ReadFigures => ({
      primaryReads,
      replicas: replicas.map((replica) => {
        const { name, reads, isUsed } = replica
        return { name, reads, isUsed, lag: watch.lagOf(replica) }
      }),
    }),
    /** The next positions are asked on a new connection to the primary. */
    renew: witness.renew,
    /** Checks the replicas now, in addition to the check once a second. */
    check: watch.check,
    async close(): Promise<void> {
      watch.stop()
      await Promise.all([witness, ...replicas].map((server) => server.close()))
    },
  }
}
