import { beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { noCounts, recordImport } from '../../src/catalogue/import/import-postings'
import { createWriter } from '../../src/catalogue/import/write/writer'
import { sampleDue, seedCatalogue } from '../../src/commands/catalogue/seed-catalogue'
import { emptyCatalogue } from '../support/empty-catalogue'
import { importLines } from '../support/import-lines'
import { posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useTestApp } from '../support/use-test-app'

const UNTIL = '2026-01-15T10:00:00Z'
const app = useTestApp()
beforeEach(() => emptyCatalogue(app, UNTIL))

const SAMPLE = { jobs: 50, random: 7, until: new Date(UNTIL) }

/** Everything that clients can read of jobs and changes. */
async function fingerprint(): Promise<{ jobs: number }> {
  const [row] = await app.database.run<{ jobs: number }>(sql`
    select (select md5(string_agg(job_documents::text, ' ' order by job_id)) from job_documents) as documents,
      (select md5(string_agg(changes::text, ' ' order by country, seq)) from changes) as changes,
      (select count(*)::integer from postings) as jobs`)
  return row ?? { jobs: 0 }
}

test('the same arguments give the same catalogue, and others another', async () => {
  await seedCatalogue(app.database, SAMPLE)
  const made = await fingerprint()
  for (const random of [7, 8]) {
    await emptyCatalogue(app, UNTIL)
    await seedCatalogue(app.database, { ...SAMPLE, random })
    expect(Bun.deepEquals(await fingerprint(), made)).toBe(random === SAMPLE.random)
  }
})

test('the command refuses a catalogue with other jobs, unless it is told to mix them', async () => {
  await importLines(createWriter(app.database), [posting({ url: 'https://jobs.acme.com/1' })])
  const args = ['--jobs', '10', '--until', UNTIL]
  expect(await callCommand('seed.ts', args, { url: app.url })).toEqual({
    output: '',
    errors:
      'seed: the catalogue has other jobs than samples; use another database, or --force to mix invented jobs with them\n',
    status: 1,
  })
  expect(await fingerprint()).toMatchObject({ jobs: 1 })
  expect((await callCommand('seed.ts', [...args, '--force'], { url: app.url })).status).toBe(0)
  expect((await fingerprint()).jobs).toBeGreaterThan(1)
})

test('the command fills a catalogue, and again changes nothing', async () => {
  await seedCatalogue(app.database, SAMPLE)
  const made = await fingerprint()
  const args = ['--jobs', '50', '--random', '7', '--until', UNTIL]
  const { output, errors, status } = await callCommand('seed.ts', args, { url: app.url })
  expect([status, errors]).toEqual([0, ''])
  expect(output).toMatch(
    /^read (\d+) {2}created 0 {2}updated 0 {2}unchanged \1 {2}expired 0 {2}excluded 0 {2}rejected 0\n$/,
  )
  expect(await fingerprint()).toEqual(made)
})

test('a sample that was interrupted is finished an hour later as if it had not been', async () => {
  await seedCatalogue(app.database, SAMPLE)
  const whole = await fingerprint()
  const later = { ...SAMPLE, until: new Date('2026-01-15T11:00:00Z'), jobs: 200 }
  expect(await sampleDue(app.database, later)).toBeUndefined()

  await emptyCatalogue(app, UNTIL)
  await app.database.run(sql`truncate imports`)
  expect(await sampleDue(app.database, SAMPLE)).toEqual(SAMPLE)
  const interruption = new AbortController()
  const interrupted = seedCatalogue(app.database, SAMPLE, {
    signal: interruption.signal,
    onProgress: (done) => done >= 20 && interruption.abort(),
  })
  expect(await interrupted.catch(({ name }) => name)).toBe('AbortError')
  expect((await fingerprint()).jobs).toBeWithin(20, whole.jobs)
  const due = await sampleDue(app.database, later)
  expect(due).toMatchObject(SAMPLE)
  await seedCatalogue(app.database, due ?? later)
  expect(await fingerprint()).toEqual(whole)
})

test('no sample is written into a catalogue that has real jobs, or had an import', async () => {
  const real = { ...posting(), url: 'https://jobs.lever.co/acme/1' }
  await importLines(createWriter(app.database), [JSON.stringify(real)])
  await app.database.run(sql`truncate imports`)
  expect(await sampleDue(app.database, SAMPLE)).toBeUndefined()
  await emptyCatalogue(app, UNTIL)
  await recordImport(app.database, noCounts())
  expect(await sampleDue(app.database, SAMPLE)).toBeUndefined()
})

test('a sample that was interrupted is not finished once the catalogue has real jobs', async () => {
  await app.database.run(sql`truncate imports`)
  await seedCatalogue(app.database, SAMPLE)
  await app.database.run(sql`truncate imports`)
  await app.database.run(sql`update samples set finished_at = null`)
  expect(await sampleDue(app.database, SAMPLE)).toMatchObject(SAMPLE)
  const real = { ...posting(), url: 'https://jobs.lever.co/acme/1' }
  await importLines(createWriter(app.database), [JSON.stringify(real)])
  await app.database.run(sql`truncate imports`)
  expect(await sampleDue(app.database, SAMPLE)).toBeUndefined()
})

test('the history has all four events and both countries, and nothing after its end', async () => {
  await seedCatalogue(app.database, { ...SAMPLE, jobs: 120 })
  const rows = await app.database.run<{ country: string; event: string }>(sql`
    select distinct country, event from changes order by 1, 2`)
  expect(rows.map(({ country, event }) => `${country} ${event}`)).toEqual([
    'CA created',
    'CA excluded',
    'CA expired',
    'CA updated',
    'US created',
    'US excluded',
    'US expired',
    'US updated',
  ])
  const [last] = await app.database.run<{ at: Date }>(
    sql`select max(occurred_at) as at from changes`,
  )
  expect(last?.at.getTime()).toBeLessThan(new Date(UNTIL).getTime())
})

describe('what cannot be done is one clear line', () => {
  test.each([
    [['--jobs', '-1'], "--jobs: expected an integer from 0 to 10000000, got '-1'"],
    [['--jobs', '-x'], "--jobs: a value that begins with '-' is written --jobs=VALUE"],
    [['--jobs', 'many'], "--jobs: expected an integer from 0 to 10000000, got 'many'"],
    [['--jobs', '10000001'], "--jobs: expected an integer from 0 to 10000000, got '10000001'"],
    [
      ['--random', '4294967296'],
      "--random: expected an integer from 0 to 4294967295, got '4294967296'",
    ],
    [['--until', '2026-02-30'], "--until: expected an instant that is past, got '2026-02-30'"],
    [['--until', '2999-01-01'], "--until: expected an instant that is past, got '2999-01-01'"],
    [['--job', '5'], 'unknown option --job; did you mean --jobs?'],
  ])('%j', async (args, issue) => {
    const { output, errors, status } = await callCommand('seed.ts', args)
    expect([status, output]).toEqual([1, ''])
    expect(errors).toBe(`seed: ${issue}\n`)
  })
})
