import { afterAll, beforeAll, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createMeteredDatabase, type MeteredDatabase, type MeteredService } from './metered-service'

let shared: MeteredDatabase
beforeAll(async () => {
  shared = await createMeteredDatabase()
})
afterAll(() => shared.drop())

const TARGETS = [
  '/v1/active-ats?time_frame=6m&limit=7',
  '/v1/active-ats?time_frame=6m&limit=1000&description_format=text',
  '/v1/active-ats?limit=0',
  '/v1/active-ats-count',
  '/v1/modified-ats',
  '/v1/expired-ats',
  '/v1/jobs?limit=5',
  '/v1/jobs/1',
  '/v1/jobs/999999',
  '/v1/changes?limit=9',
  '/v1/ats-organizations?format=csv',
  '/v1/stats',
  '/v1/nothing',
]

const requestStep = fc.record({
  kind: fc.constant('request' as const),
  caller: fc.nat(1),
  target: fc.constantFrom(...TARGETS),
  method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST'),
  knowsTag: fc.boolean(),
})

const steps = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: requestStep },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20_000) }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
  ),
  { maxLength: 40 },
)

type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never
type RequestStep = Extract<Step, { kind: 'request' }>

/** Two keys with limits that the traffic reaches, and the usage expected from the responses. */
class Traffic {
  readonly names: readonly string[] = [crypto.randomUUID(), crypto.randomUUID()]
  readonly answered = new Map(this.names.map((name) => [name, [0, 0]]))
  private keys: string[] = []
  private service: MeteredService = shared.startService()
  private tag = ''

  async begin(): Promise<void> {
    this.keys = await Promise.all(
      this.names.map((name, index) =>
        shared.createKey(name, { requestsPerMinute: 12 + index, jobsPerMonth: 60 + 40 * index }),
      ),
    )
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'wait') shared.clock.advance(step.ms)
    else if (step.kind === 'restart') await this.restart()
    else await this.request(step)
  }

  async restart(): Promise<void> {
    await this.service.close()
    this.service = shared.startService()
  }

  private async request({ caller, target, method, knowsTag }: RequestStep): Promise<void> {
    const headers = knowsTag ? { 'If-None-Match': this.tag } : {}
    const response = await this.service.send(this.keys[caller] ?? '', target, { method, headers })
    this.tag = response.headers.get('etag') ?? this.tag
    if (response.status === 429) return
    const counts = this.answered.get(this.names[caller] ?? '') ?? []
    const text = await response.text()
    const jobs = response.status === 200 ? (text.match(/"source_type":/g)?.length ?? 0) : 0
    counts[0] = (counts[0] ?? 0) + 1
    counts[1] = (counts[1] ?? 0) + (target === '/v1/stats' ? 0 : jobs)
  }
}

test('after a restart, the stored usage of a key equals that of its responses', async () => {
  const traffic = fc.asyncProperty(steps, async (taken) => {
    const run = new Traffic()
    await run.begin()
    for (const step of taken) await run.take(step)
    await run.restart()
    const usage = await shared.usage()
    for (const [name, counts] of run.answered) expect(usage[name] ?? [0, 0]).toEqual(counts)
  })
  await fc.assert(traffic, { numRuns: 40 })
})
