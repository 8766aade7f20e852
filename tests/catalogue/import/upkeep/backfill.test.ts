import { beforeEach, expect, test } from 'bun:test'
import { isNotNull, sql } from 'drizzle-orm'
import { type Backfill, backfill, batches } from '../../../../src/catalogue/import/upkeep/backfill'
import { importLines } from '../../../support/import-lines'
import { posting } from '../../../support/posting-builder'
import { useTestApp } from '../../../support/use-test-app'
import { fillTextLength, jobDocuments } from './backfill-example'

const TEXTS = ['a', 'bb', 'ccc', 'dddd', 'eeeee']
const app = useTestApp({}, async (app) => {
  await app.database.run(sql`alter table job_documents add column text_length integer`)
  await importLines(
    app.writer,
    TEXTS.map((description_text) => posting({ description_text })),
  )
})
beforeEach(async () => {
  await app.database.db.update(jobDocuments).set({ textLength: null })
})

/** The example in batches of two. */
const inTwos: typeof fillTextLength = {
  ...fillTextLength,
  read: async (queries, after) => (await fillTextLength.read(queries, after)).slice(0, 2),
}

const isFilled = () => app.database.db.$count(jobDocuments, isNotNull(jobDocuments.textLength))

test('every row is filled, and the progress says of how many', async () => {
  const progress: [number, number][] = []
  const done = await backfill(app.writer, inTwos, (...step) => progress.push(step))
  expect(done).toBe(5)
  expect(progress).toEqual([
    [2, 5],
    [4, 5],
    [5, 5],
  ])
  const rows = await app.database.db
    .select({ text: jobDocuments.descriptionText, length: jobDocuments.textLength })
    .from(jobDocuments)
  expect(rows).toHaveLength(5)
  for (const { text, length } of rows) expect(length).toBe(text.length)
  expect(await backfill(app.writer, inTwos, () => undefined)).toBe(0)
})

test('a run that ends early has filled whole batches, and the next one does the rest', async () => {
  const killed = backfill(app.writer, inTwos, () => {
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await isFilled()).toBe(2)
  const progress: [number, number][] = []
  expect(await backfill(app.writer, inTwos, (...step) => progress.push(step))).toBe(3)
  expect(progress.at(-1)).toEqual([3, 3])
  expect(await isFilled()).toBe(5)
})

test('a batch that fails leaves nothing', async () => {
  const failing: Backfill<{ id: bigint; text: string }> = {
    ...inTwos,
    async write(queries, rows, now) {
      await inTwos.write(queries, rows, now)
      throw new Error('no space left')
    },
  }
  await expect(backfill(app.writer, failing, () => undefined)).rejects.toThrow('no space left')
  expect(await isFilled()).toBe(0)
})

test('the end is written with the batch that is empty, once', async () => {
  let ends = 0
  const steps: typeof inTwos = {
    ...inTwos,
    async end({ db }) {
      ends += 1
      expect(await db.$count(jobDocuments, isNotNull(jobDocuments.textLength))).toBe(5)
    },
  }
  await backfill(app.writer, steps, () => undefined)
  expect(ends).toBe(1)
})

test('batches follow one another by their last ids', async () => {
  const asked: bigint[] = []
  const rows = [[{ id: 4n }, { id: 9n }], [{ id: 12n }], []]
  const read = batches(async (after) => {
    asked.push(after)
    return rows[asked.length - 1] ?? []
  })
  expect(await Array.fromAsync(read)).toEqual([[{ id: 4n }, { id: 9n }], [{ id: 12n }]])
  expect(asked).toEqual([0n, 9n, 12n])
})

test('drizzle/README.md has the example that these tests run', async () => {
  const readText = (path: string) => Bun.file(`${import.meta.dir}/${path}`).text()
  const [, example = ''] = (await readText('backfill-example.ts')).split('README.md:\n')
  expect(example).toContain('fillTextLength')
  expect(await readText('../../../../drizzle/README.md')).toContain(example)
})
