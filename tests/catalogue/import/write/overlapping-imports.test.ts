import { beforeAll, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { boardsOf, CompleteBoards } from '../../../../src/catalogue/import/complete-boards'
import { importPostings } from '../../../../src/catalogue/import/import-postings'
import type { FileLine } from '../../../../src/catalogue/import/line/read-lines'
import type { Posting } from '../../../../src/catalogue/import/posting'
import { createWriter, type Writer } from '../../../../src/catalogue/import/write/writer'
import { importLines } from '../../../support/import-lines'
import { posting } from '../../../support/posting-builder'
import { until } from '../../../support/until'
import { useTestDatabase } from '../../../support/use-test-database'

const server = useTestDatabase()
let writer: Writer
const told: string[] = []
beforeAll(async () => {
  writer = createWriter(server.database, undefined, (message) => told.push(message))
})

/** A file that ends when the test says so. Its first batch is written by then. */
function slowFile(lines: readonly Posting[]) {
  const end = Promise.withResolvers<void>()
  let isRead = false
  async function* read(): AsyncGenerator<FileLine> {
    for (const [index, line] of lines.entries()) {
      yield { number: index + 1, text: JSON.stringify(line), position: 0 }
    }
    isRead = true
    await end.promise
  }
  return { lines: read(), end: end.resolve, isRead: () => isRead }
}

/** A full listing, of these boards and those in the file. */
function importInFull(lines: AsyncIterable<FileLine>, boards: string[] = []) {
  return importPostings(writer, lines, {
    history: false,
    complete: new CompleteBoards(boards),
    onReject: ({ issue }) => Promise.reject(new Error(issue)),
    onProgress: () => undefined,
  })
}

async function activeIds(...slugs: string[]): Promise<string[]> {
  const rows = await server.database.run<{ url: string }>(sql`
    select (job_documents.head || job_documents.tail || '}')::json ->> 'url' as url
    from postings join job_documents using (job_id)
    where is_active and board = any(${`{${slugs.map((slug) => `greenhouse/${slug}`)}}`}::text[])
    order by url`)
  return rows.map(({ url }) => url)
}

const urls = (lines: readonly Posting[]) => lines.map(({ url }) => url).sort()
const board = (slug: string, count: number) =>
  Array.from({ length: count }, () => posting({ source_slug: slug }))

test('of two full listings of a board, the second comes after the whole first', async () => {
  const [first, second] = [board('twice', 1_500), board('twice', 30)]
  const file = slowFile(first)
  const importing = importInFull(file.lines)
  await until(async () => (await activeIds('twice')).length === 1_000)
  let isDone = false
  const later = importLines(writer, second, { boards: [] }).then(() => {
    isDone = true
  })
  await until(isLockAwaited)
  expect(isDone).toBe(false)
  file.end()
  await importing
  await later
  expect(await activeIds('twice')).toEqual(urls(second))
})

test('a batch of a plain import comes before or after a whole full listing', async () => {
  const [full, plain] = [board('plain', 1_200), board('plain', 10)]
  const file = slowFile(full)
  const importing = importInFull(file.lines)
  await until(async () => (await activeIds('plain')).length === 1_000)
  const later = importLines(writer, plain)
  await until(isLockAwaited)
  file.end()
  await importing
  const { counts } = await later
  expect(counts.created).toBe(10)
  expect(await activeIds('plain')).toEqual([...urls(full), ...urls(plain)].sort())
})

test('imports of other boards do not wait', async () => {
  const file = slowFile(board('slow', 1_001))
  const importing = importInFull(file.lines)
  await until(async () => (await activeIds('slow')).length === 1_000)
  await importLines(writer, board('quick', 5))
  await importLines(writer, board('quick', 3), { boards: [] })
  expect(await activeIds('quick')).toHaveLength(3)
  file.end()
  await importing
})

test('streams that hold the boards of each other: one gives way, the other is whole', async () => {
  const [a, b] = [board('cycle-a', 1_001), board('cycle-b', 1_001)]
  const files = [slowFile([...a, ...board('cycle-b', 1)]), slowFile([...b, ...board('cycle-a', 1)])]
  const imports = files.map(({ lines }) => importInFull(lines))
  const results = Promise.allSettled(imports)
  await until(async () => (await activeIds('cycle-a', 'cycle-b')).length >= 2_000)
  for (const { end } of files) end()
  const failures = (await results).filter((result) => result.status === 'rejected')
  expect(failures.map(({ reason }) => reason.message)).toEqual([
    expect.stringMatching(
      /^another import holds the board greenhouse\/cycle-[ab] and waits for a board that this one holds; this one gave way, run it again$/,
    ),
  ])
  const active = await activeIds('cycle-a', 'cycle-b')
  expect([urls(a), urls(b)].filter((all) => all.every((url) => active.includes(url)))).toHaveLength(
    1,
  )
  expect(active).toHaveLength(1_002)
})

test('an import that has lost its boards writes nothing more', async () => {
  const file = slowFile(board('lost', 1_500))
  const importing = importInFull(file.lines)
  await until(async () => (await activeIds('lost')).length === 1_000)
  await until(file.isRead)
  // It may fail before the statement below has answered; what it throws is expected afterwards.
  importing.catch(() => undefined)
  await server.database.run(sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and objsubid = 2 and granted and mode = 'ExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`)
  file.end()
  await expect(importing).rejects.toThrow('the database cannot be reached')
  expect(await activeIds('lost')).toHaveLength(1_000)
})

test('files in different orders take turns: their boards are known before they are imported', async () => {
  const [a, b] = [board('order-a', 700), board('order-b', 700)]
  const files = [
    [...a, ...b],
    [...board('order-b', 650), ...board('order-a', 650)],
  ].map((lines) => lines.map((line) => JSON.stringify(line)))
  await Promise.all(
    files.map(async (texts) =>
      importPostings(writer, asFile(texts), {
        history: false,
        complete: new CompleteBoards([]),
        boardsAhead: await boardsOf(asFile(texts)),
        onReject: ({ issue }) => Promise.reject(new Error(issue)),
        onProgress: () => undefined,
      }),
    ),
  )
  const active = await activeIds('order-a', 'order-b')
  const whole = files.map((texts) => texts.map((text) => JSON.parse(text).url).sort())
  expect(whole).toContainEqual(active)
})

async function* asFile(texts: readonly string[]): AsyncGenerator<FileLine> {
  for (const [index, text] of texts.entries()) yield { number: index + 1, text, position: 0 }
}

async function isLockAwaited(): Promise<boolean> {
  const rows = await server.database.run(
    sql`select from pg_locks where locktype = 'advisory' and objsubid = 2 and not granted
      and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length > 0
}
