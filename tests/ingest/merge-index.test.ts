import { expect, test } from 'bun:test'
import type { Queries } from '../../src/database/connection'
import { MergesBeside } from '../../src/ingest/merge-index'

/** A database whose first merge goes on until it is told how that ends. */
function slowDatabase() {
  const first = Promise.withResolvers<never[]>()
  let statements = 0
  const queries: Queries = {
    run() {
      statements += 1
      return statements === 1 ? first.promise : Promise.resolve([])
    },
  }
  return { queries, first, statements: () => statements }
}

test('a merge begins when enough is written, and none while one is under way', async () => {
  const { queries, first, statements } = slowDatabase()
  const merges = new MergesBeside(queries)
  merges.written(1_999)
  expect(statements()).toBe(0)
  merges.written(1)
  expect(statements()).toBe(1)
  merges.written(5_000)
  expect(statements()).toBe(1)
  first.resolve([])
  await merges.end()
  const ofOne = statements()
  merges.written(0)
  await merges.end()
  expect(statements()).toBe(2 * ofOne)
})

test('the import is told of a merge that failed', async () => {
  const { queries, first } = slowDatabase()
  const merges = new MergesBeside(queries)
  merges.written(2_000)
  first.reject(new Error('no disk'))
  await expect(merges.end()).rejects.toThrow('no disk')
  expect(() => merges.written(1)).toThrow('no disk')
})
