import type { SQL } from 'bun'
import type { Country } from '../values/country'
import { storable } from '../values/storable-text'
import { isPostgres } from './adapter'
import type { ChangeEvent, Job } from './answers'
import { leftJobs } from './mirror'

/** The table of the jobs that left, with the jobs as they were last seen. */
export async function createClosed(sql: SQL): Promise<void> {
  if (isPostgres(sql)) {
    await sql`create table if not exists jobs_closed (id bigint primary key, country text not null,
      status text not null, date_removed timestamptz not null, job jsonb not null)`
  } else {
    await sql`create table if not exists jobs_closed (id bigint primary key, country text not null,
      status text not null, date_removed text not null, job text not null)`
  }
}

interface ClosedJob {
  id: number
  status: string
  date_removed: string
  /** As the table has it. */
  job: unknown
}

/** Keeps the jobs that leave with these events: as an earlier event of them shows them, or as the copy has them. */
export async function keepClosed(
  sql: SQL,
  country: Country,
  events: readonly ChangeEvent[],
): Promise<void> {
  const removals = events.filter(({ job }) => job === null)
  if (removals.length === 0) return
  const ids = removals.map(({ job_id }) => job_id)
  const stored: { id: number; job: unknown }[] = await sql`select id, job from jobs
    where country = ${country} and id in ${sql(ids)}`
  const known = new Map<number, unknown>(stored.map(({ id, job }) => [Number(id), job]))
  for (const { job } of events) if (job !== null) known.set(job.id, asStored(sql, job))
  const closed = removals.flatMap(({ job_id: id, event: status, occurred_at }) => {
    const job = known.get(id)
    return job === undefined ? [] : [{ id, status, date_removed: occurred_at, job }]
  })
  await insert(sql, country, closed)
}

/** Keeps the jobs that have left since these events. The copy still has those whose removal it has not read yet. */
export async function keepLeft(
  sql: SQL,
  country: Country,
  events: readonly ChangeEvent[],
): Promise<void> {
  const left = leftJobs(events)
  if (left.length === 0) return
  const rows: { id: number }[] = await sql`select id from jobs
    where id in ${sql(left.map(({ id }) => id))}`
  const active = new Set(rows.map(({ id }) => Number(id)))
  const closed = left.flatMap((job) => {
    const { id, status, date_removed } = job
    if (active.has(id) || date_removed === null) return []
    return [{ id, status, date_removed, job: asStored(sql, job) }]
  })
  await insert(sql, country, closed)
}

async function insert(sql: SQL, country: Country, closed: readonly ClosedJob[]): Promise<void> {
  // The first row of a job is right: a job that left never comes back under its id.
  const byId = new Map(closed.toReversed().map((row) => [row.id, { country, ...row }]))
  if (byId.size === 0) return
  await sql`insert into jobs_closed ${sql([...byId.values()])} on conflict (id) do nothing`
}

function asStored(sql: SQL, job: Job): unknown {
  return isPostgres(sql) ? storable(job) : JSON.stringify(job)
}
