import { beforeAll, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { SQL } from 'bun'
import type { Posting } from '../../src/catalogue/import/posting'
import { writeDays } from '../../src/mirror/day-files'
import { DAY_MS } from '../../src/values/instant'
import { useCatalogue } from '../mirror/use-catalogue'
import { place, posting } from '../support/posting-builder'
import { callCommand } from '../support/run-command'
import { useFolder } from '../support/use-folder'
import { useTestApp } from '../support/use-test-app'

const app = useTestApp({ start: '2026-01-10T12:00:00Z' })
const catalogue = useCatalogue(app)
const folder = useFolder('mirror-history-')

const expire = (line: Posting) => ({ ...line, status: 'expired' as const })
const [first, second, third] = ['first', 'second', 'third'].map((external_id) =>
  posting({ external_id, title: `Job ${external_id}` }),
) as [Posting, Posting, Posting]

beforeAll(async () => {
  await app.write(first, second)
  app.clock.advance(DAY_MS)
  await app.write({ ...second, title: 'Job changed' }, third)
  app.clock.advance(2 * DAY_MS)
  await app.write(expire(first))
})

async function mirror(into: string, ...more: string[]): Promise<string> {
  const asked = ['--from', catalogue.url, '--into', into, '--once', '--history', ...more]
  const answer = await callCommand('mirror.ts', asked, { env: { CATALOGUE_KEY: app.key } })
  expect(answer).toMatchObject({ status: 0 })
  return answer.errors
}

async function query(text: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const result = await connection.runAndReadAll(text)
  connection.closeSync()
  return result.getRowObjectsJS()
}

const eventsOf = (files: string) =>
  query(
    `select event, title, changed, status, strftime(occurred_at, '%Y-%m-%d') as day from '${files}' order by occurred_at, seq`,
  )

async function hashes(days: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const file of new Bun.Glob('*.parquet').scan(days)) {
    const bytes = await Bun.file(join(days, file)).bytes()
    found[file] = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  }
  return found
}

async function sums(days: string): Promise<Record<string, string>> {
  const lines = (await Bun.file(join(days, 'SHA256SUMS')).text()).trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => line.split('  ').toReversed()))
}

const into = () => join(folder, 'jobs.parquet')
const days = () => `${into()}.days`

test('a new copy answers how many days jobs stay open', async () => {
  const errors = await mirror(into())
  expect(errors).toContain('CA: 1 job that left before')
  const page = await Bun.file(join(import.meta.dir, '../../docs/analysing.md')).text()
  const question = /days until a job is closed.*?```sql\n(.*?)```/s.exec(page)?.[1] ?? ''
  expect(await query(question.replaceAll('jobs.parquet', into()))).toEqual([
    { source: 'greenhouse', jobs: 1n, days: 3 },
  ])
})

test('each day that is over has a file of what happened on it', async () => {
  expect(await eventsOf(`${days()}/*.parquet`)).toEqual([
    { event: 'created', title: 'Job first', changed: null, status: 'expired', day: '2026-01-10' },
    { event: 'created', title: 'Job changed', changed: null, status: 'active', day: '2026-01-10' },
    {
      ...{ event: 'updated', title: 'Job changed', changed: ['title'] },
      ...{ status: 'active', day: '2026-01-11' },
    },
    { event: 'created', title: 'Job third', changed: null, status: 'active', day: '2026-01-11' },
    { event: 'expired', title: 'Job first', changed: null, status: 'expired', day: '2026-01-13' },
  ])
  expect(Object.keys(await hashes(days())).toSorted()).toEqual([
    '2026-01-10.parquet',
    '2026-01-11.parquet',
    '2026-01-13.parquet',
  ])
  expect(await sums(days())).toEqual(await hashes(days()))
  const page = await Bun.file(join(import.meta.dir, '../../docs/analysing.md')).text()
  const [, question = ''] = /## History.*?```sql\n(.*?)```/s.exec(page) ?? []
  const counts = await query(question.replaceAll('jobs.parquet.days', days()))
  expect(counts.map(({ event, jobs }) => [event, jobs])).toEqual([
    ['created', 2n],
    ['created', 1n],
    ['updated', 1n],
    ['expired', 1n],
  ])
})

test('the file of a day never changes, whatever happens later', async () => {
  const before = await hashes(days())
  app.clock.advance(DAY_MS)
  await app.write({ ...third, title: 'Job third, again' }, expire(second))
  await mirror(into())
  const after = await hashes(days())
  expect(after).toMatchObject(before)
  expect(Object.keys(after)).toHaveLength(4)
  expect(await sums(days())).toEqual(after)
  // A file that was moved away is not made anew.
  await rm(join(days(), '2026-01-10.parquet'))
  await mirror(into())
  expect(Object.keys(await hashes(days()))).toHaveLength(3)
  // A copy that is filled again tells no day anew.
  await mirror(into(), '--refill')
  expect(await sums(days())).toEqual(after)
})

test('the day that goes on has no file, and late events are in the next one', async () => {
  const sql = new SQL(`sqlite://${join(folder, 'now.sqlite')}`)
  await sql`create table jobs (id bigint, job text)`
  await sql`create table jobs_closed (id bigint, status text, date_removed text, job text)`
  const options = { sql, into: join(folder, 'now.days'), report: () => undefined }
  const write = (now: string) => writeDays({ ...options, now: new Date(now) })
  await write('2026-02-01T00:30:00Z')
  const add = (seq: number, at: string) =>
    sql`insert into mirror_events values ('CA', ${seq}, 'expired', ${seq}, ${at.slice(0, 10)}, ${at}, null)`
  await add(1, '2026-01-31T23:59:00Z')
  await write('2026-02-01T00:59:00Z')
  expect(await hashes(options.into)).toEqual({})
  await write('2026-02-01T01:00:00Z')
  expect(Object.keys(await hashes(options.into))).toEqual(['2026-01-31.parquet'])
  // Late, and alone in its time.
  await add(2, '2026-01-31T23:59:30Z')
  await write('2026-02-01T12:00:00Z')
  expect(Object.keys(await hashes(options.into))).toHaveLength(1)
  await add(3, '2026-02-01T13:00:00Z')
  await write('2026-02-03T00:00:00Z')
  const rows = await query(
    `select seq, job_id, title from '${options.into}/2026-02-01.parquet' order by seq`,
  )
  expect(rows).toEqual([
    { seq: 2n, job_id: 2n, title: null },
    { seq: 3n, job_id: 3n, title: null },
  ])
  // Any number of old days is one file.
  await add(4, '1970-01-01T00:00:00Z')
  await add(5, '1971-01-01T00:00:00Z')
  await sql`delete from mirror_days`
  await write('2026-02-04T00:00:00Z')
  const old = Object.keys(await hashes(options.into)).filter((file) => file < '2026')
  expect(old).toHaveLength(1)
  expect(old[0]).toStartWith('2016-01-')
  await sql.close()
})

test('a process that is killed between the note and the place of a file leaves it to the next one', async () => {
  const sql = new SQL(`sqlite://${join(folder, 'killed.sqlite')}`)
  await sql`create table jobs (id bigint, job text)`
  await sql`create table jobs_closed (id bigint, status text, date_removed text, job text)`
  const options = { sql, into: join(folder, 'killed.days'), report: () => undefined }
  const write = () => writeDays({ ...options, now: new Date('2026-02-03T00:00:00Z') })
  await write()
  await sql`insert into mirror_events values ('CA', 1, 'expired', 1, '2026-01-31', '2026-01-31T10:00:00Z', null)`
  await write()
  const path = join(options.into, '2026-01-31.parquet')
  const before = await hashes(options.into)
  await Bun.write(`${path}.new`, Bun.file(path))
  await rm(path)
  await write()
  expect(await hashes(options.into)).toEqual(before)
  await sql.close()
})

test('in SQLite the jobs that left are in jobs_closed', async () => {
  const file = join(folder, 'jobs.sqlite')
  await mirror(file)
  const sql = new SQL(`sqlite://${file}`)
  const rows = await sql`select status, date_removed from jobs_closed order by id`
  expect([...rows]).toEqual([
    { status: 'expired', date_removed: '2026-01-13T12:00:00Z' },
    { status: 'expired', date_removed: '2026-01-14T12:00:00Z' },
  ])
  await sql.close()
})

test('the events of a country that comes later to a copy are in the next file', async () => {
  const later = join(folder, 'later.parquet')
  await app.write(posting({ title: 'Job of the US', locations: [place('Boston', 'MA', 'US')] }))
  app.clock.advance(DAY_MS)
  await app.write(posting({ title: 'Job fourth' }))
  await mirror(later, '--country', 'CA')
  const written = await hashes(`${later}.days`)
  // Its day has a file already.
  await mirror(later)
  expect(await hashes(`${later}.days`)).toEqual(written)
  app.clock.advance(DAY_MS)
  await app.write(posting({ title: 'Job fifth' }))
  await mirror(later, '--refill')
  const titles = (await eventsOf(`${later}.days/*.parquet`)).map(({ title }) => title)
  expect(titles).toContain('Job of the US')
  expect(titles.slice(-2)).toEqual(['Job fourth', 'Job fifth'])
  expect(Object.keys(await hashes(`${later}.days`))).toHaveLength(Object.keys(written).length + 1)
})
