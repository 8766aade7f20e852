import { queryErrorCause } from '../../catalogue/database/client/drizzle'
import { DatabaseUnavailable } from '../../values/errors'
import { Stopped } from '../failures'
import type { Time } from './time'

/** The wait before failed work is tried again; it ends early when PostgreSQL does other work. */
const RETRY_MS = 2_000

interface OutageOptions {
  time: Time
  /** Ends the wait of failed work, which then throws `Stopped`. */
  stop: AbortSignal
  /** Called once, when the first work fails. */
  onUnreachable?: (error: DatabaseUnavailable) => void
  /** Called when work succeeds that had failed. */
  onBack?: (outageMs: number) => void
}

/** `limitMs`: the longest time that the work is repeated; then it fails. */
export type RetryDuringOutage = <Result>(
  work: () => Promise<Result>,
  limitMs?: number,
) => Promise<Result>

/** Repeats work that fails because PostgreSQL is unreachable, until it succeeds. */
export class Outages {
  private outage: { since: Date; over: PromiseWithResolvers<void> } | undefined

  constructor(private readonly options: OutageOptions) {}

  /** `work` may run twice, even after it was committed: only the answer may have been lost. */
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
