import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { explain } from './command'

/**
 * What has to be closed when a command ends, or when SIGTERM, SIGINT or SIGHUP ends the process, the last first. The
 * exit status is then what `status` makes of the signal's number, or 1 when something cannot be closed well.
 */
export class Closing {
  private readonly stack = new AsyncDisposableStack()
  private ending: Promise<never> | undefined

  constructor(status = (signal: number) => 128 + signal) {
    const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT']
    if (hangsUp()) signals.push('SIGHUP')
    for (const signal of signals) {
      process.on(signal, () => {
        this.ending ??= this.end(status(constants.signals[signal]))
      })
    }
  }

  defer(close: Parameters<AsyncDisposableStack['defer']>[0]): void {
    this.stack.defer(close)
  }

  /** Waits until something is open, and closes it even when the signal comes before that. */
  async opened<Opened extends { close(): Promise<void> }>(
    opening: Promise<Opened>,
  ): Promise<Opened> {
    this.defer(async () => await (await opening.catch(() => undefined))?.close())
    return await opening
  }

  /** After a signal this lasts until the process ends: what fails because of it is not told. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (this.ending ?? this.stack.disposeAsync())
  }

  private async end(status: number): Promise<never> {
    const lost: unknown = await this.stack.disposeAsync().catch((error: unknown) => error)
    if (lost !== undefined) console.error(explain(lost))
    process.exit(lost === undefined ? status : 1)
  }
}

/** A handler would undo `nohup`, which has SIGHUP ignored; outside of Linux nobody can tell. */
function hangsUp(): boolean {
  if (process.platform !== 'linux') return false
  return /^SigIgn:\s*\w*[02468ace]$/m.test(readFileSync('/proc/self/status', 'utf8'))
}
