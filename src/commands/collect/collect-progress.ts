import type { BoardRow } from '../../collect/board/board-state'
import type { Collected } from '../../collect/board/collected'
import { percent } from '../../collect/health/suspects'
import { type Backlog, type Waiting, waitingIn } from '../../collect/run/backlog'
import type { System } from '../../collect/system'
import { COUNTRIES } from '../../values/country'
import { formatInstant, HOUR_MS, MINUTE_MS } from '../../values/instant'

/** How many of the sources with waiting boards are named. */
const MAX_WAITING = 3

/** The progress of a collector: its totals, and the backlog at the last poll of the database. */
export class CollectProgress {
  private readonly done = new Map<string, Set<number>>()
  private readonly listed = new Map<number, number>()
  private postings = 0
  private requests = 0
  /** When the boards became due that are being read. */
  private begunMs = 0
  private backlog: Backlog | undefined
  /** Boards that were done at the last poll, by source. */
  private doneBefore = new Map<string, number>()
  /** The requests until the last two polls: the rate is that since the older one. */
  private marks: readonly { requests: number; atMs: number }[] = [{ requests: 0, atMs: 0 }]

  constructor(
    private readonly systems: readonly System[],
    /** Milliseconds since the collector began. */
    private readonly elapsedMs: () => number,
  ) {}

  request(): void {
    this.requests += 1
  }

  /** A board that is read in turns is done after the last one. */
  board({ id, source, lastCount }: BoardRow, collected: Collected): void {
    const count = collected.kind === 'read' ? collected.count : undefined
    const listed = count ?? lastCount ?? 0
    this.postings += listed - (this.listed.get(id) ?? 0)
    this.listed.set(id, listed)
    if ('unfinished' in collected && collected.unfinished?.isPastLimit) return
    const done = this.done.get(source) ?? new Set()
    this.done.set(source, done.add(id))
  }

  /** The boards that are due after a time without any are counted from 0 again. */
  update(backlog: Backlog): void {
    if (this.backlog?.due.size === 0 && backlog.due.size > 0) {
      this.done.clear()
      this.begunMs = this.elapsedMs()
    }
    this.backlog = backlog
    this.doneBefore = this.countDone()
    this.marks = [...this.marks.slice(-1), { requests: this.requests, atMs: this.elapsedMs() }]
  }

  private countDone(): Map<string, number> {
    return new Map([...this.done].map(([source, { size }]) => [source, size]))
  }

  /** The backlog without the boards that were done since it was polled. */
  private left(backlog: Backlog, done: ReadonlyMap<string, number>): Backlog {
    const due = [...backlog.due].map(([source, boards]): [string, number] => {
      const since = (done.get(source) ?? 0) - (this.doneBefore.get(source) ?? 0)
      return [source, Math.max(0, boards - since)]
    })
    return { ...backlog, due: new Map(due.filter(([, boards]) => boards > 0)) }
  }

  private requestsPerSecond(): number {
    const [mark = { requests: 0, atMs: 0 }] = this.marks
    const seconds = Math.max(1, (this.elapsedMs() - mark.atMs) / 1000)
    return Math.round(((this.requests - mark.requests) * 10) / seconds) / 10
  }

  /** For a log: numbers under names. Undefined before the first poll. */
  entry() {
    if (this.backlog === undefined) return undefined
    const done = this.countDone()
    const backlog = this.left(this.backlog, done)
    const turn = { done, elapsedMs: this.elapsedMs() - this.begunMs }
    const waiting = waitingIn(backlog, turn, this.systems)
    const boards = sum(done.values())
    return {
      boards,
      of: boards + sum(backlog.due.values()),
      postings: this.postings,
      jobs: backlog.jobs,
      requestsPerSecond: this.requestsPerSecond(),
      secondsLeft: Math.round((waiting[0]?.leftMs ?? 0) / 1000),
      waiting: waiting.slice(0, MAX_WAITING).map(forLog),
      blocked: backlog.blocked.map(({ key, until, waiting }) => ({
        key,
        until: formatInstant(until),
        boards: waiting,
      })),
      suspects: backlog.suspects.map(({ source, since, share, usual }) => ({
        source,
        since: formatInstant(since),
        share: percent(share),
        usual: percent(usual),
      })),
    }
  }

  /** `boards 812 of 59,928  left 2 h  jobs 310 CA 9,020 US  postings 12,345  requests/s 14.2  waiting paylocity 10,300 (2 h)` */
  line(): string | undefined {
    const entry = this.entry()
    if (entry === undefined) return undefined
    const { boards, of, postings, jobs, requestsPerSecond, secondsLeft, waiting } = entry
    const { blocked, suspects } = entry
    const waits = waiting.map(
      ({ source, boards, secondsLeft }) =>
        `${source} ${number(boards)} (${duration(secondsLeft * 1000)})`,
    )
    return [
      `boards ${number(boards)} of ${number(of)}`,
      ...(of > boards ? [`left ${duration(secondsLeft * 1000)}`] : []),
      `jobs ${COUNTRIES.map((country) => `${number(jobs[country])} ${country}`).join(' ')}`,
      `postings ${number(postings)}`,
      `requests/s ${requestsPerSecond.toFixed(1)}`,
      ...(waits.length > 0 ? [`waiting ${waits.join(', ')}`] : []),
      ...blocked.map(({ key, until }) => `blocked ${key} until ${until.slice(11, 16)} UTC`),
      ...suspects.map(
        ({ source, share, usual }) => `suspect ${source} (${share}, usually ${usual})`,
      ),
    ].join('  ')
  }
}

function forLog({ source, boards, leftMs }: Waiting) {
  return { source, boards, secondsLeft: Math.round(leftMs / 1000) }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const value of numbers) total += value
  return total
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

/** `3 min`, `2.5 h`, `4 days` */
export function duration(ms: number): string {
  if (ms < MINUTE_MS) return 'under 1 min'
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`
  if (ms < 48 * HOUR_MS) return `${(ms / HOUR_MS).toFixed(1)} h`
  return `${Math.round(ms / (24 * HOUR_MS))} days`
}

/** Polls at an interval, one poll at a time. Returns a function that ends it after the current poll. */
export function startPolling(
  poll: () => Promise<void>,
  { everyMs, onFailure }: { everyMs: number; onFailure: (error: unknown) => void },
): () => Promise<void> {
  let running: Promise<void> | undefined
  const begin = (): void => {
    running ??= poll()
      .catch(onFailure)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(begin, everyMs)
  begin()
  return async () => {
    clearInterval(timer)
    await running
  }
}
