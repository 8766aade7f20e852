import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { withDeadline } from '../../catalogue/database/client/deadline'
import { explain } from './explain'
import { printError } from './output'

/** How long a shutdown waits for a resource that is still being opened. */
const OPENING_LIMIT_MS = 5_000

/**
 * Closes resources, the last opened first, when a command ends or when SIGTERM, SIGINT or SIGHUP ends the process.
 * After a signal the exit status is `status` of its number, or 1 when closing fails.
 */
export class Shutdown {
  private readonly stack = new AsyncDisposableStack()
  /** Whether a signal came. */
  isInterrupted = false
  private closed: Promise<void> | undefined
  private ending: Promise<never> | undefined

  constructor(status = (signal: number) => 128 + signal) {
    const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
    if (hearsHangups()) signals.push('SIGHUP')
    for (const signal of signals) {
      process.on(signal, () => {
        this.isInterrupted = true
        this.ending ??= this.end(status(constants.signals[signal]))
      })
    }
  }

  defer(close: () => void | Promise<void>): void {
    this.stack.defer(close)
  }

  /** Waits until a resource is open; closes it also when the signal comes earlier. */
  async opened<Opened extends { close(): Promise<void> }>(
    opening: Promise<Opened>,
  ): Promise<Opened> {
    this.defer(async () => {
      const endsAt = performance.now() + OPENING_LIMIT_MS
      // A failure to open is reported below; then there is nothing to close.
      const opened = await withDeadline(opening, endsAt).catch(() => undefined)
      await opened?.close()
    })
    return await opening
  }

  /**
   * Runs work that ends soon after its signal is aborted. A shutdown aborts the signal and waits for the work, no longer than
   * `limitMs`: resources that were opened before stay open for it.
   */
  interruptible<Result>(
    work: (signal: AbortSignal) => Promise<Result>,
    limitMs = Number.POSITIVE_INFINITY,
  ): Promise<Result> {
    const interruption = new AbortController()
    const running = work(interruption.signal)
    // The caller gets a failure of the work, too.
    const settled = running.catch(() => undefined)
    this.defer(async () => {
      interruption.abort()
      const endsAt = Number.isFinite(limitMs) ? performance.now() + limitMs : undefined
      await withDeadline(settled, endsAt).catch(() => undefined)
    })
    return running
  }

  /** After a signal it does not return before the process ends, so that errors caused by the signal are not printed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.ending ?? this.close())
    // A signal during the disposal ends the process.
    await this.ending
  }

  private close(): Promise<void> {
    this.closed ??= this.stack.disposeAsync()
    return this.closed
  }

  private async end(status: number): Promise<never> {
    const lost: unknown = await this.close().catch((error: unknown) => error)
    if (lost !== undefined) printError(explain(lost))
    process.exit(lost === undefined ? status : 1)
  }
}

/** Starts a service that runs until a signal ends the process with 0. If `start` fails, closes what was deferred. */
export async function runUntilSignal(start: (shutdown: Shutdown) => Promise<void>): Promise<void> {
  const shutdown = new Shutdown(() => 0)
  try {
    await start(shutdown)
  } catch (error) {
    await shutdown[Symbol.asyncDispose]()
    throw error
  }
}

/** Whether SIGHUP has its default action. `nohup` ignores it, and a handler would undo that; unknown outside of Linux. */
function hearsHangups(): boolean {
  if (process.platform !== 'linux') return false
  return /^SigIgn:\s*\w*[02468ace]$/m.test(readFileSync('/proc/self/status', 'utf8'))
}
