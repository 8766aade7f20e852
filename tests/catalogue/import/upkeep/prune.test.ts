import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findPosition } from '../../../../src/catalogue/database/queries/find-position'
import type { Posting, Removal } from '../../../../src/catalogue/import/posting'
import {
  type PruneOptions,
  prune,
  pruneHorizon,
  takePruneTurn,
} from '../../../../src/catalogue/import/upkeep/prune'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/values/instant'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { importLines } from '../../../support/import-lines'
import { place, posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'

const KEEP_DAYS = 183
const START = '2026-01-15T10:30:00Z'
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, START))

const a = posting({ external_id: 'a', title: 'Nurse' })

function gone({ source, source_slug = null, external_id = '' }: Posting): Removal {
  return { source, source_slug, external_id, status: 'expired' }
}

async function pruneNow(options: Partial<PruneOptions> = {}) {
  return await prune(app.writer, { before: pruneHorizon(app.clock.now(), KEEP_DAYS), ...options })
}

/** Lets so many days pass, and the hour that jobs are kept longer. */
function wait(days: number): void {
  app.clock.advance(days * DAY_MS + HOUR_MS)
}

/** `1 created 1, 3 expired 1` */
async function story(): Promise<string> {
  const { events } = await app.get<{ events: { seq: number; event: string; job_id: number }[] }>(
    '/v1/changes',
  )
  return events.map(({ seq, event, job_id }) => `${seq} ${event} ${job_id}`).join(', ')
}

async function countRows(): Promise<Record<string, number>> {
  const [row] = await app.database.run<Record<string, number>>(sql`
    select (select count(*)::int from jobs) as jobs,
      (select count(*)::int from job_documents) as documents,
      (select count(*)::int from postings) as postings, (select count(*)::int from reposts) as reposts`)
  return row ?? {}
}

async function problemOf(id: number): Promise<unknown> {
  const response = await app.request(`/v1/jobs/${id}`)
  return { status: response.status, ...((await response.json()) as object) }
}

describe('a job that left', () => {
  beforeEach(async () => {
    await app.write(a, posting({ external_id: 'b' }))
    await app.write({ ...a, date_posted: '2026-01-02T00:00:00Z' })
    await app.write(gone(a))
  })

  test('is kept for the time, and an hour', async () => {
    app.clock.advance(KEEP_DAYS * DAY_MS + HOUR_MS)
    expect(await pruneNow()).toEqual({ jobs: 0, changes: 0 })
    expect(await story()).toBe('1 created 1, 2 created 2, 3 updated 1, 4 expired 1')
    app.clock.advance(1)
    expect(await pruneNow()).toEqual({ jobs: 1, changes: 2 })
    expect(await story()).toBe('2 created 2, 4 expired 1')
    expect(await countRows()).toEqual({ jobs: 1, documents: 1, postings: 1, reposts: 0 })
    expect(await pruneNow()).toEqual({ jobs: 0, changes: 0 })
  })

  test('is a 404 that tells why, other than a job that never was', async () => {
    wait(KEEP_DAYS + 1)
    await pruneNow()
    expect(await problemOf(1)).toEqual({
      type: 'http://localhost/problems/job-pruned',
      title: 'Job pruned',
      status: 404,
      detail: 'job 1 left at 2026-01-15T10:30:00Z and is no longer kept',
      instance: '/v1/jobs/1',
    })
    expect(await problemOf(3)).toMatchObject({
      type: 'http://localhost/problems/not-found',
      detail: 'there is no job 3',
    })
    expect((await app.request('/v1/jobs/2')).status).toBe(200)
  })

  test('is a new job when its posting is seen again', async () => {
    wait(KEEP_DAYS + 1)
    await pruneNow()
    expect(await app.write(a)).toEqual(['created'])
    expect(await story()).toBe('2 created 2, 4 expired 1, 5 created 3')
    expect(await app.write(a)).toEqual(['unchanged'])
  })

  test('is no job of a board that is listed in full', async () => {
    wait(KEEP_DAYS + 1)
    await pruneNow()
    const { counts } = await importLines(app.writer, [], { boards: ['greenhouse/acme'] })
    expect(counts.expired).toBe(1)
    expect(await story()).toBe('2 created 2, 4 expired 1, 5 expired 2')
  })
})

describe('updates', () => {
  const update = async (title: string): Promise<void> => {
    app.clock.advance(MINUTE_MS)
    await app.write({ ...a, title })
  }

  test('that a later one makes needless leave the log once both are old', async () => {
    await app.write(a)
    for (const title of ['one', 'two', 'three']) await update(title)
    wait(KEEP_DAYS + 1)
    await update('four')
    expect(await pruneNow({ step: { jobs: 1, changes: 1 } })).toEqual({ jobs: 0, changes: 2 })
    expect(await story()).toBe('1 created 1, 4 updated 1, 5 updated 1')
    wait(KEEP_DAYS + 1)
    expect(await pruneNow()).toEqual({ jobs: 0, changes: 1 })
    expect(await story()).toBe('1 created 1, 5 updated 1')
  })

  test('stay whatever becomes of other jobs', async () => {
    const b = posting({ external_id: 'b', title: 'Welder' })
    await app.write(a, b)
    await update('one')
    await app.write({ ...b, title: 'Senior Welder' })
    wait(KEEP_DAYS + 1)
    expect(await pruneNow()).toEqual({ jobs: 0, changes: 0 })
  })
})

describe('an archive', () => {
  const [T1, T2, T3] = ['2025-01-01T08:00:00Z', '2025-02-01T08:00:00Z', '2025-03-01T08:00:00Z']
  const past = (history: NonNullable<Posting['history']>): Posting => ({ ...a, history })
  const left = past({ date_created: T1, date_removed: T2, status: 'expired' })
  const removal: Removal = { ...gone(a), history: { date_removed: T2 } }

  test('restores no job that may have been pruned, but keeps what it tells of others', async () => {
    expect(await app.write(left)).toEqual(['created'])
    expect(await pruneNow()).toEqual({ jobs: 1, changes: 1 })
    expect(await app.write(left)).toEqual(['unchanged'])
    expect(await story()).toBe('2 expired 1')
    // The posting was seen again when it left; its removal is that of the pruned job.
    expect(await app.write(past({ date_created: T2 }))).toEqual(['created'])
    expect([await app.write(left), await app.write(removal)]).toEqual([
      ['unchanged'],
      ['unchanged'],
    ])
    expect(await app.write({ ...removal, history: { date_removed: T3 } })).toEqual(['expired'])
    expect(await story()).toBe('2 expired 1, 3 created 2, 4 expired 2')
    expect(await pruneNow()).toEqual({ jobs: 1, changes: 1 })
  })

  test('restores a job that left after the last prune', async () => {
    await app.write(left)
    await pruneNow()
    const later = past({
      date_created: T3,
      date_removed: '2026-01-01T00:00:00Z',
      status: 'expired',
    })
    expect(await app.write(later)).toEqual(['created'])
  })

  test('restores jobs of any age before the first prune', async () => {
    await pruneNow()
    expect(await app.write(left)).toEqual(['created'])
  })
})

test('a replica that lacks a prune is behind', async () => {
  await app.write(a)
  await app.write(gone(a))
  wait(KEEP_DAYS + 1)
  const { changes } = await findPosition(app.database)
  await pruneNow()
  expect((await findPosition(app.database)).changes).toBeGreaterThan(changes)
})

test('progress tells the jobs and the total', async () => {
  const both = [place('Windsor', 'ON', 'CA'), place('Austin', 'TX', 'US')]
  await app.write({ ...a, locations: both })
  await app.write(gone(a))
  wait(KEEP_DAYS + 1)
  const told: string[] = []
  const onProgress: PruneOptions['onProgress'] = ({ jobs, changes }, total) =>
    told.push(`${jobs} of ${total}, ${changes}`)
  await pruneNow({ step: { jobs: 1, changes: 100 }, onProgress })
  expect(told).toEqual(['1 of 2, 1', '2 of 2, 2', '2 of 2, 2', '2 of 2, 2'])
})

test('it ends after a number of transactions, or when it is stopped, and goes on later', async () => {
  const many = ['a', 'b', 'c', 'd'].map((id) => posting({ external_id: id }))
  await app.write(...many)
  await app.write(...many.map(gone))
  wait(KEEP_DAYS + 1)
  const step = { jobs: 1, changes: 1 }
  expect(await pruneNow({ step, maxSteps: 2 })).toEqual({ jobs: 2, changes: 2 })
  const stopping = new AbortController()
  const stopped = pruneNow({ step, signal: stopping.signal, onProgress: () => stopping.abort() })
  expect(await stopped).toEqual({ jobs: 1, changes: 1 })
  expect(await pruneNow({ step })).toEqual({ jobs: 1, changes: 1 })
  expect(await story()).toBe('5 expired 1, 6 expired 2, 7 expired 3, 8 expired 4')
})

test('importers and collectors take turns, one an hour', async () => {
  const turns: boolean[] = []
  for (const minutes of [0, 59, 1, 30]) {
    app.clock.advance(minutes * MINUTE_MS)
    turns.push(await takePruneTurn(app.writer))
  }
  expect(turns).toEqual([true, false, true, false])
  const [first, second] = await Promise.all([1, 2].map(() => takePruneTurn(app.writer)))
  expect([first, second]).toEqual([false, false])
})
