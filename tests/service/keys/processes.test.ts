import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { listUsage, revokeKey } from '../../../src/service/keys/api-keys'
import { until } from '../../support/until'
import { CHEAP, createMeteredDatabase, type MeteredDatabase } from './metered-service'

interface ServingProcess {
  url: string
  /** Sends the signal and returns the exit status. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number>
}

const PROCESSES = 4

let shared: MeteredDatabase
let processes: ServingProcess[] = []
beforeAll(async () => {
  shared = await createMeteredDatabase()
  processes = await Promise.all(Array.from({ length: PROCESSES }, startProcess))
})
afterAll(async () => {
  await Promise.all(processes.map((each) => each.end('SIGTERM')))
  await shared.drop()
})

async function startProcess(): Promise<ServingProcess> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'serving-process.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: shared.url,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const { value } = await child.stdout.getReader().read()
  return {
    url: new TextDecoder().decode(value).trim(),
    async end(signal) {
      child.kill(signal)
      return await child.exited
    },
  }
}

interface Answer {
  status: number
  jobs: number
  retryAfterSeconds: number
}

async function ask(url: string, key: string, target: string): Promise<Answer> {
  const response = await fetch(url + target, { headers: { Authorization: `Bearer ${key}` } })
  await response.arrayBuffer()
  return {
    status: response.status,
    jobs: Number(response.headers.get('x-jobs-this-request')),
    retryAfterSeconds: Number(response.headers.get('retry-after')),
  }
}

/**
 * Sends requests to every process in `streams` parallel streams, for `forMs` and until there are `atLeast` answers. A
 * stream pauses for `pauseMs` between requests.
 */
async function hammer(
  key: string,
  target: string,
  {
    streams,
    forMs,
    atLeast = 0,
    pauseMs = 0,
    of = processes,
  }: {
    streams: number
    forMs: number
    atLeast?: number
    pauseMs?: number
    of?: ServingProcess[]
  },
): Promise<Answer[]> {
  const answers: Answer[] = []
  const endsAt = performance.now() + forMs
  const stream = async (url: string): Promise<void> => {
    while (performance.now() < endsAt || answers.length < atLeast) {
      answers.push(await ask(url, key, target))
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
  }
  await Promise.all(of.flatMap(({ url }) => Array.from({ length: streams }, () => stream(url))))
  return answers
}

const isLetIn = ({ status }: Answer): boolean => status !== 429
/** The stored requests and jobs of a key. The processes have the clock of the machine: a month may end between two requests. */
async function usageOf(name: string): Promise<[number, number]> {
  const months = await listUsage(shared.database, name)
  return [
    months.reduce((sum, { requests }) => sum + requests, 0),
    months.reduce((sum, { jobs }) => sum + jobs, 0),
  ]
}

const sumJobs = (answers: Answer[]): number => answers.reduce((sum, { jobs }) => sum + jobs, 0)

describe('four processes', () => {
  test('admit no more requests than the rate, and nearly as many', async () => {
    const key = await shared.createKey('rated', { requestsPerMinute: 600 })
    const startedAt = performance.now()
    const answers = await hammer(key, CHEAP, { streams: 4, forMs: 1_200, atLeast: 650 })
    // A process that was slow may still have leased tokens, which it alone can spend.
    for (let more = 0; more < 8 && answers.filter(isLetIn).length < 590; more += 1) {
      answers.push(...(await hammer(key, CHEAP, { streams: 4, forMs: 500 })))
    }
    const seconds = (performance.now() - startedAt) / 1000
    const letIn = answers.filter(isLetIn).length
    expect(letIn).toBeLessThanOrEqual(600 + 10 * seconds)
    expect(letIn).toBeGreaterThanOrEqual(590)
  })

  test('return a Retry-After after which a request is admitted', async () => {
    const key = await shared.createKey('waiting', { requestsPerMinute: 60 })
    const answers = await hammer(key, CHEAP, { streams: 2, forMs: 400, atLeast: 150, pauseMs: 5 })
    const refused = answers.filter(({ status }) => status === 429).at(-1)
    if (refused === undefined) throw new Error('no request was refused')
    await Bun.sleep(refused.retryAfterSeconds * 1000)
    const [first] = processes
    expect((await ask(first?.url ?? '', key, CHEAP)).status).toBe(404)
  })

  test('exceed an allowance by at most an eighth a process and the pages in flight', async () => {
    const [allowance, page, streams] = [800, 10, 2]
    const key = await shared.createKey('allowed', { jobsPerMonth: allowance })
    const answers = await hammer(key, `/v1/jobs?limit=${page}`, {
      streams,
      forMs: 800,
      atLeast: 160,
    })
    // A process that served few of them learns of the others with its next flush.
    for (const { url } of processes) {
      await until(async () => {
        const answer = await ask(url, key, `/v1/jobs?limit=${page}`)
        answers.push(answer)
        return answer.status === 429
      })
    }
    const jobs = sumJobs(answers)
    expect(jobs).toBeGreaterThanOrEqual(allowance)
    expect(jobs).toBeLessThanOrEqual(allowance + PROCESSES * (allowance / 8 + streams * page))
  })

  test('all reject a key within two seconds of its revocation', async () => {
    const key = await shared.createKey('ended', {})
    const statuses = async (forMs: number) => {
      const answers = await hammer(key, CHEAP, { streams: 1, forMs, pauseMs: 10 })
      return new Set(answers.map(({ status }) => status))
    }
    expect(await statuses(300)).toEqual(new Set([404]))
    await revokeKey(shared.database, 'ended')
    await statuses(2_010)
    expect(await statuses(100)).toEqual(new Set([401]))
  })

  test('have flushed all usage after a normal stop', async () => {
    const key = await shared.createKey('stopped', { requestsPerMinute: 6_000 })
    const answers = await hammer(key, '/v1/jobs?limit=3', { streams: 2, forMs: 300 })
    const statuses = await Promise.all(processes.map((each) => each.end('SIGTERM')))
    processes = []
    expect(statuses).toEqual(Array(PROCESSES).fill(0))
    expect(await usageOf('stopped')).toEqual([answers.length, sumJobs(answers)])
  })
})

test('a killed process loses at most the usage since its last flush, and it flushes by itself', async () => {
  const killed = await startProcess()
  const key = await shared.createKey('killed', {})
  const traffic = () =>
    hammer(key, '/v1/jobs?limit=2', { streams: 2, forMs: 300, pauseMs: 5, of: [killed] })
  const safe = await traffic()
  await until(async () => (await usageOf('killed'))[0] === safe.length)
  const answers = [...safe, ...(await traffic())]
  await killed.end('SIGKILL')
  const [requests, jobs] = await usageOf('killed')
  expect(requests).toBeWithin(safe.length, answers.length + 1)
  expect(jobs).toBeWithin(sumJobs(safe), sumJobs(answers) + 1)
})
