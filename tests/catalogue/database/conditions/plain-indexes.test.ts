import { expect, test } from 'bun:test'
import { Column, is, SQL } from 'drizzle-orm'
import { getTableConfig, type IndexedColumn } from 'drizzle-orm/pg-core'
import Type, { type TProperties } from 'typebox'
import { filterCondition } from '../../../../src/catalogue/database/conditions/filter-conditions'
import { activeJobs, removedJobs } from '../../../../src/catalogue/database/schema/jobs'
import type { JobFilter } from '../../../../src/catalogue/job-filter'
import { commonFilter, searchFilter } from '../../../../src/service/filters/job-filter'
import { commonFilters } from '../../../../src/service/parameters/common-filters'
import { decodeQuery } from '../../../../src/service/parameters/decode-query'
import { searchFilterParameters } from '../../../../src/service/parameters/search-parameters'

/** Names of employers are long; counts that leave some out read the jobs. */
const NOT_INDEXED = ['exclude_organization']

const NO_CONTEXT = { places: [], pairs: false }

/** The plain condition of each parameter alone, with its first example. */
const conditions = [
  ...filtersOf(commonFilters, (query) => commonFilter(decode(commonFilters, query))),
  ...filtersOf(searchFilterParameters, (query) =>
    searchFilter(decode(searchFilterParameters, query), new Date('2026-01-15T10:30:00Z')),
  ),
]
  .filter(([name]) => !NOT_INDEXED.includes(name))
  .map(([name, filter]) => [name, filterCondition(filter, NO_CONTEXT).plain] as const)
  .filter(([, plain]) => plain !== undefined)

test.each(conditions)('a count by %s reads the index of its partition alone', (_, plain) => {
  const columns = columnsOf(plain)
  expect(columns).not.toEqual([])
  expect(indexColumns(activeJobs, 'active_jobs_plain')).toEqual(expect.arrayContaining(columns))
  expect(indexColumns(removedJobs, 'removed_jobs_plain')).toEqual(expect.arrayContaining(columns))
})

test('plain filters are among the parameters', () => {
  const names = new Set(conditions.map(([name]) => name))
  expect([...names]).toEqual(expect.arrayContaining(['source', 'has_salary', 'employment_type']))
})

function filtersOf(
  parameters: TProperties,
  filterOf: (query: string) => JobFilter,
): [string, JobFilter][] {
  return Object.entries(parameters).map(([name, schema]) => {
    const { examples: [example] = [] }: { examples?: unknown[] } = schema
    const country = name === 'state' ? '&country=US' : ''
    return [name, filterOf(`${name}=${encodeURIComponent(String(example))}${country}`)]
  })
}

function decode<Properties extends TProperties>(parameters: Properties, query: string) {
  return decodeQuery(Type.Object(parameters), query)
}

function columnsOf(chunk: unknown): string[] {
  if (is(chunk, Column)) return [chunk.name]
  if (Array.isArray(chunk)) return chunk.flatMap(columnsOf)
  return is(chunk, SQL) ? chunk.queryChunks.flatMap(columnsOf) : []
}

function indexColumns(table: typeof activeJobs | typeof removedJobs, name: string): string[] {
  const index = getTableConfig(table).indexes.find(({ config }) => config.name === name)
  const columns = index?.config.columns ?? []
  return columns.flatMap((column) =>
    is(column, SQL) ? [] : [(column as IndexedColumn).name ?? ''],
  )
}
