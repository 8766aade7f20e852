import { percentile } from './report'

export interface Question {
  target: string
  /** The whole body that is right; undefined: `isRight` says. */
  body?: string
}

export interface Tally {
  right: number
  /** By status: 503 and 504 with all that they need. */
  honest: Record<string, number>
  wrong: string[]
  slowestMs: number
  okMs: number[]
  /** Of honest errors. */
  errorMs: number[]
}

/** Clients that ask without a pause, each its own questions in turn, and hold every answer against the right one. */
export class Clients {
  private tally = emptyTally()
  private isStopping = false
  private readonly running: Promise<void>[]
  /** When the latest right answer came, and the first after `mark`. */
  private firstRightAt: number | undefined

  constructor(
    private readonly url: string,
    private readonly key: string,
    private readonly options: { count: number; questions: readonly Question[]; pauseMs?: number },
  ) {
    this.running = Array.from({ length: options.count }, (_, index) => this.run(index))
  }

  /** Starts a new count, and a new watch for the first right answer. */
  take(): Tally {
    const taken = this.tally
    this.tally = emptyTally()
    this.firstRightAt = undefined
    return taken
  }

  /** Milliseconds from `since` until a right answer came, to a request that was sent after the last `take`. */
  async untilRight(since: number, limitMs: number): Promise<number | undefined> {
    while (performance.now() < since + limitMs) {
      if (this.firstRightAt !== undefined) return Math.round(this.firstRightAt - since)
      await Bun.sleep(5)
    }
    return undefined
  }

  async stop(): Promise<Tally> {
    this.isStopping = true
    await Promise.all(this.running)
    return this.tally
  }

  private async run(index: number): Promise<void> {
    const { questions, pauseMs = 0 } = this.options
    for (let turn = index; !this.isStopping; turn += 1) {
      const question = questions[turn % questions.length]
      if (question !== undefined) await this.ask(question)
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }

  private async ask(question: Question): Promise<void> {
    const { tally } = this
    const startedAt = performance.now()
    let issue: string | undefined
    try {
      const response = await fetch(`${this.url}${question.target}`, {
        headers: { Authorization: `Bearer ${this.key}` },
        signal: AbortSignal.timeout(60_000),
      })
      const body = await response.text()
      issue = judge(tally, question, response, body)
      if (response.status === 200 && issue === undefined) {
        tally.okMs.push(performance.now() - startedAt)
        if (tally === this.tally) this.firstRightAt ??= performance.now()
      } else if (issue === undefined) tally.errorMs.push(performance.now() - startedAt)
    } catch (error) {
      issue = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    }
    const ms = performance.now() - startedAt
    tally.slowestMs = Math.max(tally.slowestMs, Math.round(ms))
    if (issue !== undefined) tally.wrong.push(`${question.target}: ${issue}`)
  }
}

function emptyTally(): Tally {
  return { right: 0, honest: {}, wrong: [], slowestMs: 0, okMs: [], errorMs: [] }
}

/** Counts an answer; returns what is wrong with it. */
function judge(
  tally: Tally,
  { target, body: expected }: Question,
  response: Response,
  body: string,
): string | undefined {
  const { status, headers } = response
  if (status === 200) {
    if (expected !== undefined && steady(body) !== steady(expected))
      return `another body: ${body.slice(0, 200)}`
    tally.right += 1
    return undefined
  }
  if (status !== 503 && status !== 504) return `${status}: ${body.slice(0, 200)}`
  if (headers.get('content-type') !== 'application/problem+json') return `${status} is no Problem`
  if (status === 503 && headers.get('retry-after') === null) return '503 without Retry-After'
  const problem: { status: number; instance: string; type: string } = JSON.parse(body)
  if (problem.status !== status || problem.instance !== target.split('?')[0]) return body
  const kind = `${status} ${problem.type.split('/').at(-1)}`
  tally.honest[kind] = (tally.honest[kind] ?? 0) + 1
  return undefined
}

/** A cursor tells the moment of its page. */
function steady(body: string): string {
  return body.replace(/"next_cursor":"[^"]*"/, '')
}

export function describeTally({ right, honest, wrong, slowestMs, okMs }: Tally) {
  return {
    right,
    honest,
    wrong: wrong.length,
    slowestMs,
    p50: percentile(okMs, 0.5),
    p99: percentile(okMs, 0.99),
  }
}

/** Questions whose answers do not change while the catalogue stands still, each about a slice of its own. */
export async function steadyQuestions(url: string, key: string): Promise<Question[]> {
  const headers = { Authorization: `Bearer ${key}` }
  const stats = await fetch(`${url}/v1/stats?country=US`, { headers })
  const { sources }: { sources: { source: string }[] } = JSON.parse(await stats.text())
  const names = sources.slice(0, 12).map(({ source }) => source)
  const targets = names.flatMap((source) => [
    `/v1/active-ats?time_frame=6m&cursor=0&limit=20&source=${source}`,
    `/v1/active-ats-count?time_frame=6m&source=${source}`,
    `/v1/jobs?country=US&limit=5&source=${source}`,
  ])
  const changes = [0, 100, 500].map((since) => `/v1/changes?country=CA&limit=20&since=${since}`)
  const page = await fetch(`${url}/v1/jobs?country=CA&limit=20`, { headers })
  const { jobs }: { jobs: { id: number }[] } = JSON.parse(await page.text())
  const all = [...targets, ...changes, ...jobs.map(({ id }) => `/v1/jobs/${id}`)]
  return await Promise.all(
    all.map(async (target) => {
      const answer = await fetch(`${url}${target}`, { headers })
      const body = await answer.text()
      if (answer.status !== 200) throw new Error(`${target}: ${answer.status} ${body}`)
      return { target, body }
    }),
  )
}
