import { mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SQL } from 'bun'
import { fileWriter, parquetWriteRows } from 'hyparquet-writer'
import type { Country } from '../values/country'
import { plural } from '../values/plural'
import type { Job } from './answers'
import { parseCheckpoint } from './checkpoint'
import { replace } from './files'
import { columnsOf } from './parquet-columns'

/** Jobs that are in memory at once, with copies of their texts: with descriptions, ten times as many take 2 GB. */
const ROW_GROUP = 10_000
const ROW_GROUP_WITH_TEXTS = 1000
const ROWS_READ = 1000

export interface ParquetOptions {
  /** The copy in SQLite, with the jobs that left. */
  sql: SQL
  countries: readonly Country[]
  /** One file, or a folder with a file a country, `country=CA/jobs.parquet`. */
  into: string
  isFolder: boolean
  report(line: string): void
}

/**
 * Writes the files that lack changes of the copy in SQLite. A file is written beside the old one and takes its place as a whole. Killed
 * in between, the next run writes it again: a file is noted in `mirror_files` once it is in its place.
 */
export async function writeParquet(options: ParquetOptions): Promise<void> {
  const { sql, countries, into, isFolder } = options
  await sql`create table if not exists mirror_files (file text primary key, content text not null)`
  if (!isFolder) return await writeFile(options, into, countries)
  for (const country of countries) {
    await writeFile(options, join(into, `country=${country}`, 'jobs.parquet'), [country])
  }
}

async function writeFile(
  { sql, isFolder, report }: ParquetOptions,
  file: string,
  countries: readonly Country[],
): Promise<void> {
  const origins = await Promise.all(countries.map((country) => originOf(sql, country)))
  const content = origins.map(({ text }) => text).join(' ')
  const [noted] = await sql`select content from mirror_files where file = ${file}`
  if (noted?.content === content && (await stat(file).catch(() => undefined))) return
  const description = origins[0]?.description ?? 'none'
  const { columns, schema, rowOf } = columnsOf(description, isFolder)
  let count = 0
  async function* rows() {
    for (const country of countries) {
      for await (const job of jobsOf(sql, country)) {
        count += 1
        yield rowOf(job)
      }
    }
  }
  await mkdir(dirname(file), { recursive: true })
  const rowGroupSize = description === 'none' ? ROW_GROUP : ROW_GROUP_WITH_TEXTS
  await writeRows(`${file}.new`, { rows: rows(), columns, schema, rowGroupSize })
  await replace(`${file}.new`, file)
  await sql`insert into mirror_files values (${file}, ${content})
    on conflict (file) do update set content = excluded.content`
  report(`${file}: ${plural(count, 'job')}`)
}

type Rows = Pick<Parameters<typeof parquetWriteRows>[0], 'rows' | 'columns' | 'schema'>

/** Writes a whole file. */
export async function writeRows(
  file: string,
  { rowGroupSize = ROW_GROUP, ...rows }: Rows & { rowGroupSize?: number },
): Promise<void> {
  await parquetWriteRows({
    ...rows,
    writer: fileWriter(file),
    rowGroupSize,
    codec: 'ZSTD',
    compressors: { ZSTD: (bytes) => Bun.zstdCompressSync(bytes, { level: 3 }) },
    createdBy: 'job-catalogue mirror',
  })
}

/** What the copy of a country has: a text that differs whenever that does. */
async function originOf(sql: SQL, country: Country) {
  const [row] = await sql`select checkpoint from mirror where country = ${country}`
  const { inUse, history } = parseCheckpoint(
    row?.checkpoint ?? '',
    `the row of ${country} in mirror`,
  )
  if (inUse === undefined) throw new Error(`the copy of ${country} is not filled`)
  const { description, generation, since } = inUse
  return {
    description,
    text: `${country} ${generation} ${since} ${description}${history ? ` ${history.since}` : ''}`,
  }
}

async function* jobsOf(sql: SQL, country: Country): AsyncGenerator<Job> {
  yield* rowsOf(
    (after) => sql`select id, job, 'active' as status, null as date_removed from jobs
      where country = ${country} and id > ${after} order by id limit ${ROWS_READ}`,
  )
  yield* rowsOf(
    (after) => sql`select id, job, status, date_removed from jobs_closed
      where country = ${country} and id > ${after} order by id limit ${ROWS_READ}`,
  )
}

type Row = Pick<Job, 'id' | 'status' | 'date_removed'> & { job: string }

async function* rowsOf(readAfter: (id: number) => Promise<Row[]>): AsyncGenerator<Job> {
  for (let after = -1; ; ) {
    const rows = await readAfter(after)
    for (const { job, status, date_removed } of rows) {
      yield { ...JSON.parse(job), status, date_removed }
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
