import { DatabaseUnavailable } from '../../../values/errors'
import { freshSingleFlight } from '../../../values/single-flight'
import { BackgroundFailure } from '../../../values/waiting/backoff'
import type { Database } from '../client/connection'
import { orUnavailable } from '../client/database-error'
import { type Queries, queryErrorCause } from '../client/drizzle'
import { tryLock } from '../client/locks'
import { findGeneration, type Generation } from '../queries/find-generation'
import { findPosition } from '../queries/find-position'
import { findServerState } from '../queries/find-server-state'
import { ensureGeneration, isOnHistory } from './generation'

/** The age at which a caller of `current` waits for a new check. */
const MAX_AGE_MS = 2_000

/** How long a caller of `current` waits. */
const WAIT_MS = 500

interface GenerationWatchOptions {
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
export function watchGeneration(options: GenerationWatchOptions) {
  const { database, queries, onChange, onFailure } = options
  let known: Generation | undefined
  let knownChanges = 0n
  let checkedAt = Number.NEGATIVE_INFINITY
  let lastIssue = ''

  /** Changes that this process has seen are gone, as after a restore of the server's files. */
  const lacks = ({ id }: Generation, changes: bigint) => known?.id === id && changes < knownChanges

  function show(generation: Generation, changes: bigint): void {
    if (known !== undefined && known.id !== generation.id) onChange(generation.number)
    known = generation
    knownChanges = changes
  }

  /** Undefined while a writer holds the lock: it opens the generation itself. */
  const open = (): Promise<Generation | undefined> =>
    database.transaction(async (own) => {
      if (!(await tryLock(own, 'writer'))) return undefined
      const last = await findGeneration(own)
      const { changes } = await findPosition(own)
      return await ensureGeneration(own, last !== undefined && lacks(last, changes))
    })

  async function read(): Promise<void> {
    const server = await findServerState(queries)
    const last = await findGeneration(queries)
    const { changes } = await findPosition(queries)
    // While a standby takes the place of the primary, nothing can be written yet.
    const mustOpen = last === undefined || !isOnHistory(last, server) || lacks(last, changes)
    if (!mustOpen) return show(last, changes)
    const opened = server.isStandby ? undefined : await open()
    if (opened !== undefined) show(opened, 0n)
  }

  /** Reads the generation, and opens one if the catalogue is on another history of PostgreSQL. Never rejects. */
  const check = freshSingleFlight(async () => {
    const startedAt = performance.now()
    try {
      await orUnavailable(read(), 'the generation cannot be read')
      checkedAt = startedAt
      lastIssue = ''
    } catch (thrown) {
      const error = queryErrorCause(thrown)
      // Requests report that the database is unavailable.
      const isKnown = error instanceof DatabaseUnavailable || String(error) === lastIssue
      if (!isKnown) {
        onFailure(new BackgroundFailure('the generation could not be read', { cause: error }))
      }
      lastIssue = String(error)
    }
  })

  /** Undefined while the database was never reached. */
  async function current(): Promise<number | undefined> {
    if (performance.now() - checkedAt > MAX_AGE_MS) {
      await Promise.race([check(), Bun.sleep(WAIT_MS)])
    }
    return known?.number
  }

  return { check, current }
}
