import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import {
  type PruneOptions,
  prune,
  pruneHorizon,
} from '../../../../src/catalogue/import/upkeep/prune'
import { DAY_MS, MINUTE_MS } from '../../../../src/values/instant'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import type { MirroredJob } from '../../../support/mirror'
import { RandomHistory, randomNumbers } from '../../../support/random-history'
import { useTestApp } from '../../../support/use-test-app'
import { readCatalogue, withoutText } from '../../../support/whole-catalogue'

const COUNTRIES = ['CA', 'US'] as const
const KEEP_DAYS = 183
const app = useTestApp()

/** Histories. They begin so long ago that none reaches the present: feeds of hours to come are not served. */
const RUNS = 5

/** Without the check of the contract, which takes most of the time of a request. */
async function get<Body>(target: string): Promise<Body> {
  const headers = { Authorization: `Bearer ${app.key}` }
  const response = await app.handle(new Request(`http://localhost${target}`, { headers }))
  expect([target, response.status]).toEqual([target, 200])
  return (await response.json()) as Body
}

interface Page {
  events: { event: string; seq: number; job_id: number; job: MirroredJob | null }[]
  next_since: number
  latest_seq: number
  more: boolean
}

/** A copy that is kept by the change log, page by page. */
class Follower {
  readonly copy = new Map<number, MirroredJob>()
  private readonly since = { CA: 0, US: 0 }

  /** Returns whether events remain. */
  async readPage(country: 'CA' | 'US', limit: number): Promise<boolean> {
    const page = await get<Page>(
      `/v1/changes?country=${country}&since=${this.since[country]}&limit=${limit}&description=html`,
    )
    for (const { seq, event, job_id, job } of page.events) {
      if (seq <= this.since[country]) throw new Error(`${seq} is not above ${this.since[country]}`)
      if ((job === null) !== (event === 'expired' || event === 'excluded')) throw new Error(event)
      this.since[country] = seq
      if (job === null) this.copy.delete(job_id)
      else this.copy.set(job_id, job)
    }
    expect(page.next_since).toBe(this.since[country])
    expect(page.more).toBe(page.next_since < page.latest_seq)
    return page.more
  }

  async readAll(limit: number): Promise<void> {
    for (const country of COUNTRIES) while (await this.readPage(country, limit));
  }
}

type Step =
  | { kind: 'write'; lines: number }
  | { kind: 'wait'; days: number }
  | { kind: 'prune'; maxSteps: number; step: { jobs: number; changes: number } }
  | { kind: 'join' }
  | { kind: 'follow'; follower: number; country: 'CA' | 'US'; limit: number }

const size = fc.integer({ min: 1, max: 6 })
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('write'), lines: size }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('wait'), days: fc.integer({ min: 1, max: 250 }) }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('prune'),
        maxSteps: fc.constantFrom(1, 2, 5, 20),
        step: fc.record({ jobs: size, changes: size }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('join') }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('follow'),
        follower: fc.nat(9),
        country: fc.constantFrom(...COUNTRIES),
        limit: size,
      }),
    },
  ) as fc.Arbitrary<Step>,
  { minLength: 10, maxLength: 40, size: 'max' },
)

/** Answers that a prune must not change. */
const TARGETS = [
  '/v1/expired-ats?time_frame=6m',
  '/v1/active-ats-count?time_frame=1m',
  '/v1/active-ats?time_frame=6m&limit=1000',
  '/v1/modified-ats?limit=1000',
]

async function answers(): Promise<unknown[]> {
  return await Promise.all(TARGETS.map((target) => get(target)))
}

async function writeSome(history: RandomHistory, count: number): Promise<void> {
  const lines = history.batch(count)
  if (lines.length > 0) await app.write(...lines)
  app.clock.advance(MINUTE_MS)
}

/** No event is needless that is older than the instant: it is the creation or the last update of a job, or its removal. */
async function countNeedless(before: Date): Promise<number> {
  const [row] = await app.database.run<{ count: number }>(sql`
    select count(*)::int as count from changes as early
    where early.event <> 'expired' and early.event <> 'excluded' and exists (
      select from changes as later where later.job_id = early.job_id and later.seq > early.seq
        and later.occurred_at < ${before.toISOString()}::timestamptz
        and (later.event in ('expired', 'excluded') or early.event = later.event))`)
  return row?.count ?? 0
}

/** The ids of all jobs that ever were, and the last event of each. */
async function readLastEvents(): Promise<string[]> {
  const rows = await app.database.run<{ last: string }>(sql`
    select distinct on (job_id) concat_ws(' ', job_id, event, seq) as last
    from changes order by job_id, seq desc`)
  return rows.map(({ last }) => last)
}

/** Prunes, and returns the number of jobs. What clients are shown must stay the same. */
async function checkedPrune(limits: Pick<PruneOptions, 'maxSteps' | 'step'>): Promise<number> {
  const before = pruneHorizon(app.clock.now(), KEEP_DAYS)
  const [shown, last] = [await answers(), await readLastEvents()]
  const { jobs } = await prune(app.writer, { ...limits, before })
  expect(await answers()).toEqual(shown)
  expect(await readLastEvents()).toEqual(last)
  if (limits.maxSteps === undefined) expect(await countNeedless(before)).toBe(0)
  return jobs
}

test('every follower that stops and goes on anywhere ends with the catalogue, and no answer changes', async () => {
  // Otherwise it proves nothing.
  let pruned = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(), async (some, seed) => {
      await emptyCatalogue(app, '1995-01-01T00:10:00Z')
      const history = new RandomHistory(randomNumbers(seed))
      const followers = [new Follower()]
      for (let time = 0; time < 3; time += 1) await writeSome(history, 6)
      for (const step of some) {
        switch (step.kind) {
          case 'write':
            await writeSome(history, step.lines)
            break
          case 'wait':
            app.clock.advance(step.days * DAY_MS)
            break
          case 'join':
            if (followers.length < 4) followers.push(new Follower())
            break
          case 'follow':
            await followers[step.follower % followers.length]?.readPage(step.country, step.limit)
            break
          case 'prune':
            pruned += await checkedPrune(step)
            break
        }
      }
      app.clock.advance(200 * DAY_MS)
      pruned += await checkedPrune({})
      followers.push(new Follower())
      const catalogue = withoutText(await readCatalogue({ ...app, get }))
      for (const [index, follower] of followers.entries()) {
        await follower.readAll(20 + index)
        expect(withoutText(follower.copy)).toEqual(catalogue)
      }
    }),
    { numRuns: RUNS },
  )
  expect(pruned).toBeGreaterThan(0)
})
