import { type Pruned, prune, pruneHorizon, takePruneTurn } from '../import/prune'
import type { Writer } from '../import/writer'
import { formatInstant, HOUR_MS } from '../values/instant'
import { explain } from './command'

/** Transactions of an hourly turn, so that an import ends soon even if years of jobs are to be pruned. */
const STEPS_PER_TURN = 100

/** `pruned 1200 jobs and 2530 changes: jobs that left before 2026-05-22T09:00:00Z` */
export function prunedLine({ jobs, changes }: Pruned, before: Date): string {
  return `pruned ${jobs} jobs and ${changes} changes: jobs that left before ${formatInstant(before)}`
}

/** Prunes if no importer or collector did within the hour. Returns the line that says so; undefined when nothing was deleted. */
export async function pruneHourly(
  writer: Writer,
  keepDays: number | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (keepDays === undefined || !(await takePruneTurn(writer))) return undefined
  const before = pruneHorizon(await writer.clock(writer.database), keepDays)
  const options = { before, maxSteps: STEPS_PER_TURN, ...(signal && { signal }) }
  const pruned = await prune(writer, options)
  return pruned.jobs + pruned.changes > 0 ? prunedLine(pruned, before) : undefined
}

/** Prunes beside other work: now, and then every hour. */
export class HourlyPruning {
  private readonly stopping = new AbortController()
  private readonly timer: Timer
  private running: Promise<void> = Promise.resolve()

  /** `print` gets a line about each turn that deleted something or failed. */
  constructor(
    private readonly writer: Writer,
    private readonly keepDays: number | undefined,
    private readonly print: (line: string) => void,
  ) {
    this.timer = setInterval(() => this.begin(), HOUR_MS)
    this.begin()
  }

  /** Waits for the turn in progress; no other begins. */
  async finish(): Promise<void> {
    clearInterval(this.timer)
    await this.running
  }

  /** Ends after the transaction in progress. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.finish()
  }

  private begin(): void {
    this.running = this.running.then(async () => {
      try {
        const line = await pruneHourly(this.writer, this.keepDays, this.stopping.signal)
        if (line !== undefined) this.print(line)
      } catch (error) {
        this.print(`prune: ${explain(error)}`)
      }
    })
  }
}
