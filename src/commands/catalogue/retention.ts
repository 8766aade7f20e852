import { dropWords } from '../../catalogue/import/upkeep/drop-words'
import {
  type Pruned,
  prune,
  pruneHorizon,
  takePruneTurn,
} from '../../catalogue/import/upkeep/prune'
import type { Writer } from '../../catalogue/import/write/writer'
import { formatInstant, HOUR_MS } from '../../values/instant'
import { plural } from '../../values/plural'
import { explain } from '../terminal/explain'

/** Transactions of an hourly turn, so that an import ends soon even if years of jobs are to be pruned. */
const STEPS_PER_TURN = 100

/** `pruned 1200 jobs and 2530 changes: jobs that left before 2026-05-22T09:00:00Z` */
export function prunedLine({ jobs, changes }: Pruned, before: Date): string {
  return `pruned ${plural(jobs, 'job')} and ${plural(changes, 'change')}: jobs that left before ${formatInstant(before)}`
}

/** Drops words that are not needed, and prunes if no importer or collector did within the hour. Returns the line that says so; undefined when nothing was deleted. */
export async function pruneHourly(
  writer: Writer,
  keepDays: number | undefined,
  signal?: AbortSignal,
): Promise<string | undefined> {
  await dropWords(writer, { maxSteps: STEPS_PER_TURN, ...(signal && { signal }) })
  if (keepDays === undefined || !(await takePruneTurn(writer))) return undefined
  const before = pruneHorizon(await writer.clock(writer.database), keepDays)
  const options = { before, maxSteps: STEPS_PER_TURN, ...(signal && { signal }) }
  const pruned = await prune(writer, options)
  return pruned.jobs + pruned.changes > 0 ? prunedLine(pruned, before) : undefined
}

/** Prunes beside other work: now, and then every hour. `print` gets a line about each turn that deleted something or failed. */
export function startPruning(
  writer: Writer,
  keepDays: number | undefined,
  print: (line: string) => void,
) {
  const stopping = new AbortController()
  let running = Promise.resolve()
  const begin = (): void => {
    running = running
      .then(() => pruneHourly(writer, keepDays, stopping.signal))
      .then((line) => (line === undefined ? undefined : print(line)))
      .catch((error: unknown) => print(`prune: ${explain(error)}`))
  }
  const timer = setInterval(begin, HOUR_MS)
  begin()
  /** Waits for the turn in progress; no other begins. */
  const finish = async (): Promise<void> => {
    clearInterval(timer)
    await running
  }
  /** Ends after the transaction in progress. */
  const stop = async (): Promise<void> => {
    stopping.abort()
    await finish()
  }
  return { finish, stop }
}
