import { MINUTE_MS } from '../../values/instant'
import { failure, type Unfinished } from '../board/collected'
import { whyUnasked } from '../failures'
import type { Board, CollectedPosting, Fetch, ListEntry, System } from '../system'

/**
 * The most details or pages of one collection. A collection ends soon, so that its result is written; later ones read the rest
 * of the board, after boards that have been due for longer.
 */
export interface DetailBudget {
  details: number
  ms: number
}

export const BUDGET: DetailBudget = { details: 500, ms: 5 * MINUTE_MS }

/** After this many failures of details or pages in a row, the rest is left for another collection. */
export const MAX_FAILURES = 5

export interface DetailContext {
  system: System
  now: () => Date
  fetch: Fetch
  /** Ends the reading of details; the details that were read are used. */
  stop?: AbortSignal | undefined
  budget?: DetailBudget | undefined
}

/** The details of a posting. */
export type Detail = CollectedPosting | 'gone'

/** Reads the details of entries until the budget is spent or the vendor fails. */
export class DetailReader {
  private requests = 0
  private failuresInRow = 0
  private isPastLimit = false
  private areRequestsSpent = false
  private error: string | undefined
  private blockedUntil: Date | undefined
  private readonly start: Date

  constructor(
    private readonly board: Board,
    private readonly context: DetailContext,
  ) {
    this.start = context.now()
  }

  /** Why the last entries had to wait. */
  get unfinished(): Unfinished {
    const { isPastLimit, error, blockedUntil } = this
    return { isPastLimit, ...(error && { error }), ...(blockedUntil && { blockedUntil }) }
  }

  /** Reads as many details at a time as the vendor allows. An entry that has no detail in the result has to wait. */
  async read(entries: readonly ListEntry[]): Promise<Map<ListEntry, Detail>> {
    const details = new Map<ListEntry, Detail>()
    // In random order, so that details that fail each time do not keep the others from being read.
    const queue = shuffled(entries)
    const work = async (): Promise<void> => {
      for (let entry = queue.pop(); entry !== undefined; entry = queue.pop()) {
        const detail = await this.readOne(entry)
        if (detail !== undefined) details.set(entry, detail)
      }
    }
    await Promise.all(Array.from({ length: this.context.system.limits.maxParallel }, work))
    this.rejectMassClosure(details)
    return details
  }

  private async readOne(entry: ListEntry): Promise<Detail | undefined> {
    if (!this.mayAsk()) return undefined
    const { system, fetch } = this.context
    if (system.detail === undefined) throw new Error(`${system.source} has no details`)
    this.requests += 1
    try {
      const posting = await system.detail(this.board, entry, fetch)
      this.failuresInRow = 0
      return posting ?? 'gone'
    } catch (error) {
      const why = whyUnasked(error)
      if (why === 'stopped') throw error
      if (why === 'requests spent') {
        this.areRequestsSpent = true
        return undefined
      }
      this.failuresInRow += 1
      const { error: message, blockedUntil } = failure(error, this.context.system)
      this.error = `posting ${entry.external_id}: ${message}`
      this.blockedUntil ??= blockedUntil
      return undefined
    }
  }

  private mayAsk(): boolean {
    const { stop, now, budget = BUDGET } = this.context
    if (this.blockedUntil !== undefined || this.failuresInRow >= MAX_FAILURES) {
      this.isPastLimit = false
      return false
    }
    const isOver = this.areRequestsSpent || now().getTime() - this.start.getTime() >= budget.ms
    if (!isOver && this.requests < budget.details && stop?.aborted !== true) return true
    this.isPastLimit = true
    return false
  }

  /** A vendor that answers 404 for whatever is asked says nothing about single postings. */
  private rejectMassClosure(details: Map<ListEntry, Detail>): void {
    const gone = [...details].filter(([, detail]) => detail === 'gone')
    if (gone.length < 5 || gone.length * 2 <= this.requests) return
    this.isPastLimit = false
    this.error = `${gone.length} of ${this.requests} details do not exist`
    for (const [entry] of gone) details.delete(entry)
  }
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, key: Math.random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}
