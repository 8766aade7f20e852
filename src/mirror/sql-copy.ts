import { SQL } from 'bun'
import type { Country } from '../values/country'
import { messageOf } from '../values/errors'
import { storable } from '../values/storable-text'
import { isPostgres } from './adapter'
import type { Job } from './answers'
import { type Checkpoint, DamagedCopy, parseCheckpoint } from './checkpoint'
import { createClosed, keepClosed, keepLeft } from './closed-jobs'
import { noteEvents } from './day-events'
import type { Copy } from './mirror'
import { changeRows, checkHashes, createHashes, replaceHashes } from './row-hashes'

/** Opens a file of SQLite. Throws `DamagedCopy` when SQLite finds an error in it; that reads the whole file. */
export async function openFile(file: string): Promise<SQL> {
  const sql = new SQL(`sqlite://${file}`)
  try {
    const [{ quick_check: found }] = await sql`pragma quick_check(1)`
    // The line behind the name of the database.
    if (found !== 'ok') throw new DamagedCopy(file, found.split('\n').at(-1))
    return sql
  } catch (error) {
    await sql.close()
    const isDamage = error instanceof SQL.SQLiteError && /NOTADB|CORRUPT/.test(error.code)
    throw isDamage ? new DamagedCopy(file, messageOf(error)) : error
  }
}

/** Makes the tables of copies. Throws when `jobs` is another table, such as that of a catalogue, or of an earlier version. */
export async function createTables(sql: SQL): Promise<void> {
  if (!isPostgres(sql)) await sql`pragma journal_mode = wal`
  await createJobs(sql, 'jobs')
  await sql`select place, job from jobs limit 0`.catch((cause: unknown) => {
    const issue = 'the database has a table jobs that is no copy; use another database'
    throw new Error(issue, { cause })
  })
  if (isPostgres(sql)) await refuseTextDates(sql)
  await sql`create table if not exists mirror (country text primary key, checkpoint text not null)`
  await createHashes(sql)
}

async function refuseTextDates(sql: SQL): Promise<void> {
  const tables = await sql`select table_name as name from information_schema.columns
    where table_schema = current_schema() and table_name in ('jobs', 'jobs_filling')
      and column_name = 'date_created' and data_type = 'text'`
  if (tables.length === 0) return
  const change = (column: string) => `alter ${column} type timestamptz using ${column}::timestamptz`
  const statements = tables.map(
    ({ name }: { name: string }) =>
      `alter table ${name} ${change('date_created')}, ${change('date_posted')};`,
  )
  throw new Error(
    `an earlier mirror made the copy, with dates as text; run this in its database, then mirror again: ${statements.join(' ')}`,
  )
}

async function createJobs(sql: SQL, table: JobsTable): Promise<void> {
  if (isPostgres(sql)) {
    await sql`create table if not exists ${sql(table)} (id bigint primary key, country text not null,
      title text not null, organization text, place text, url text not null,
      date_created timestamptz not null, date_posted timestamptz, job jsonb not null)`
  } else {
    await sql`create table if not exists ${sql(table)} (id bigint primary key, country text not null,
      title text not null, organization text, place text, url text not null,
      date_created text not null, date_posted text, job text not null)`
  }
}

type JobsTable = 'jobs' | 'jobs_filling'

/**
 * The copy of a country in SQLite or PostgreSQL: its rows of `jobs`, and its checkpoint in `mirror`. The first use compares the rows
 * with their hashes. With a history, jobs that leave go to `jobs_closed`. A copy that becomes Parquet keeps them always, and
 * with a history the events of days that have no file yet; only in SQLite.
 */
export function sqlCopy(sql: SQL, country: Country, isForParquet = false): Copy {
  let isChecked = false
  const write = (checkpoint: Checkpoint, work: (sql: SQL) => Promise<unknown>): Promise<void> =>
    sql.begin(async (sql) => {
      await work(sql)
      await sql`insert into mirror values (${country}, ${JSON.stringify(checkpoint)})
        on conflict (country) do update set checkpoint = excluded.checkpoint`
    })
  return {
    async read() {
      const [row] = await sql`select checkpoint from mirror where country = ${country}`
      if (row === undefined) return {}
      const checkpoint = parseCheckpoint(row.checkpoint, `the row of ${country} in mirror`)
      if (checkpoint.inUse !== undefined && !isChecked) await checkHashes(sql, country)
      isChecked = true
      return checkpoint
    },
    fill: (jobs, checkpoint) =>
      write(checkpoint, async (sql) => {
        await createJobs(sql, 'jobs_filling')
        if (checkpoint.filling?.jobs === 0)
          await sql`delete from jobs_filling where country = ${country}`
        // A job comes again when its place in the order changes while the pages are read.
        const events = jobs.map((job) => ({ job_id: job.id, job }))
        await replace(sql, { table: 'jobs_filling', country }, events)
        if (checkpoint.filling !== undefined) return
        await sql`delete from jobs where country = ${country}`
        const [elsewhere] = await sql`select jobs.id, jobs.country from jobs_filling
          join jobs on jobs.id = jobs_filling.id where jobs_filling.country = ${country} limit 1`
        refuseOther(elsewhere, country)
        await sql`insert into jobs select * from jobs_filling where country = ${country}`
        await replaceHashes(sql, country)
        await sql`delete from jobs_filling where country = ${country}`
        const [other] = await sql`select id from jobs_filling limit 1`
        if (other === undefined) await sql`drop table jobs_filling`
      }),
    recall: (events, checkpoint) =>
      write(checkpoint, async (sql) => {
        await createClosed(sql)
        await keepLeft(sql, country, events)
        if (isForParquet) await noteEvents(sql, country, events)
      }),
    apply: (events, checkpoint) =>
      write(checkpoint, async (sql) => {
        const ids = [...new Set(events.map(({ job_id }) => job_id))]
        const hasHistory = checkpoint.history !== undefined
        if (isForParquet || hasHistory) await keepClosed(sql, country, events)
        if (isForParquet && hasHistory) await noteEvents(sql, country, events)
        await changeRows(sql, { country, ids }, () =>
          replace(sql, { table: 'jobs', country }, events),
        )
      }),
  }
}

/** The last event of a job counts. */
async function replace(
  sql: SQL,
  { table, country }: { table: JobsTable; country: Country },
  events: readonly { job_id: number; job: Job | null }[],
): Promise<void> {
  if (events.length === 0) return
  const jobs = new Map(events.map(({ job_id, job }) => [job_id, job]))
  const ids = [...jobs.keys()]
  const rows = [...jobs.values()].filter((job) => job !== null).map((job) => rowOf(sql, job))
  await sql`delete from ${sql(table)} where country = ${country} and id in ${sql(ids)}`
  const [other] = await sql`select id, country from ${sql(table)} where id in ${sql(ids)} limit 1`
  refuseOther(other, country)
  if (rows.length > 0) await sql`insert into ${sql(table)} ${sql(rows)}`
}

/** A job is in one country, and an id is used once. */
function refuseOther(row: { id: number; country: string } | undefined, country: Country): void {
  if (row === undefined) return
  throw new Error(
    `the catalogue has job ${row.id} in ${country}, and the copy has it in ${row.country}; if the address has another catalogue now, make a new copy`,
  )
}

function rowOf(sql: SQL, job: Job) {
  // Published fields may have a NUL, which PostgreSQL does not store.
  const stored = isPostgres(sql) ? storable(job) : job
  const { id, country, title, organization, url, date_created, date_posted } = stored
  const place = stored.locations_derived?.[0] ?? null
  const columns = { id, country, title, organization, place, url, date_created, date_posted }
  return { ...columns, job: isPostgres(sql) ? stored : JSON.stringify(stored) }
}
