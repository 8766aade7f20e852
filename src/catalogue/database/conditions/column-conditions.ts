import { and, gte, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { employmentTypeBits } from '../../../values/vocabulary'
import { COLUMN_FILTERS, type FilterValues, type JobFilter, type PayFilter } from '../../job-filter'
import { anyOf, isTrue, noneOf } from '../client/operators'
import { jobs } from '../schema/jobs'

type Kind = keyof FilterValues
type Name = keyof typeof COLUMN_FILTERS

const CONDITIONS: { [K in Kind]: (column: PgColumn, value: FilterValues[K]) => SQL | undefined } = {
  window: (column, { from, to }) => and(from && gte(column, from), to && lt(column, to)),
  in: anyOf,
  notIn: (column, values) => or(noneOf(column, values), isNull(column)),
  // The bare column or its negation, because the planner estimates these better than an equation.
  flag: (column, value) => (value ? isTrue(column) : not(column)),
  anyType: (column, types) => sql`${column} & ${employmentTypeBits(types)}::smallint <> 0`,
}

const NAMES = Object.keys(COLUMN_FILTERS) as Name[]
const DATES = NAMES.filter((name) => COLUMN_FILTERS[name].kind === 'window')
const PLAIN = NAMES.filter((name) => COLUMN_FILTERS[name].kind !== 'window')

/** The conditions of the filters that one column answers; undefined without any. */
export function columnConditions(filter: JobFilter) {
  const all = (names: readonly Name[]) => and(...names.map((name) => conditionOf(name, filter)))
  return { dates: all(DATES), plain: and(all(PLAIN), filter.pay && isPaid(filter.pay)) }
}

function isPaid({ kinds, atLeast }: PayFilter): SQL | undefined {
  return and(
    anyOf(jobs.payKind, kinds),
    atLeast === undefined ? undefined : gte(jobs.payTop, atLeast),
  )
}

function conditionOf(name: Name, filter: JobFilter): SQL | undefined {
  const { column, kind } = COLUMN_FILTERS[name]
  const value = filter[name]
  // The cast: the type of a filter's member is that of its kind.
  const condition = CONDITIONS[kind] as (column: PgColumn, value: unknown) => SQL | undefined
  return value === undefined ? undefined : condition(jobs[column], value)
}
