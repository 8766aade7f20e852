import { isUnwritable } from '../database/database-error'
import { type Queries, queryErrorCause } from '../database/drizzle'
import { type FlushOptions, flushUsage, type KeyFlush, type KeyQuota, readQuotas } from './usage'

/** What a flush learned, by hash; `isWritten` is false when the database could only be read. */
export interface FlushAnswer {
  quotas: Map<string, KeyQuota>
  isWritten: boolean
}

/** Interval of the attempts to write while the database cannot be written. */
const WRITE_RETRY_MS = 1_000

/** Writes usage. While the database cannot be written (read-only, full disk), it reads the quotas only. */
export class UsageStore {
  unwritableSince: Date | undefined
  /** In `performance.now()` milliseconds. */
  private nextWriteAt = 0

  /** `report` receives a message when usage cannot be written, and when it can again. */
  constructor(
    private readonly queries: Queries,
    private readonly report: (message: string) => void,
  ) {}

  retryNow(): void {
    this.nextWriteAt = 0
  }

  async flush(
    flushes: readonly KeyFlush[],
    options: FlushOptions,
    now: Date,
  ): Promise<FlushAnswer> {
    const written = await this.write(flushes, options, now)
    if (written !== undefined) return { quotas: byHash(written), isWritten: true }
    const hashes = flushes.map(({ hash }) => hash)
    return { quotas: byHash(await readQuotas(this.queries, hashes, options)), isWritten: false }
  }

  /** Undefined when the database cannot be written. */
  private async write(
    flushes: readonly KeyFlush[],
    options: FlushOptions,
    now: Date,
  ): Promise<KeyQuota[] | undefined> {
    if (performance.now() < this.nextWriteAt) return undefined
    try {
      const quotas = await flushUsage(this.queries, flushes, options)
      const isUsed = flushes.some(({ deltas, owed }) => deltas.length > 0 || owed > 0)
      if (isUsed && this.unwritableSince !== undefined) {
        this.unwritableSince = undefined
        this.report('usage is written again')
      }
      return quotas
    } catch (error) {
      if (!isUnwritable(error)) throw error
      this.nextWriteAt = performance.now() + WRITE_RETRY_MS
      if (this.unwritableSince === undefined) {
        this.unwritableSince = now
        this.report(`usage cannot be written and is kept in memory: ${causeOf(error)}`)
      }
      return undefined
    }
  }
}

function byHash(quotas: readonly KeyQuota[]): Map<string, KeyQuota> {
  return new Map(quotas.map((quota) => [quota.hash, quota]))
}

function causeOf(thrown: unknown): string {
  const error = queryErrorCause(thrown)
  return error instanceof Error && error.cause instanceof Error
    ? error.cause.message
    : String(error)
}
