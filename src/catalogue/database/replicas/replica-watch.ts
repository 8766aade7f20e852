import { DatabaseUnavailable } from '../../../values/errors'
import { freshSingleFlight } from '../../../values/single-flight'
import type { Queries } from '../client/drizzle'
import { findGeneration, type Generation } from '../queries/find-generation'
import { findServerState, type ServerState } from '../queries/find-server-state'
import type { Replica } from './replica'
import { type Lag, ReplicationLag } from './replication-lag'

/** The interval of the checks of every server. */
const CHECK_MS = 1_000

/** A replica with more lag is left out until it has caught up. */
const MAX_LAG_SECONDS = 5

export interface WatchOptions {
  primary: Queries
  replicas: readonly Replica[]
  /** Called with a message when a replica is left out or taken back. */
  report: (message: string) => void
  /** For tests. */
  checkEveryMs?: number
  maxLagSeconds?: number
}

/** Health checks of the replicas, independent of requests: leaves out replicas that are lost or lag, and takes them back. */
export class ReplicaWatch {
  private readonly lag = new ReplicationLag()
  private timer: Timer | undefined
  private isStopped = false
  /** Never rejects. A call during a check gets the next check. */
  readonly check = freshSingleFlight(() => this.checkAll())

  constructor(private readonly options: WatchOptions) {}

  /** Checks now, and then at an interval. */
  start(): void {
    void this.check()
    this.timer = setInterval(() => void this.check(), this.options.checkEveryMs ?? CHECK_MS).unref()
  }

  stop(): void {
    this.isStopped = true
    clearInterval(this.timer)
  }

  /** Undefined for a replica that never answered. */
  lagOf({ replayedBytes }: Replica): Lag | undefined {
    return replayedBytes === undefined ? undefined : this.lag.of(replayedBytes, performance.now())
  }

  private async checkAll(): Promise<void> {
    if (this.isStopped) return
    const { primary, replicas } = this.options
    const state = await readPrimary(primary).catch(() => undefined)
    if (state !== undefined) this.lag.add(state.walBytes, performance.now())
    await Promise.all(replicas.map((replica) => this.checkOne(replica, state)))
  }

  /** While the primary is unreachable, only replicas that are lost themselves change. */
  private async checkOne(replica: Replica, primary: PrimaryState | undefined): Promise<void> {
    try {
      const state = await replica.check()
      if (primary !== undefined) this.decide(replica, await this.issueOf(replica, state, primary))
    } catch (error) {
      const isUnreachable = error instanceof DatabaseUnavailable
      this.decide(replica, isUnreachable ? error.message : `it cannot be checked: ${String(error)}`)
    }
  }

  private async issueOf(
    replica: Replica,
    state: ServerState,
    primary: PrimaryState,
  ): Promise<string | undefined> {
    if (state.identity !== primary.identity) return 'it holds another database than the primary'
    if (!state.isStandby) return 'it is no standby'
    replica.replayedBytes = state.walBytes
    if (hasDiverged(state, await replica.findGeneration(), primary)) return DIVERGED
    const { maxLagSeconds = MAX_LAG_SECONDS } = this.options
    const seconds = this.lagOf(replica)?.seconds ?? 0
    return seconds > maxLagSeconds ? `it lags by more than ${maxLagSeconds} s` : undefined
  }

  private decide(replica: Replica, issue: string | undefined): void {
    if (this.isStopped) return
    const { name, isUsed } = replica
    if (issue === undefined) replica.use()
    else replica.exclude()
    const { report } = this.options
    if (issue === undefined && !isUsed) report(`replica ${name} is used`)
    if (issue !== undefined && issue !== replica.issue) {
      report(`replica ${name} is left out: ${issue}`)
    }
    replica.issue = issue
  }
}

interface PrimaryState extends ServerState {
  generation: Generation | undefined
}

async function readPrimary(primary: Queries): Promise<PrimaryState> {
  return { ...(await findServerState(primary)), generation: await findGeneration(primary) }
}

const DIVERGED =
  'it left the history of the primary, as a former primary that was not rewound does; run pg_rewind on it or copy it again'

/**
 * Whether a standby is on another branch of the log than the primary: it is beyond the point where the primary's timeline is
 * known to have begun, and the generation that the catalogue opened there is missing. A standby behind that point only lags.
 */
function hasDiverged(
  standby: ServerState,
  own: Generation | undefined,
  { timeline, generation }: PrimaryState,
): boolean {
  if (standby.timeline > timeline) return true
  if (generation === undefined || own?.id === generation.id) return false
  // A higher number was opened after the primary was asked.
  const isOlder = own === undefined || own.number <= generation.number
  return isOlder && standby.walBytes > Number(generation.walBytes)
}
