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

/** The tables of the events that wait for their file, and of the last day that has one. */
export async function createDayEvents(sql: SQL): Promise<void> {
  await sql`create table if not exists mirror_events (country text not null, seq bigint not null,
    event text not null, job_id bigint not null, day text not null, occurred_at text not null,
    changed text, primary key (country, seq))`
  await sql`create table if not exists mirror_days (day text primary key, file text not null, sha256 text not null)`
}

/** Notes events for the files of their days. Events that are read again, of days that have a file, are in it. */
export async function noteEvents(
  sql: SQL,
  country: Country,
  events: readonly ChangeEvent[],
  isRecalled = false,
): Promise<void> {
  await createDayEvents(sql)
  const [last] = await sql`select max(day) as day from mirror_days`
  const rows = events.map((entry): DayEvent => {
    const { seq, event, job_id, occurred_at, changed } = entry
    const day = calendarDay(new Date(occurred_at))
    return {
      ...{ country, seq, event, job_id, day, occurred_at },
      changed: changed && JSON.stringify(changed),
    }
  })
  const due = rows.filter(({ day }) => !isRecalled || day > (last?.day ?? ''))
  if (due.length === 0) return
  await sql`insert into mirror_events ${sql(due)} on conflict (country, seq) do nothing`
}
