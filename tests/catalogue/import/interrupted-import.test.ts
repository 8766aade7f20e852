import { afterAll, beforeAll, expect, test } from 'bun:test'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import { posting } from '../../support/posting-builder'
import { program } from '../../support/program'
import { RandomHistory, randomNumbers } from '../../support/random-history'
import { callCommand } from '../../support/run-command'
import { createTestDatabase, type TestDatabase } from '../../support/test-database'
import { useFolder } from '../../support/use-folder'

/** Long enough that an import takes a second or two, in which it is killed again and again. */
const POSTINGS = 3_000
const KILLS = 4

const folder = useFolder('interrupted-import-')
let first: string
let second: string
let whole: TestDatabase
beforeAll(async () => {
  first = await writeFirst()
  second = await writeSecond()
  whole = await createTestDatabase()
  await importFile(whole, first)
  await importFile(whole, second, '--complete')
})
afterAll(() => whole.drop())

test('an import that was killed hard ends, run again, in the same catalogue', async () => {
  const interrupted = await createTestDatabase()
  const random = randomNumbers(1)
  for (const [file, ...options] of [[first], [second, '--complete']] as [string, ...string[]][]) {
    for (let kill = 0; kill < KILLS; kill += 1) {
      await killedImport(interrupted, file, options, 250 + random() * 700)
      await expectWholeBatches(interrupted.database)
    }
    await importFile(interrupted, file, ...options)
  }
  expect(await contents(interrupted.database)).toEqual(await contents(whole.database))
  expect(await events(interrupted.database)).toEqual(await events(whole.database))
  await interrupted.drop()
})

async function writeFirst(): Promise<string> {
  const lines = Array.from({ length: POSTINGS }, (_, index) =>
    posting({
      external_id: `cut-${index}`,
      url: `https://boards.greenhouse.example/acme/${index}`,
      description_html: `<p>${`Work ${index} and more. `.repeat(40)}</p>`,
    }),
  )
  return await writeLines('first.ndjson', lines)
}

/** Two in three of the first, some of them changed, and some of a random history. */
async function writeSecond(): Promise<string> {
  const history = new RandomHistory(randomNumbers(7))
  const taken = new Set<string>()
  const lines = Array.from({ length: POSTINGS }, (_, index) => {
    if (index % 3 === 0) return history.next(taken)
    return posting({
      external_id: `cut-${index}`,
      url: `https://boards.greenhouse.example/acme/${index}`,
      description_html: `<p>${`Work ${index} and ${index % 5 === 0 ? 'less' : 'more'}. `.repeat(40)}</p>`,
    })
  })
  return await writeLines(
    'second.ndjson',
    lines.filter((line) => line !== undefined),
  )
}

async function writeLines(name: string, lines: readonly unknown[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

function startImport({ url }: TestDatabase, args: readonly string[]) {
  return Bun.spawn([...program('commands/import.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdout: 'pipe',
    stderr: 'pipe',
  })
}

async function importFile({ url }: TestDatabase, ...args: string[]): Promise<void> {
  const { status, errors } = await callCommand('import.ts', args, { url })
  expect([status, errors]).toEqual([0, ''])
}

/** Kills an import after a while; one that is faster has its way. */
async function killedImport(
  database: TestDatabase,
  file: string,
  options: readonly string[],
  afterMs: number,
): Promise<void> {
  const child = startImport(database, [file, ...options])
  await Promise.race([child.exited, Bun.sleep(afterMs)])
  child.kill('SIGKILL')
  await child.exited
}

/** Every job has its document, its posting and its events; the counters are the last numbers. */
async function expectWholeBatches(database: Database): Promise<void> {
  const [row] = await database.run<{ broken: bigint }>(sql`
    select (select count(*) from jobs where id not in (select job_id from job_documents))
      + (select count(*) from jobs where id not in (select job_id from postings))
      + (select count(*) from jobs where id not in (select job_id from changes where event = 'created'))
      + (select count(*) from change_counters counter where last_seq <>
          (select count(*) from changes where changes.country = counter.country)) as broken`)
  expect(row?.broken).toBe(0n)
}

/** Everything that clients see of jobs, ids and times aside. */
async function contents(database: Database): Promise<unknown> {
  return await database.run(sql`
    select country, status, source, organization, title_words::text, text_words::text,
      (head || tail || '}')::jsonb - 'id' - 'date_created' as document, description_html,
      (select array_agg(term order by term) from places where id = any (jobs.places)) as places
    from jobs join job_documents on job_id = id
    order by (head || tail || '}')::jsonb ->> 'url', country, status, document`)
}

async function events(database: Database): Promise<unknown> {
  return await database.run(sql`
    select country, event, changed, count(*)::integer from changes group by 1, 2, 3 order by 1, 2, 3`)
}
