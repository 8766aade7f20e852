import { DatabaseUnavailable } from '../values/errors'
import { freshSingleFlight } from '../values/single-flight'
import type { Database } from './connection'
import { ownQuestion } from './database-error'
import { type Queries, queryErrorCause } from './drizzle'
import { ensureGeneration, isOnHistory } from './generation'
import { tryLock } from './locks'
import { findGeneration, type Generation } from './queries/find-generation'
import { findPosition } from './queries/find-position'
import { findServerState } from './queries/find-server-state'

/** The age at which a caller of `current` waits for a new check. */
const MAX_AGE_MS = 2_000

/** How long a caller of `current` waits. */
const WAIT_MS = 500

export interface GenerationWatchOptions {
  database: Database
  /** Sends the checks, apart from slow queries. */
  queries: Queries
  /** Called before a new generation is shown: connections may still lead to a server that was replaced. */
  onChange: (number: number) => void
  onFailure: (error: unknown) => void
}

/**
 * The number of the generation that a service reads. A request takes it before it reads, so an answer may show the number of
 * an older generation than its content, for two seconds at most, and never that of a newer one: a client that sees a number
 * has seen nothing of what the generation lost since.
 */
export class GenerationWatch {
  private known: Generation | undefined
  private changes = 0n
  private checkedAt = Number.NEGATIVE_INFINITY
  private lastIssue = ''

  constructor(private readonly options: GenerationWatchOptions) {}

  /** Undefined while the database was never reached. */
  async current(): Promise<number | undefined> {
    if (performance.now() - this.checkedAt > MAX_AGE_MS) {
      await Promise.race([this.check(), Bun.sleep(WAIT_MS)])
    }
    return this.known?.number
  }

  /** Reads the generation, and opens one if the catalogue is on another history of PostgreSQL. Never rejects. */
  readonly check = freshSingleFlight(async () => {
    const startedAt = performance.now()
    try {
      await ownQuestion(this.read(), 'the generation cannot be read')
      this.checkedAt = startedAt
      this.lastIssue = ''
    } catch (error) {
      this.report(queryErrorCause(error))
    }
  })

  private async read(): Promise<void> {
    const { queries } = this.options
    const server = await findServerState(queries)
    const last = await findGeneration(queries)
    const { changes } = await findPosition(queries)
    // While a standby takes the place of the primary, nothing can be written yet.
    const mustOpen = last === undefined || !isOnHistory(last, server) || this.lacks(last, changes)
    if (!mustOpen) return this.show(last, changes)
    const opened = server.isStandby ? undefined : await this.open()
    if (opened !== undefined) this.show(opened, 0n)
  }

  /** Undefined while a writer holds the lock: it opens the generation itself. */
  private async open(): Promise<Generation | undefined> {
    return await this.options.database.transaction(async (queries) => {
      if (!(await tryLock(queries, 'writer'))) return undefined
      const last = await findGeneration(queries)
      const { changes } = await findPosition(queries)
      return await ensureGeneration(queries, last !== undefined && this.lacks(last, changes))
    })
  }

  /** Changes that this process has seen are gone, as after a restore of the server's files. */
  private lacks({ id }: Generation, changes: bigint): boolean {
    return this.known?.id === id && changes < this.changes
  }

  private show(generation: Generation, changes: bigint): void {
    if (this.known !== undefined && this.known.id !== generation.id)
      this.options.onChange(generation.number)
    this.known = generation
    this.changes = changes
  }

  private report(error: unknown): void {
    const issue = String(error)
    // That the database is away, requests say.
    if (!(error instanceof DatabaseUnavailable) && issue !== this.lastIssue) {
      this.options.onFailure(error)
    }
    this.lastIssue = issue
  }
}
