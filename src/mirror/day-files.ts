import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SQL } from 'bun'
import { calendarDay, DAY_MS, HOUR_MS } from '../values/instant'
import { plural } from '../values/plural'
import type { Job } from './answers'
import { createDayEvents, type DayEvent } from './day-events'
import { replace, sync, unlessMissing } from './files'
import { eventColumns } from './parquet-columns'
import { type ParquetOptions, writeRows } from './parquet-files'

const ROWS_READ = 1000

/** Older days share the file of the first one, so that a source cannot ask for any number of files. */
const MOST_DAYS = 3_660

/** A day is over once this much of the next one has passed, for clocks that differ. */
const AFTER_DAY_MS = HOUR_MS

interface DayOptions extends Pick<ParquetOptions, 'sql' | 'report'> {
  /** The folder of the files. */
  into: string
  now: Date
}

/**
 * Writes a file for each day (UTC) that is over and has events: what was created, changed and removed on it. A file that is
 * noted in `mirror_days` is never written again; an event that comes later is in the next file. `SHA256SUMS` has the hashes,
 * as `sha256sum` checks them.
 */
export async function writeDays(options: DayOptions): Promise<void> {
  const { sql, into, now, report } = options
  await createDayEvents(sql)
  await mkdir(into, { recursive: true })
  await placeNoted(options)
  const today = calendarDay(new Date(now.getTime() - AFTER_DAY_MS))
  const first = calendarDay(new Date(now.getTime() - MOST_DAYS * DAY_MS))
  const [last] = await sql`select max(day) as day from mirror_days`
  const days: { day: string }[] = await sql`select distinct max(day, ${first}) as day
    from mirror_events where day < ${today} order by 1`
  // Late events of days that have a file are left for the first day after them.
  for (const { day } of days.filter(({ day }) => day > (last?.day ?? ''))) {
    const events = await writeDay(options, day)
    report(`${join(into, `${day}.parquet`)}: ${plural(events, 'event')}`)
  }
  await writeSums(options)
}

/** Writes the file of a day beside its place, and notes its hash with the same transaction that forgets the events. */
async function writeDay({ sql, into }: DayOptions, day: string): Promise<number> {
  const { columns, schema, rowOf } = eventColumns()
  const file = `${day}.parquet`
  const path = join(into, file)
  let count = 0
  async function* rows() {
    for await (const { changed, ...event } of eventsUntil(sql, day)) {
      count += 1
      const names = changed === null ? null : JSON.parse(changed)
      yield rowOf({ ...event, changed: names }, await jobOf(sql, event.job_id))
    }
  }
  await writeRows(`${path}.new`, { rows: rows(), columns, schema })
  await sync(`${path}.new`)
  const sha256 = await hashOf(`${path}.new`)
  await sql.begin(async (sql) => {
    await sql`insert into mirror_days values (${day}, ${file}, ${sha256})`
    await sql`delete from mirror_events where day <= ${day}`
  })
  await replace(`${path}.new`, path)
  return count
}

/** Puts the files in their places that were noted when the process was killed. */
async function placeNoted({ sql, into }: DayOptions): Promise<void> {
  const noted: { file: string; sha256: string }[] =
    await sql`select file, sha256 from mirror_days order by day desc limit 1`
  for (const { file, sha256 } of noted) {
    const written = join(into, `${file}.new`)
    const isWritten = (await stat(written).catch(unlessMissing)) !== undefined
    if (isWritten && (await hashOf(written)) === sha256) await replace(written, join(into, file))
  }
}

async function writeSums({ sql, into }: DayOptions): Promise<void> {
  const noted: { file: string; sha256: string }[] =
    await sql`select file, sha256 from mirror_days order by day`
  const text = noted.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join('')
  const path = join(into, 'SHA256SUMS')
  if ((await readFile(path, 'utf8').catch(unlessMissing)) === text) return
  await Bun.write(`${path}.new`, text)
  await replace(`${path}.new`, path)
}

async function* eventsUntil(sql: SQL, day: string): AsyncGenerator<DayEvent> {
  for (let [country, seq] = ['', -1]; ; ) {
    const rows: DayEvent[] = await sql`select country, seq, event, job_id, occurred_at, changed
      from mirror_events where day <= ${day} and (country, seq) > (${country}, ${seq})
      order by country, seq limit ${ROWS_READ}`
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    ;({ country, seq } = last)
  }
}

/** A job as it was last seen. */
async function jobOf(sql: SQL, id: number): Promise<Job | undefined> {
  const [row] = await sql`select job, status, date_removed from jobs_closed where id = ${id}
    union all select job, 'active', null from jobs where id = ${id} limit 1`
  if (row === undefined) return undefined
  return { ...JSON.parse(row.job), status: row.status, date_removed: row.date_removed }
}

async function hashOf(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const chunk of Bun.file(path).stream()) hash.update(chunk)
  return hash.digest('hex')
}
