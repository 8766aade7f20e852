import type { SQL } from 'bun'
import type { Country } from '../values/country'
import type { ChangeEvent, Job } from './catalogue-client'
import type { Checkpoint, Copy } from './mirror'

/** A copy in SQLite or PostgreSQL: the table `jobs`, and `mirror` with the checkpoint of each country. */
export class SqlCopy implements Copy {
  constructor(
    private readonly sql: SQL,
    private readonly country: Country,
  ) {}

  /** Throws when the database has another table of the name `jobs`, such as that of a catalogue. */
  static async createTables(sql: SQL): Promise<void> {
    if (!isPostgres(sql)) await sql`pragma journal_mode = wal`
    const columns = `id bigint primary key, country text not null, title text not null, organization text, place text,
      url text not null, date_created text not null, date_posted text, job ${isPostgres(sql) ? 'jsonb' : 'text'} not null`
    await sql.unsafe(`create table if not exists jobs (${columns})`)
    await sql`select place, job from jobs limit 0`.catch((cause: unknown) => {
      throw new Error('the database has a table jobs that is no copy; use another database', {
        cause,
      })
    })
    await sql.unsafe(`create table if not exists jobs_filling (${columns})`)
    await sql`create table if not exists mirror (country text primary key, checkpoint text not null)`
  }

  async read(): Promise<Checkpoint> {
    const [row] = await this.sql`select checkpoint from mirror where country = ${this.country}`
    return row === undefined ? {} : JSON.parse(row.checkpoint)
  }

  begin(checkpoint: Checkpoint): Promise<void> {
    return this.write(
      checkpoint,
      (sql) => sql`delete from jobs_filling where country = ${this.country}`,
    )
  }

  /** A job comes again when its place in the order changes while the pages are read. */
  add(jobs: readonly Job[], checkpoint: Checkpoint): Promise<void> {
    const events = jobs.map((job) => ({ job_id: job.id, job }))
    return this.write(checkpoint, (sql) => replace(sql, 'jobs_filling', events))
  }

  swap(checkpoint: Checkpoint): Promise<void> {
    return this.write(checkpoint, async (sql) => {
      await sql`delete from jobs where country = ${this.country}`
      await sql`insert into jobs select * from jobs_filling where country = ${this.country}`
      await sql`delete from jobs_filling where country = ${this.country}`
    })
  }

  apply(events: readonly ChangeEvent[], checkpoint: Checkpoint): Promise<void> {
    return this.write(checkpoint, (sql) => replace(sql, 'jobs', events))
  }

  private async write(checkpoint: Checkpoint, work: (sql: SQL) => Promise<unknown>): Promise<void> {
    await this.sql.begin(async (sql) => {
      await work(sql)
      await sql`insert into mirror values (${this.country}, ${JSON.stringify(checkpoint)})
        on conflict (country) do update set checkpoint = excluded.checkpoint`
    })
  }
}

/** The last event of a job counts. */
async function replace(sql: SQL, table: string, events: readonly Omit<ChangeEvent, 'seq'>[]) {
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

function isPostgres(sql: SQL): boolean {
  return sql.options.adapter === 'postgres'
}
