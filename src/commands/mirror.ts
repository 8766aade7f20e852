import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SQL } from 'bun'
import { catalogueClient } from '../mirror/catalogue-client'
import { DamagedCopy } from '../mirror/checkpoint'
import { createClosed } from '../mirror/closed-jobs'
import { writeDays } from '../mirror/day-files'
import { folderCopy } from '../mirror/folder-copy'
import { type Copy, refill as refillCopy, synchronise } from '../mirror/mirror'
import { writeParquet } from '../mirror/parquet-files'
import { createTables, openFile, sqlCopy } from '../mirror/sql-copy'
import { printableAddress } from '../values/address'
import { COUNTRIES, type Country } from '../values/country'
import { quoteValue } from '../values/errors'
import { tryExclusiveLock } from '../values/files/file-lock'
import { plural } from '../values/plural'
import { CommandError, runCommand } from './terminal/command'
import { createProgress } from './terminal/output'
import type { Shutdown } from './terminal/shutdown'

const DESCRIPTIONS = ['none', 'text', 'html', 'both']

/** How long `--once` waits for an answer before it fails. */
const ONCE_LIMIT_MS = 10 * 60_000
/** The same while it cannot connect: pauses of 1 to 32 seconds and a last attempt fit into it. */
const ONCE_UNREACHABLE_MS = 65_000

/** A day. A timer of more than 24 days fires at once. */
const MAX_EVERY_S = 24 * 60 * 60

const POSTGRES = /^postgres(?:ql)?:/
const SQLITE = /\.(?:sqlite3?|db)$/
const PARQUET = /\.parquet\/?$/

await runCommand({
  name: 'mirror',
  help: `bun run mirror --from ADDRESS --into FILE.sqlite|FILE.parquet|FOLDER|postgres://...
               [--country CA|US] [--description none|text|html|both] [--every SECONDS] [--once]
               [--refill] [--history]

Keeps a copy of a catalogue in step over HTTP: it reads all active jobs once, then follows the
change log. You can stop or kill it at any moment; the next run resumes. When
the catalogue was restored to an earlier state, it fills a new copy beside the old one.

  --from ADDRESS     the catalogue, such as https://jobs.example, with or without /v1
  --into COPY        a SQLite file (.sqlite or .db), a database of PostgreSQL (the tables
                     jobs and mirror), or a folder of NDJSON files; the name of a new
                     folder has no extension. FILE.parquet is for analyses: it also has
                     the jobs that left, and is written as a whole after changes, from
                     FILE.parquet.sqlite beside it. FILE.parquet/ is a folder with a file for
                     each country
  --country          only this country; both otherwise
  --description      the descriptions of the copy (text); another value fills it again
  --every SECONDS    how often it asks for changes (10)
  --once             end when the copy is up to date; exit with status 1 if the catalogue is
                     unreachable for a minute, or busy for ten
  --refill           fill the copy again. Without it a damaged copy is refused: the start
                     compares the files of a folder with their hashes, and lets SQLite
                     check its file. A damaged file is kept as FILE.damaged
  --history          keep the jobs that have left, also before the copy was made, as far
                     as the change log goes: in the table jobs_closed or the file left.ndjson.
                     Beside FILE.parquet, FILE.parquet.days/ gets a file for each day of what was
                     created, changed and removed, which never changes, and SHA256SUMS

Settings: CATALOGUE_KEY (the API key, required)

Example: CATALOGUE_KEY=jc_... bun run mirror --from http://127.0.0.1:3000 --into jobs.sqlite`,
  options: {
    from: { type: 'string' },
    into: { type: 'string' },
    country: { type: 'string' },
    description: { type: 'string', default: 'text' },
    every: { type: 'string', default: '10' },
    once: { type: 'boolean', default: false },
    refill: { type: 'boolean', default: false },
    history: { type: 'boolean', default: false },
  },
  async run({
    values: { from, into, country, description, every, once, refill, history },
    shutdown,
  }) {
    const key = process.env.CATALOGUE_KEY
    if (!key) throw new CommandError('set CATALOGUE_KEY to an API key of the catalogue')
    if (!/^[\x21-\x7e]+$/.test(key.trim())) {
      throw new CommandError('CATALOGUE_KEY: expected an API key, of printable characters of ASCII')
    }
    if (!from || !isAddress(from)) {
      throw expected('from', 'an address such as https://jobs.example', from)
    }
    if (!into || !(await isCopy(into))) {
      throw expected('into', 'a file (.sqlite, .db or .parquet), a folder or postgres://...', into)
    }
    const isFile = SQLITE.test(into) || /\.parquet$/.test(into)
    if (isFile && (await isFolder(into))) throw new CommandError(`--into: ${into} is a folder`)
    const countries = COUNTRIES.filter((code) => country === undefined || code === country)
    if (countries.length === 0) throw expected('country', 'CA or US', country)
    if (!DESCRIPTIONS.includes(description)) {
      throw expected('description', `one of ${DESCRIPTIONS.join(', ')}`, description)
    }
    if (!(Number(every) >= 1 && Number(every) <= MAX_EVERY_S)) {
      throw expected('every', `seconds, from 1 to ${MAX_EVERY_S}`, every)
    }

    const stop = new AbortController()
    const progress = createProgress(undefined)
    const report = progress.interrupt
    const { copyOf, sql } = PARQUET.test(into)
      ? await openParquet({ into, refill, shutdown, report })
      : { copyOf: await openCopy({ into, refill, shutdown, report }), sql: undefined }
    const catalogue = catalogueClient({
      address: from.replace(/(?:\/+v1)?\/*$/, ''),
      key,
      description,
      signal: stop.signal,
      limitMs: once ? ONCE_LIMIT_MS : Number.POSITIVE_INFINITY,
      unreachableMs: once ? ONCE_UNREACHABLE_MS : Number.POSITIVE_INFINITY,
      report: progress.interrupt,
    })
    const mirrors = countries.map((country) => ({
      country,
      catalogue,
      copy: copyOf(country),
      hasHistory: history,
      report: (line: string) => progress.interrupt(`${country}: ${line}`),
      filled: (jobs: number, total: number) =>
        createProgress(total).show(jobs, `${country}  ${jobs} of ${plural(total, 'job')}`),
    }))
    const running = follow()
    shutdown.defer(async () => {
      stop.abort()
      // What it throws is thrown below.
      await running.catch(() => undefined)
      progress.end()
    })
    await running

    async function follow(): Promise<void> {
      for (const mirror of refill ? mirrors : []) await refillCopy(mirror)
      for (;;) {
        for (const mirror of mirrors) await synchronise(mirror)
        if (sql !== undefined) {
          const isFolder = into?.endsWith('/') === true
          await writeParquet({ sql, countries, into: into ?? '', isFolder, report })
          const days = `${into?.replace(/\/$/, '')}.days`
          if (history) await writeDays({ sql, into: days, now: new Date(), report })
        }
        if (once) return
        await setTimeout(Number(every) * 1000, undefined, { signal: stop.signal })
      }
    }
  },
})

function expected(option: string, what: string, got: string | undefined): CommandError {
  const end = got === undefined ? '' : `, got ${quoteValue(got)}`
  return new CommandError(`--${option}: expected ${what}${end}`)
}

/** Whether paths of the interface can be put behind it. */
function isAddress(from: string): boolean {
  const { protocol = '', search, hash } = URL.parse(from) ?? {}
  return /^https?:$/.test(protocol) && !search && !hash
}

/** Whether a copy may be written there. A new folder with an extension would probably be meant as a file. */
async function isCopy(into: string): Promise<boolean> {
  if ([POSTGRES, SQLITE, PARQUET].some((kind) => kind.test(into))) return true
  if (/^\w+:\/\//.test(into)) return false
  const hasExtension = /[^/]\.[^./]+$/.test(into)
  return !hasExtension || (await isFolder(into))
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

interface CopyTarget {
  into: string
  refill: boolean
  shutdown: Shutdown
  report: (line: string) => void
}

/** Opens a copy, and keeps other processes from writing it. */
async function openCopy({
  into,
  refill,
  shutdown,
  report,
}: CopyTarget): Promise<(country: Country) => Copy> {
  const taken = new CommandError(
    `another process keeps the copy in ${printableAddress(into)} in step`,
  )
  if (POSTGRES.test(into)) {
    // One connection, which holds the lock.
    const sql = new SQL(into, { max: 1 })
    shutdown.defer(() => sql.close())
    const [row] =
      await sql`select pg_try_advisory_lock(hashtext('job-catalogue mirror')) as is_taken`
    if (!row.is_taken) throw taken
    return await sqlCopies(sql)
  }
  const isFile = SQLITE.test(into)
  await mkdir(isFile ? dirname(into) : into, { recursive: true })
  const lock = tryExclusiveLock(isFile ? `${into}.lock` : join(into, 'mirror.lock'))
  if (lock === undefined) throw taken
  shutdown.defer(() => lock.release())
  if (!isFile) return (country) => folderCopy(join(into, country))
  return await sqlCopies(await openSqlite({ into, refill, shutdown, report }))
}

/** Parquet files are written from a copy in SQLite, which can be changed. */
async function openParquet(target: CopyTarget) {
  const into = `${target.into.replace(/\/$/, '')}.sqlite`
  await mkdir(dirname(into), { recursive: true })
  const lock = tryExclusiveLock(`${into}.lock`)
  if (lock === undefined) {
    throw new CommandError(`another process keeps the copy in ${target.into} in step`)
  }
  target.shutdown.defer(() => lock.release())
  const sql = await openSqlite({ ...target, into })
  await createTables(sql)
  await createClosed(sql)
  return { copyOf: (country: Country) => sqlCopy(sql, country, true), sql }
}

async function openSqlite({ into, refill, shutdown, report }: CopyTarget): Promise<SQL> {
  const sql = await openFile(into).catch(async (error: unknown) => {
    if (!refill || !(error instanceof DamagedCopy)) throw error
    const kept = `${into}.damaged`
    await rename(into, kept)
    // Its log must not be applied to the new file.
    for (const end of ['-wal', '-shm']) await rm(`${into}${end}`, { force: true })
    report(`the damaged file is kept as ${kept}`)
    return await openFile(into)
  })
  shutdown.defer(() => sql.close())
  return sql
}

async function sqlCopies(sql: SQL): Promise<(country: Country) => Copy> {
  await createTables(sql)
  return (country) => sqlCopy(sql, country)
}
