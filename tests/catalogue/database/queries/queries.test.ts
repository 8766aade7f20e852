import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Transaction } from '../../../../src/catalogue/database/client/connection'
import type { Queries } from '../../../../src/catalogue/database/client/drizzle'
import { countJobs } from '../../../../src/catalogue/database/queries/count-jobs'
import { ANALYZER_VERSION } from '../../../../src/text/search/index/analyzer'
import { parsePlaces } from '../../../../src/text/search/places/parse-places'
import { parseAdvanced } from '../../../../src/text/search/reading/parse-advanced'
import { plain as parsePlain } from '../../../support/plain'
import { recordQueries } from '../../../support/recorded-queries'
import { CALLS, EVERY, TO } from './calls'

/** A database whose transactions are recorded too. */
function recordedDatabase(queries: Queries) {
  return {
    ...queries,
    transaction: <Result>(work: (inner: Transaction) => Promise<Result>) =>
      work({ ...queries, copy: () => Promise.reject(new Error('no rows')) }),
    load: () => ({ size: 1, inUse: 0, waiting: 0 }),
    renew: () => undefined,
    close: () => Promise.resolve(),
  }
}

/** Enough for queries that cannot go on with nothing. */
function answer(sql: string): object[] {
  // Searches by words find few jobs.
  if (sql.includes('reltuples'))
    return [{ candidates: sql.includes('@@') ? 1 : 20_000, total: 100_000, regions: [7, 8] }]
  if (sql.includes('next_version')) return [{ version: ANALYZER_VERSION, nextVersion: null }]
  if (sql.includes('isStandby')) return [{ changes: 4n, isStandby: true }]
  if (sql.includes('returning')) return [{ builtAt: TO, content: '[]' }]
  if (sql.includes('string_agg(id')) return [{ document: Buffer.from('[]') }]
  if (sql.includes('finished_at')) return [{ count: 0n, finishedAt: TO }]
  return sql.includes('pg_database_size') ? [{ bytes: 0 }] : []
}

describe.each(Object.entries(CALLS))('%s', (_, calls) => {
  test.each(Object.entries(calls))('%s', async (_, call) => {
    const queries = recordQueries(answer)
    await call(recordedDatabase(queries))
    expect(queries.print()).toMatchSnapshot()
  })
})

test('every query is here', () => {
  const files = readdirSync(join(import.meta.dir, '../../../../src/catalogue/database/queries'))
  expect(Object.keys(CALLS).sort()).toEqual(files.map((file) => file.replace('.ts', '')).sort())
})

test('no text of a client is part of a statement', async () => {
  const hostile = `x'); drop table jobs; --{}\\`
  const queries = recordQueries()
  await countJobs(
    queries,
    {
      ...EVERY,
      title: parsePlain(`"${hostile}"`),
      places: { kind: 'names', tree: parsePlaces(`"${hostile}"`).tree },
      organizations: [hostile],
      excludedSources: [hostile],
    },
    { withExpired: true },
  )
  for (const { sql } of queries.statements) expect(sql).not.toMatch(/drop|\bx\b/)
})

test('however often filters are negated, a count is of few parts', async () => {
  const negations = ['!', '!!', `${'!'.repeat(50)}`, '!(!b & !', '!(!(!b & !']
  for (const negation of negations) {
    const closing = ')'.repeat(negation.split('(').length - 1)
    const tree = parseAdvanced(`${negation}a${closing}`)
    const queries = recordQueries()
    const filter = { ...EVERY, title: tree, fullText: tree, organizationName: tree }
    await countJobs(queries, filter, { withExpired: true })
    const sql = queries.statements.map((statement) => statement.sql).join()
    expect(sql.split('count(*)').length - 1).toBeLessThanOrEqual(2 * 8)
  }
})
