import { SQL } from 'bun'
import type { Country } from '../values/country'
import { messageOf } from '../values/errors'
import type { ChangeEvent } from './catalogue-client'
import { type Checkpoint, DamagedCopy, parseCheckpoint } from './checkpoint'
import type { Copy } from './mirror'
import { addSums, checkSums, createSums, replaceSums } from './row-sums'

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
  await createSums(sql)
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

async function createJobs(sql: SQL, table: string): Promise<void> {
  const [instant, json] = isPostgres(sql) ? ['timestamptz', 'jsonb'] : ['text', 'text']
  const columns = `id bigint primary key, country text not null, title text not null, organization text, place text,
    url text not null, date_created ${instant} not null, date_posted ${instant}, job ${json} not null`
  await sql.unsafe(`create table if not exists ${table} (${columns})`)
}

const isPostgres = (sql: SQL) => sql.options.adapter === 'postgres'

/**
 * The copy of a country in SQLite or PostgreSQL: its rows of `jobs`, and its checkpoint in `mirror`. The first use compares the rows
 * with their sums. With `keepsClosed`, jobs that leave go to `jobs_closed`; only for SQLite.
 */
export function sqlCopy(sql: SQL, country: Country, keepsClosed = false): Copy {
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
      if (checkpoint.inUse !== undefined && !isChecked) await checkSums(sql, country)
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
        await replace(sql, 'jobs_filling', events)
        if (checkpoint.filling !== undefined) return
        await sql`delete from jobs where country = ${country}`
        await sql`insert into jobs select * from jobs_filling where country = ${country}`
        await replaceSums(sql, country)
        await sql`delete from jobs_filling where country = ${country}`
        const [other] = await sql`select id from jobs_filling limit 1`
        if (other === undefined) await sql`drop table jobs_filling`
      }),
    apply: (events, checkpoint) =>
      write(checkpoint, async (sql) => {
        const ids = events.map(({ job_id }) => job_id)
        if (ids.length > 0) await addSums(sql, ids, -1)
        if (keepsClosed) await keepClosed(sql, events)
        await replace(sql, 'jobs', events)
        if (ids.length > 0) await addSums(sql, ids, 1)
      }),
  }
}

/** The table of the jobs that left while the copy was kept. */
export async function createClosed(sql: SQL): Promise<void> {
  await sql`create table if not exists jobs_closed (id bigint primary key, country text not null,
    status text not null, date_removed text not null, job text not null)`
}

async function keepClosed(sql: SQL, events: readonly ChangeEvent[]): Promise<void> {
  for (const { job_id, job, event, occurred_at } of events) {
    if (job !== null || event === undefined || occurred_at === undefined) continue
    await sql`insert or ignore into jobs_closed
      select id, country, ${event}, ${occurred_at}, job from jobs where id = ${job_id}`
  }
}

/** The last event of a job counts. */
async function replace(sql: SQL, table: string, events: readonly ChangeEvent[]): Promise<void> {
  if (events.length === 0) return
  const jobs = new Map(events.map(({ job_id, job }) => [job_id, job]))
  const rows = [...jobs.values()]
    .filter((job) => job !== null)
    .map((job) => {
      const { id, country, title, organization, url, date_created, date_posted } = job
      const place = Array.isArray(job.locations_derived) ? job.locations_derived[0] : null
      const columns = { id, country, title, organization, place, url, date_created, date_posted }
      return { ...columns, job: isPostgres(sql) ? job : JSON.stringify(job) }
    })
  await sql`delete from ${sql(table)} where id in ${sql([...jobs.keys()])}`
  if (rows.length > 0) await sql`insert into ${sql(table)} ${sql(rows)}`
}
