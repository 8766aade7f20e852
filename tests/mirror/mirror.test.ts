import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import fc from 'fast-check'
import { type CatalogueOptions, catalogueClient } from '../../src/mirror/catalogue-client'
import type { Copy } from '../../src/mirror/mirror'
import { createTables, sqlCopy } from '../../src/mirror/sql-copy'
import { COUNTRIES, type Country } from '../../src/values/country'
import type { MirroredJob } from '../support/mirror'
import { posting } from '../support/posting-builder'
import { RandomHistory, randomNumbers } from '../support/random-history'
import { createTestApp } from '../support/test-app'
import { until } from '../support/until'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'
import { readCatalogue } from '../support/whole-catalogue'
import { mirrorInto, openTarget, TARGETS } from './copy-targets'
import { socketOptions } from './read-copy'
import { useCatalogue } from './use-catalogue'

const app = useTestApp()
const catalogue = useCatalogue(app)
const folder = useFolder('mirror-')

const reports: string[] = []

/** Brings the copy in step. */
async function mirror(
  country: Country,
  copy: Copy,
  options: Partial<CatalogueOptions> = {},
): Promise<void> {
  const report = (line: string) => void reports.push(line)
  await mirrorInto(country, copy, { address: catalogue.url, key: app.key, report, ...options })
}

const open = (name: (typeof TARGETS)[number]) => openTarget(name, { folder, url: app.url })

const ofCatalogue = async () => [...(await readCatalogue(app)).values()].sort((a, b) => a.id - b.id)

/** Fails before or after some of the writes, as when the process is killed there. */
class Killed extends Error {}

function dying(copy: Copy, random: () => number): Copy {
  const orDie = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (random() < 0.2) throw new Killed()
    const result = await work()
    if (random() < 0.2) throw new Killed()
    return result
  }
  return {
    read: () => copy.read(),
    fill: (jobs, checkpoint) => orDie(() => copy.fill(jobs, checkpoint)),
    apply: (events, checkpoint) => orDie(() => copy.apply(events, checkpoint)),
    recall: (events, checkpoint) => orDie(() => copy.recall(events, checkpoint)),
  }
}

async function writeLines(history: RandomHistory, count: number): Promise<void> {
  app.clock.advance(1_000)
  await app.write(...history.batch(count))
}

test('copies equal the catalogue, whatever is written, killed or cut off on the way', async () => {
  const history = new RandomHistory(randomNumbers(3))
  await fc.assert(
    fc.asyncProperty(fc.integer(), async (seed) => {
      const random = randomNumbers(seed)
      catalogue.random = random
      for (const name of TARGETS) {
        const target = await open(name)
        for (let round = 0; round < 2; round += 1) {
          await writeLines(history, Math.floor(random() * 15))
          for (const country of COUNTRIES) {
            for (let isLevel = false; !isLevel; ) {
              const copy = dying(target.copyOf(country), random)
              try {
                await mirror(country, copy)
                isLevel = true
              } catch (error) {
                if (!(error instanceof Killed)) throw error
                if (random() < 0.3) await writeLines(history, 5)
              }
            }
          }
          catalogue.random = () => 1
          for (const country of COUNTRIES) await mirror(country, target.copyOf(country))
          await target.finish()
          expect(await target.read(), name).toEqual(await ofCatalogue())
          catalogue.random = random
        }
        await target.close()
      }
    }),
    { numRuns: 3 },
  )
})

test('a copy of a catalogue that was restored is filled again beside the old one', async () => {
  catalogue.random = () => 1
  for (const name of TARGETS) {
    const target = await open(name)
    await mirror('CA', target.copyOf('CA'))
    await mirror('US', target.copyOf('US'))
    const before = await target.read()
    // A catalogue that has forgotten all numbers, and has other jobs.
    const restored = await createTestApp()
    await restored.write(posting({ external_id: 'restored' }))
    catalogue.serve(restored, '2')
    reports.length = 0
    catalogue.failing = '/v1/jobs'
    const stopped = mirror('CA', target.copyOf('CA'), { key: restored.key })
    expect(await stopped.catch(String)).toBe('Error: the catalogue answered 404: no such path')
    expect(reports.join('\n')).toMatch(/since.*filling the copy again/)
    expect(await target.read(), name).toEqual(before)
    catalogue.failing = undefined
    for (const country of COUNTRIES) {
      await mirror(country, target.copyOf(country), { key: restored.key })
    }
    const jobs = [...(await readCatalogue(restored)).values()]
    expect(await target.read(), name).toEqual(jobs)
    catalogue.serve(app, '1')
    await restored.stop()
    await target.close()
  }
})

test('a new generation costs only a copy that was behind', async () => {
  catalogue.random = () => 1
  const target = await open('SQLite')
  await app.write(posting({ external_id: 'a' }), posting({ external_id: 'b' }))
  await mirror('CA', target.copyOf('CA'))
  const requests = async (): Promise<string[]> => {
    catalogue.requests.length = 0
    await mirror('CA', target.copyOf('CA'))
    return catalogue.requests.filter((path) => path.startsWith('/v1/jobs'))
  }
  catalogue.serve(app, '5')
  expect(await requests()).toEqual([])
  const { inUse } = await target.copyOf('CA').read()
  if (inUse === undefined) throw new Error('there is no copy')
  await target.copyOf('CA').apply([], { inUse: { ...inUse, isLevel: false } })
  catalogue.serve(app, '6')
  expect(await requests()).not.toEqual([])
  await target.close()
})

test('other descriptions fill the copy again; a wrong key ends the mirror', async () => {
  catalogue.random = () => 1
  const target = await open('SQLite')
  await app.write(posting({ external_id: 'described' }))
  for (const description of ['none', 'html']) {
    await mirror('CA', target.copyOf('CA'), { description })
    const hasHtml = (await target.read()).every((job) => 'description_html' in job)
    expect(hasHtml).toBe(description === 'html')
  }
  const refused = mirror('CA', target.copyOf('CA'), { key: 'jc_wrong' })
  expect(await refused.catch(String)).toContain('401: the API key is not valid')
  await target.close()
})

test('a catalogue that cannot be reached ends the mirror after its own limit', async () => {
  const address = 'http://127.0.0.1:9'
  const nothing = async () => {}
  const copy: Copy = { read: async () => ({}), fill: nothing, apply: nothing, recall: nothing }
  const limits = { address, limitMs: Number.POSITIVE_INFINITY }
  const issue = `no whole answer from ${address}: ECONNREFUSED: Unable to connect`
  const over = mirror('CA', copy, { ...limits, unreachableMs: 0 })
  await expect(over).rejects.toThrow(new RegExp(`^${issue}$`))
  reports.length = 0
  const stop = new AbortController()
  const going = mirror('CA', copy, { ...limits, signal: stop.signal })
  const ended = going.catch((error: Error) => error.name)
  await until(() => reports.length > 0)
  stop.abort()
  expect(await ended).toBe('AbortError')
  expect(reports[0]).toBe(`${issue}; trying again in 1 s`)
})

test('a copy in PostgreSQL has the jobs as jsonb', async () => {
  catalogue.random = () => 1
  const sql = new SQL(socketOptions(app.url))
  // The database of a catalogue has a table of the same name.
  await expect(createTables(sql)).rejects.toThrow('a table jobs that is no copy')
  await sql`create schema copy`
  await sql`set search_path = copy`
  await createTables(sql)
  for (const country of COUNTRIES) await mirror(country, sqlCopy(sql, country))
  await app.write(posting({ external_id: 'late' }))
  for (const country of COUNTRIES) await mirror(country, sqlCopy(sql, country))
  const rows = await sql`select job, date_created from jobs order by id`
  const jobs = await ofCatalogue()
  expect(rows.map(({ job }: { job: MirroredJob }) => job)).toEqual(jobs)
  expect(rows.map((row: { date_created: Date }) => row.date_created)).toEqual(
    jobs.map(({ date_created }) => new Date(String(date_created))),
  )
  await sql`delete from jobs where id = ${jobs[0]?.id}`
  const [{ country } = { country: '' }] = jobs
  const lost = mirror(country === 'CA' ? 'CA' : 'US', sqlCopy(sql, country === 'CA' ? 'CA' : 'US'))
  await expect(lost).rejects.toThrow(`1 rows of ${country} are missing`)
  await sql.close()
})

test('a copy in PostgreSQL with dates as text names the statements that give them their type', async () => {
  const sql = new SQL(socketOptions(app.url))
  await sql`create schema earlier`
  await sql`set search_path = earlier`
  await sql`create table jobs (id bigint primary key, country text not null, title text not null, organization text, place text,
    url text not null, date_created text not null, date_posted text, job jsonb not null)`
  await sql`insert into jobs values (1, 'CA', 'A', null, null, 'u', '2026-01-15T10:30:00Z', null, '{}')`
  const issue = await createTables(sql).catch((error: Error) => error.message)
  const [, statements = ''] = /mirror again: (.*)$/.exec(issue ?? '') ?? []
  await sql.unsafe(statements)
  await createTables(sql)
  const [row] = await sql`select date_created from jobs`
  expect(row).toEqual({ date_created: new Date('2026-01-15T10:30:00Z') })
  await sql.close()
})

const STATS = {
  country: 'CA',
  active_jobs: 0,
  boards: 0,
  sources: [],
  regions: [],
  generated_at: '2026-01-15T10:30:00Z',
}

test('the notices of an answer are reported', async () => {
  const lines: string[] = []
  using server = Bun.serve({
    port: 0,
    fetch: () =>
      Response.json(STATS, {
        headers: {
          'X-Notices':
            '[{"parameter":"source","detail":"no job has \'leverr\'; did you mean lever?","suggestion":"lever"}]',
        },
      }),
  })
  const client = catalogueClient({
    address: server.url.origin,
    key: 'any',
    description: 'none',
    signal: new AbortController().signal,
    limitMs: 60_000,
    unreachableMs: 60_000,
    report: (line) => void lines.push(line),
  })
  await client.stats('CA')
  expect(lines).toEqual(["source: no job has 'leverr'; did you mean lever?"])
})
