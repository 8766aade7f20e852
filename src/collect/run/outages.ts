import { queryErrorCause } from '../../database/client/drizzle'
import { DatabaseUnavailable } from '../../values/errors'
import { Stopped } from '../http/failures'
import type { Time } from './time'

/** How long work waits that PostgreSQL could not do, unless it did other work meanwhile. */
const RETRY_MS = 2_000

interface OutageOptions {
  time: Time
  /** Work that waits is given up: `Stopped`. */
  stop: AbortSignal
  /** Called once, when the first work fails. */
  onUnreachable?: (error: DatabaseUnavailable) => void
  /** Called when work succeeds that had failed. */
  onBack?: (outageMs: number) => void
}

/** `limitMs`: how long the work waits at most; then it fails. */
export type RetryDuringOutage = <Result>(
  work: () => Promise<Result>,
  limitMs?: number,
) => Promise<Result>

/** While PostgreSQL cannot be reached, work waits for it and is then done again. */
export class Outages {
  private outage: { since: Date; over: PromiseWithResolvers<void> } | undefined

  constructor(private readonly options: OutageOptions) {}

  /** Does work that may be done twice, also when the first time was whole and only the answer was lost. */
  readonly retryDuringOutage: RetryDuringOutage = async (
    work,
    limitMs = Number.POSITIVE_INFINITY,
  ) => {
    const { now } = this.options.time
    const startedAt = now().getTime()
    for (let isRepeated = false; ; isRepeated = true) {
      try {
        const result = await work()
        if (isRepeated) this.end()
        return result
      } catch (thrown) {
        const error = queryErrorCause(thrown)
        if (!(error instanceof DatabaseUnavailable)) throw thrown
        if (now().getTime() - startedAt >= limitMs) throw thrown
        await this.wait(error)
      }
    }
  }

  private async wait(error: DatabaseUnavailable): Promise<void> {
    const { time, stop, onUnreachable } = this.options
    if (!stop.aborted && this.outage === undefined) {
      this.outage = { since: time.now(), over: Promise.withResolvers() }
      onUnreachable?.(error)
    }
    const stopped = Promise.withResolvers<void>()
    const onStop = (): void => stopped.resolve()
    stop.addEventListener('abort', onStop)
    if (!stop.aborted) {
      await Promise.race([time.wait(RETRY_MS), this.outage?.over.promise, stopped.promise])
    }
    stop.removeEventListener('abort', onStop)
    if (stop.aborted) throw new Stopped(error)
  }

  private end(): void {
    const { outage } = this
    this.outage = undefined
    outage?.over.resolve()
    if (outage) this.options.onBack?.(this.options.time.now().getTime() - outage.since.getTime())
  }
}
