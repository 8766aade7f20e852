import { and, eq, type SQL, sql } from 'drizzle-orm'
import { CHANGE_EVENTS } from '../../../values/change-events'
import { COUNTRIES, type Country } from '../../../values/country'
import { EMPLOYMENT_TYPES } from '../../../values/vocabulary'
import { arrayLiteral } from '../client/array-literal'
import { allowScans, onlyRow, type Queries } from '../client/drizzle'
import {
  changesAfter,
  LOG_STATE,
  type LogState,
  type LogStateRow,
  logStateOf,
} from '../conditions/log-state'
import { activeJobs } from '../schema/jobs'

/** Jobs, ascending by id, with the values that plain filters read. */
export interface ListedJobs {
  /**
   * 20 bytes a job, big-endian: its id and its date of creation as PostgreSQL sends them, and its kind as `kindOf` reads it, or
   * `NOT_ACTIVE`.
   */
  packed: Uint8Array
  state: LogState
}

/** The values of a job that have few kinds. `source` is an index; -1 for a source that is not listed. */
export interface JobKind {
  employmentTypes: number
  isRemote: boolean
  hasSalary: boolean
  hasLocation: boolean
  country: Country
  source: number
}

export const BYTES_PER_JOB = 20

export const NOT_ACTIVE = -1

const BITS = { remote: 7, salary: 8, location: 9, country: 10, source: 11 }
const TYPES = (1 << EMPLOYMENT_TYPES.length) - 1

export function kindOf(bits: number): JobKind {
  const has = (bit: number) => ((bits >> bit) & 1) === 1
  return {
    employmentTypes: bits & TYPES,
    isRemote: has(BITS.remote),
    hasSalary: has(BITS.salary),
    hasLocation: has(BITS.location),
    country: has(BITS.country) ? COUNTRIES[1] : COUNTRIES[0],
    source: (bits >> BITS.source) - 1,
  }
}

/** The sources of the active jobs. */
export async function listSources(queries: Queries): Promise<string[]> {
  const { source } = activeJobs
  const rows = await allowScans(queries).db.selectDistinct({ source }).from(activeJobs)
  return rows.map((row) => row.source)
}

/** All active jobs. */
export async function listActiveJobs(
  queries: Queries,
  sources: readonly string[],
): Promise<ListedJobs> {
  const { id, dateCreated } = activeJobs
  return await read(
    allowScans(queries),
    sql`select ${id} as id, ${dateCreated} as at, ${kind(sources)} as kind from ${activeJobs}`,
  )
}

/** The jobs of the next `limit` changes of each country after a state, as they are now. */
export async function listJobsAfter(
  queries: Queries,
  sources: readonly string[],
  { state, limit }: { state: Pick<LogState, 'lastSeqs'>; limit: bigint },
): Promise<ListedJobs> {
  const asked = { countries: COUNTRIES, limit, events: CHANGE_EVENTS }
  const { id, dateCreated } = activeJobs
  return await read(
    queries,
    // `limit`: each job is looked up; a planner may read the whole table for a join.
    sql`select changed.id as id, coalesce(at, 'epoch') as at, coalesce(kind, ${NOT_ACTIVE}) as kind
      from (select distinct id from ${changesAfter(state, asked)} as change) as changed
        left join lateral (select ${dateCreated} as at, ${kind(sources)} as kind
          from ${activeJobs} where ${eq(id, sql`changed.id`)} limit 1) as job on true`,
  )
}

function kind(sources: readonly string[]): SQL {
  const { employmentTypes, isRemote, hasSalary, hasLocation, country, source } = activeJobs
  return sql`(${employmentTypes} + (${isRemote}::integer << ${BITS.remote}::integer) + (${hasSalary}::integer << ${BITS.salary}::integer)
    + (${hasLocation}::integer << ${BITS.location}::integer)
    + ((${and(eq(country, COUNTRIES[1]))})::integer << ${BITS.country}::integer)
    + (coalesce(array_position(${arrayLiteral(sources)}::text[], ${source}), 0) << ${BITS.source}::integer))`
}

async function read(queries: Queries, listed: SQL): Promise<ListedJobs> {
  const { packed, ...state } = onlyRow(
    await queries.run<{ packed: Uint8Array | null } & LogStateRow>(sql`select (
        select string_agg(int8send(id) || timestamptz_send(at) || int4send(kind), ''::bytea)
        from (select * from (${listed} offset 0) as listed order by id) as sorted) as packed, ${LOG_STATE}`),
  )
  return { packed: packed ?? new Uint8Array(), state: logStateOf(state) }
}
