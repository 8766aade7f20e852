import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { SQL } from 'bun'
import { tryExclusiveLock } from '../embedded-postgres/file-lock'
import { catalogueClient } from '../mirror/catalogue-client'
import { folderCopy } from '../mirror/folder-copy'
import { type Copy, synchronise } from '../mirror/mirror'
import { createTables, sqlCopy } from '../mirror/sql-copy'
import { COUNTRIES, type Country } from '../values/country'
import { CommandError, runCommand } from './command'
import { createProgress } from './output'
import type { Shutdown } from './shutdown'

const DESCRIPTIONS = ['none', 'text', 'html', 'both']

/** How long `--once` waits for an answer before it fails. */
const ONCE_LIMIT_MS = 10 * 60_000

await runCommand({
  name: 'mirror',
  help: `bun run mirror --from ADDRESS --into FILE.sqlite|FOLDER|postgres://...
               [--country CA|US] [--description none|text|html|both] [--every SECONDS] [--once]

Keeps a copy of a catalogue in step over its interface: reads all active jobs once, then
follows the change log. Stopped or killed at any moment, it goes on where it was. When the
catalogue was restored to an earlier state, it fills a new copy beside the old one.

  --from ADDRESS     the catalogue, such as https://jobs.example
  --into COPY        a SQLite file (.sqlite or .db), a database of PostgreSQL (the tables
                     jobs and mirror), or a folder of NDJSON files
  --country          only this country; both otherwise
  --description      the descriptions of the copy (text); another value fills it again
  --every SECONDS    how often it asks for changes (10)
  --once             end when the copy is level

Settings: CATALOGUE_KEY (the API key, required)

Example: CATALOGUE_KEY=jc_... bun run mirror --from http://127.0.0.1:3000 --into jobs.sqlite`,
  options: {
    from: { type: 'string' },
    into: { type: 'string' },
    country: { type: 'string' },
    description: { type: 'string', default: 'text' },
    every: { type: 'string', default: '10' },
    once: { type: 'boolean', default: false },
  },
  async run({ values: { from, into, country, description, every, once }, shutdown }) {
    const key = process.env.CATALOGUE_KEY
    if (!key) throw new CommandError('set CATALOGUE_KEY to an API key of the catalogue')
    if (!from || !URL.canParse(from)) {
      throw new CommandError('--from: expected an address such as https://jobs.example')
    }
    if (!into) throw new CommandError('--into: expected a SQLite file, a folder or postgres://...')
    const countries = COUNTRIES.filter((code) => country === undefined || code === country)
    if (countries.length === 0) throw new CommandError('--country: expected CA or US')
    if (!DESCRIPTIONS.includes(description)) {
      throw new CommandError(`--description: expected one of ${DESCRIPTIONS.join(', ')}`)
    }
    if (!(Number(every) >= 1)) throw new CommandError('--every: expected seconds, at least 1')

    const stop = new AbortController()
    const progress = createProgress(undefined)
    const copyOf = await openCopy(into, shutdown)
    const catalogue = catalogueClient({
      address: from.replace(/\/+$/, ''),
      key,
      description,
      signal: stop.signal,
      limitMs: once ? ONCE_LIMIT_MS : Number.POSITIVE_INFINITY,
      say: progress.interrupt,
    })
    const mirrors = countries.map((country) => ({
      country,
      catalogue,
      copy: copyOf(country),
      say: (line: string) => progress.interrupt(`${country}: ${line}`),
      filled: (jobs: number, total: number) =>
        createProgress(total).show(jobs, `${country}  ${jobs} of ${total} jobs`),
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
      for (;;) {
        for (const mirror of mirrors) await synchronise(mirror)
        if (once) return
        await setTimeout(Number(every) * 1000, undefined, { signal: stop.signal })
      }
    }
  },
})

/** Opens a copy, and keeps other processes from writing it. */
async function openCopy(into: string, shutdown: Shutdown): Promise<(country: Country) => Copy> {
  const taken = new CommandError(`another process keeps the copy in ${into} in step`)
  if (/^postgres(?:ql)?:/.test(into)) {
    // One connection, which holds the lock.
    const sql = new SQL(into, { max: 1 })
    shutdown.defer(() => sql.close())
    const [row] =
      await sql`select pg_try_advisory_lock(hashtext('job-catalogue mirror')) as is_taken`
    if (!row.is_taken) throw taken
    return await sqlCopies(sql)
  }
  const isFile = /\.(?:sqlite3?|db)$/.test(into)
  await mkdir(isFile ? dirname(into) : into, { recursive: true })
  const lock = tryExclusiveLock(isFile ? `${into}.lock` : join(into, 'mirror.lock'))
  if (lock === undefined) throw taken
  shutdown.defer(() => lock.release())
  if (!isFile) return (country) => folderCopy(join(into, country))
  const sql = new SQL(`sqlite://${into}`)
  shutdown.defer(() => sql.close())
  return await sqlCopies(sql)
}

async function sqlCopies(sql: SQL): Promise<(country: Country) => Copy> {
  await createTables(sql)
  return (country) => sqlCopy(sql, country)
}
