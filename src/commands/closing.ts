import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { withDeadline } from '../database/deadline'
import { explain } from './command'

/** How long the end of a command waits for what is still being opened. */
const OPENING_LIMIT_MS = 5_000

/**
 * What has to be closed when a command ends, or when SIGTERM, SIGINT or SIGHUP ends the process, the last first. The
 * exit status is then what `status` makes of the signal's number, or 1 when something cannot be closed well.
 */
export class Closing {
  private readonly stack = new AsyncDisposableStack()
  private closed: Promise<void> | undefined
  private ending: Promise<never> | undefined

  constructor(status = (signal: number) => 128 + signal) {
    const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
    if (hearsHangups()) signals.push('SIGHUP')
    for (const signal of signals) {
      process.on(signal, () => {
        this.ending ??= this.end(status(constants.signals[signal]))
      })
    }
  }

  defer(close: () => void | Promise<void>): void {
    this.stack.defer(close)
  }

  /** Waits until something is open, and closes it even when the signal comes before that. */
  async opened<Opened extends { close(): Promise<void> }>(
    opening: Promise<Opened>,
  ): Promise<Opened> {
    this.defer(async () => {
      const endsAt = performance.now() + OPENING_LIMIT_MS
      // Who opens is told when that fails; nothing is there to be closed then.
      const opened = await withDeadline(opening, endsAt).catch(() => undefined)
      await opened?.close()
    })
    return await opening
  }

  /** After a signal this lasts until the process ends: what fails because of it is not told. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.ending ?? this.close())
    // A signal that came meanwhile ends the process.
    await this.ending
  }

  private close(): Promise<void> {
    this.closed ??= this.stack.disposeAsync()
    return this.closed
  }

  private async end(status: number): Promise<never> {
    const lost: unknown = await this.close().catch((error: unknown) => error)
    if (lost !== undefined) console.error(explain(lost))
    process.exit(lost === undefined ? status : 1)
  }
}

/** Whether SIGHUP is not ignored, as `nohup` has it, which a handler would undo; outside of Linux nobody can tell. */
function hearsHangups(): boolean {
  if (process.platform !== 'linux') return false
  return /^SigIgn:\s*\w*[02468ace]$/m.test(readFileSync('/proc/self/status', 'utf8'))
}
