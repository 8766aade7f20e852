import { aggregate, type MetricValues, valuesOf } from '../../service/metrics/registries'
import { projectFile } from '../../values/files/project-file'
import { singleFlight } from '../../values/single-flight'
import { printError, printMessage } from '../terminal/output'

const ENTRY = projectFile(
  import.meta.path.endsWith('.ts') ? 'src/commands/worker.ts' : 'dist/commands/worker.js',
)

const FIRST_DELAY_MS = 250
const MAX_DELAY_MS = 30_000
/** A worker that lived this long crashes for a new reason, so the delay starts again. */
const STEADY_MS = 60_000
/** Longer than a worker lets requests finish. */
const STOP_LIMIT_MS = 12_000
const METRICS_LIMIT_MS = 1_000

export type Environment = Readonly<Record<string, string | undefined>>

/** A process that serves, and its successors: one that crashes is started again, later each time. */
export class WorkerProcess {
  private readonly first = Promise.withResolvers<void>()
  /** Resolves when the first process serves; rejects when it ended before. */
  readonly ready = this.first.promise
  private hasServed = false
  private isStopping = false
  private crashes = 0
  private restart: Timer | undefined
  private startedAt = 0
  /** The counts of processes that ended, as they were last read. */
  private past: Promise<MetricValues> = Promise.resolve([])
  private latest: MetricValues = []
  private answered = Promise.withResolvers<void>()
  private readonly renewMetrics = singleFlight(() => this.readMetrics())
  private child: Bun.Subprocess<'ignore', 'inherit', 'inherit'>

  constructor(private readonly env: Environment) {
    this.child = this.launch()
  }

  /** What all processes of this worker counted. One that is too busy to answer is as it was when last asked. */
  async metrics(): Promise<MetricValues> {
    if (this.child.exitCode === null && !this.child.killed) {
      await this.renewMetrics()
    }
    return await valuesOf(aggregate([await this.past, this.latest]))
  }

  async stop(): Promise<void> {
    this.isStopping = true
    clearTimeout(this.restart)
    this.child.kill('SIGTERM')
    const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_LIMIT_MS)
    await this.child.exited
    clearTimeout(timer)
  }

  private async readMetrics(): Promise<void> {
    this.answered = Promise.withResolvers()
    try {
      this.child.send('metrics')
    } catch {
      // It is ending, and can no longer be told anything.
      return
    }
    await Promise.race([this.answered.promise, Bun.sleep(METRICS_LIMIT_MS)])
  }

  private launch() {
    this.startedAt = performance.now()
    return Bun.spawn([process.execPath, ENTRY], {
      env: { ...this.env },
      stdio: ['ignore', 'inherit', 'inherit'],
      serialization: 'json',
      ipc: (message) => this.receive(message),
      onExit: (_, code, signal) => this.end(signal ?? code),
    })
  }

  /** A worker says `ready` once, and its metrics when it is asked. */
  private receive(message: 'ready' | { metrics: MetricValues }): void {
    if (message === 'ready') {
      printMessage(`worker ${this.child.pid} serves`)
      this.hasServed = true
      this.first.resolve()
    } else {
      this.latest = message.metrics
      this.answered.resolve()
    }
  }

  private end(how: string | number | null): void {
    // The types of prom-client declare a numeric enum; its values are strings.
    const counts = this.latest.filter(({ type }) => String(type) !== 'gauge')
    this.past = this.past.then((past) => valuesOf(aggregate([past, counts])))
    this.latest = []
    if (this.isStopping) return
    if (!this.hasServed) {
      this.first.reject(new Error('the worker ended before it served'))
      return
    }
    this.crashes = performance.now() - this.startedAt > STEADY_MS ? 1 : this.crashes + 1
    const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (this.crashes - 1))
    printError(`worker ${this.child.pid} ended (${how}); another starts in ${delayMs} ms`)
    this.restart = setTimeout(() => {
      this.child = this.launch()
    }, delayMs)
  }
}
