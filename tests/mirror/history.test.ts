import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Copy } from '../../src/mirror/mirror'
import { COUNTRIES } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'
import { posting } from '../support/posting-builder'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { createTestApp } from '../support/test-app'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { readCatalogue } from '../support/whole-catalogue'
import {
  type CopyTarget,
  type MirrorOptions,
  mirrorInto,
  openTarget,
  TARGETS,
} from './copy-targets'
import { serveHostileSource } from './hostile-source'
import { useCatalogue } from './use-catalogue'

const app = useTestApp()
const catalogue = useCatalogue(app)
const folder = useFolder('history-')
const history = new RandomHistory(randomNumbers(7))

async function write(count: number): Promise<void> {
  app.clock.advance(3_600_000)
  await app.write(...history.batch(count))
}

async function mirror(target: CopyTarget, options: MirrorOptions = {}): Promise<void> {
  const asked = { address: catalogue.url, key: app.key, hasHistory: true, ...options }
  for (const country of COUNTRIES) await mirrorInto(country, target.copyOf(country), asked)
}

/** The jobs that left, as the catalogue has them. */
async function leftJobs(from = app): Promise<MirroredJob[]> {
  const rows = await from.database.run<{ id: bigint }>(sql`select id from removed_jobs order by id`)
  const jobs = await Promise.all(rows.map(({ id }) => from.get<MirroredJob>(`/v1/jobs/${id}`)))
  return jobs.map(({ date_removed, ...job }) => ({
    ...job,
    date_removed: new Date(String(date_removed)).toISOString(),
  }))
}

const shown = (jobs: readonly MirroredJob[]) =>
  jobs.map(({ id, title, status, date_created, date_removed, description_text }) => ({
    ...{ id, title, status, date_created, date_removed, description_text },
  }))

/** Fails before or after some of the writes, as when the process is killed there. */
class Killed extends Error {}

function dying(copy: Copy, random: () => number): Copy {
  const orDie = async (work: () => Promise<void>): Promise<void> => {
    if (random() < 0.2) throw new Killed()
    await work()
    if (random() < 0.2) throw new Killed()
  }
  return {
    read: () => copy.read(),
    fill: (jobs, checkpoint) => orDie(() => copy.fill(jobs, checkpoint)),
    apply: (events, checkpoint) => orDie(() => copy.apply(events, checkpoint)),
    recall: (events, checkpoint) => orDie(() => copy.recall(events, checkpoint)),
  }
}

test.each(TARGETS)(
  '%s: a new copy begins with the jobs that left, killed and cut off on the way',
  async (name) => {
    for (let round = 0; round < 4; round += 1) await write(25)
    const left = await leftJobs()
    expect(left.length).toBeGreaterThan(5)
    const random = randomNumbers(11)
    catalogue.random = random
    const target = await openTarget(name, { folder, url: app.url })
    for (const country of COUNTRIES) {
      for (let isLevel = false; !isLevel; ) {
        const copy = dying(target.copyOf(country), random)
        const asked = { address: catalogue.url, key: app.key, hasHistory: true }
        try {
          await mirrorInto(country, copy, asked)
          isLevel = true
        } catch (error) {
          if (!(error instanceof Killed)) throw error
        }
      }
    }
    catalogue.random = () => 1
    await mirror(target)
    expect(shown(await target.readClosed())).toEqual(shown(left))
    const active = [...(await readCatalogue(app)).values()].sort((a, b) => a.id - b.id)
    expect(await target.read()).toEqual(active)
    // What leaves later is kept too, also without the option.
    await write(25)
    await mirror(target, { hasHistory: false })
    const later = await leftJobs()
    expect(later.length).toBeGreaterThan(left.length)
    expect((await target.readClosed()).map(({ id }) => id)).toEqual(later.map(({ id }) => id))
    await target.finish()
    await target.close()
  },
)

test.each(TARGETS)('%s: a copy that was kept without a history gets it', async (name) => {
  await write(10)
  const target = await openTarget(name, { folder, url: app.url })
  await mirror(target, { hasHistory: false })
  await write(25)
  await mirror(target)
  expect((await target.readClosed()).map(({ id }) => id)).toEqual(
    (await leftJobs()).map(({ id }) => id),
  )
  catalogue.requests.length = 0
  await mirror(target)
  // It is read once.
  expect(catalogue.requests).toEqual(['/v1/changes', '/v1/changes'])
  await target.close()
})

test.each(TARGETS)('%s: a job that comes and leaves between two reads is kept', async (name) => {
  const target = await openTarget(name, { folder, url: app.url })
  await mirror(target)
  const line = posting({ external_id: `short-${name}`, title: 'Short' })
  await app.write(line)
  await app.write({ ...line, status: 'expired' })
  await mirror(target)
  const left = await leftJobs()
  expect((await target.readClosed()).map(({ id }) => id)).toEqual(left.map(({ id }) => id))
  await target.close()
})

test('after a restore the history is that of the restored catalogue', async () => {
  const target = await openTarget('NDJSON', { folder, url: app.url })
  await mirror(target)
  const restored = await createTestApp()
  const line = posting({ external_id: 'restored' })
  await restored.write(line, posting())
  await restored.write({ ...line, status: 'expired' })
  catalogue.serve(restored, '2')
  for (const country of COUNTRIES) {
    const asked = { address: catalogue.url, key: restored.key, hasHistory: true }
    await mirrorInto(country, target.copyOf(country), asked)
  }
  expect(shown(await target.readClosed())).toEqual(shown(await leftJobs(restored)))
  catalogue.serve(app, '1')
  await restored.stop()
})

const FORGED: [string, Record<string, unknown>, string][] = [
  ['SQL in an id', { job_id: '1); drop table jobs_closed; --' }, 'events[0].job_id: expected'],
  ['SQL in a date', { occurred_at: "2026-01-01'); drop table jobs; --" }, 'occurred_at'],
  ['a path in a date', { occurred_at: '../../2026-01-01T00:00:00Z' }, 'occurred_at'],
  ['an unknown event', { event: '../x' }, 'events[0].event'],
  ['no list', { changed: { length: 1 } }, 'events[0].changed'],
]

test.each(TARGETS)('%s: a hostile history is refused, and nothing of it is kept', async (name) => {
  const source = serveHostileSource(app)
  const target = await openTarget(name, { folder, url: app.url })
  const asked = { address: source.url, key: app.key, limitMs: 0, unreachableMs: 0 }
  await mirrorInto('CA', target.copyOf('CA'), asked)
  for (const [what, members, issue] of FORGED) {
    source.forge = (page, path) => {
      if (path === '/v1/changes' && page.events.length > 0) Object.assign(page.events[0], members)
      return page
    }
    const refused = mirrorInto('CA', target.copyOf('CA'), { ...asked, hasHistory: true })
    expect([what, await refused.catch(String)]).toEqual([what, expect.stringContaining(issue)])
  }
  source.forge = undefined
  await mirrorInto('CA', target.copyOf('CA'), { ...asked, hasHistory: true })
  const own = (await leftJobs()).filter(({ country }) => country === 'CA')
  expect((await target.readClosed()).map(({ id }) => id)).toEqual(own.map(({ id }) => id))
  await target.close()
  await source.stop()
})
