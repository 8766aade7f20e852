import type { SQL } from 'bun'
import type { Country } from '../values/country'
import { calendarDay } from '../values/instant'
import type { ChangeEvent } from './answers'

/** An event whose day has no file yet. */
export interface DayEvent {
  country: Country
  seq: number
  event: string
  job_id: number
  /** The day (UTC) on which it happened. */
  day: string
  occurred_at: string
  /** A list of names as JSON, or null. */
  changed: string | null
}

/** The tables of the events that wait for their file, of the last one of each country, and of the days that have a file. */
export async function createDayEvents(sql: SQL): Promise<void> {
  await sql`create table if not exists mirror_events (country text not null, seq bigint not null,
    event text not null, job_id bigint not null, day text not null, occurred_at text not null,
    changed text, primary key (country, seq))`
  await sql`create table if not exists mirror_noted (country text primary key, seq bigint not null)`
  await sql`create table if not exists mirror_days (day text primary key, file text not null, sha256 text not null)`
}

/**
 * Notes events for the files of their days. They come in the order of their numbers. A copy that is filled again reads some again,
 * which are not noted twice.
 */
export async function noteEvents(
  sql: SQL,
  country: Country,
  events: readonly ChangeEvent[],
): Promise<void> {
  await createDayEvents(sql)
  const [noted = { seq: 0 }] = await sql`select seq from mirror_noted where country = ${country}`
  const due = events.filter(({ seq }) => seq > noted.seq)
  const last = due.at(-1)
  if (last === undefined) return
  const rows = due.map((entry): DayEvent => {
    const { seq, event, job_id, occurred_at, changed } = entry
    const day = calendarDay(new Date(occurred_at))
    return {
      ...{ country, seq, event, job_id, day, occurred_at },
      changed: changed && JSON.stringify(changed),
    }
  })
  await sql`insert into mirror_events ${sql(rows)}`
  await sql`insert into mirror_noted values (${country}, ${last.seq})
    on conflict (country) do update set seq = excluded.seq`
}
