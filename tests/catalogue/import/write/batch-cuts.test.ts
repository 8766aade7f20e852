import { describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { findJob } from '../../../../src/catalogue/database/queries/find-job'
import type { Posting, Removal } from '../../../../src/catalogue/import/posting'
import { MAX_BATCH } from '../../../../src/catalogue/import/write/write-batch'
import { emptyCatalogue } from '../../../support/empty-catalogue'
import { importLines } from '../../../support/import-lines'
import { RandomHistory, randomNumbers } from '../../../support/random-history'
import { useTestApp } from '../../../support/use-test-app'

const COUNTRIES = ['CA', 'US'] as const
const app = useTestApp()

interface Event {
  seq: number
  event: string
  job_id: number
}

interface Catalogue {
  changes: Record<string, Event[]>
  jobs: Record<string, unknown>[]
}

/** Everything that a client can read, every job whatever its status. */
async function readCatalogue(): Promise<Catalogue> {
  const changes = await Promise.all(
    COUNTRIES.map(async (country) => {
      const target = `/v1/changes?country=${country}&limit=1000`
      return [country, (await app.get<{ events: Event[] }>(target)).events] as const
    }),
  )
  const rows = await app.database.run<{ id: bigint }>(sql`select id from jobs order by id`)
  const jobs = rows.map(({ id }) => findJob(app.database, id))
  const documents = (await Promise.all(jobs)).map((bytes) =>
    JSON.parse(new TextDecoder().decode(bytes)),
  )
  return { changes: Object.fromEntries(changes), jobs: documents }
}

/** A file of lines, each about any posting, also about one that the line before was about. */
function randomFile(random: () => number): (Posting | Removal)[] {
  const history = new RandomHistory(random)
  return Array.from({ length: 80 }, () => history.next(new Set())).filter(
    (line) => line !== undefined,
  )
}

/** What is left when the lines are written in files of at most that many lines. */
async function catalogueOf(
  lines: readonly (Posting | Removal)[],
  mostLines: () => number,
): Promise<Catalogue> {
  await emptyCatalogue(app, '2026-01-15T10:30:00Z')
  for (let start = 0; start < lines.length; ) {
    const end = start + mostLines()
    const [line, ...others] = lines.slice(start, end)
    if (line !== undefined && others.length === 0) await app.write(line)
    else await importLines(app.writer, lines.slice(start, end))
    start = end
  }
  return await readCatalogue()
}

describe.each([1, 2])('random history %p', (seed) => {
  test('in batches of any size makes the catalogue that one line at a time makes', async () => {
    const random = randomNumbers(seed)
    const lines = randomFile(random)
    const single = await catalogueOf(lines, () => 1)
    expect(single.jobs.length).toBeGreaterThan(20)
    expect(await catalogueOf(lines, () => MAX_BATCH)).toEqual(single)
    expect(await catalogueOf(lines, () => 1 + Math.floor(random() * 20))).toEqual(single)
  })

  test('has a change log from 1 on without gaps, which replayed gives the active jobs', async () => {
    const { changes, jobs } = await catalogueOf(randomFile(randomNumbers(seed)), () => MAX_BATCH)
    for (const country of COUNTRIES) {
      const events = changes[country] ?? []
      expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
      const ofCountry = jobs.filter((job) => job.country === country)
      const active = ofCountry.filter(({ status }) => status === 'active').map(({ id }) => id)
      expect([...replay(events)].sort((a, b) => a - b)).toEqual(active as number[])
    }
  })
})

/** The ids that are left; throws when an event cannot follow the one before. */
function replay(events: readonly Event[]): Set<number> {
  const present = new Set<number>()
  const seen = new Set<number>()
  for (const { event, job_id } of events) {
    const isNew = event === 'created'
    if (isNew === present.has(job_id) || (isNew && seen.has(job_id))) {
      throw new Error(`${event} ${job_id} cannot be`)
    }
    seen.add(job_id)
    if (isNew) present.add(job_id)
    else if (event !== 'updated') present.delete(job_id)
  }
  return present
}
