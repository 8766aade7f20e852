/**
 * Frozen importers, clocks that jump, databases that cannot be written, and imports that overlap:
 * `bun tests/faults/writer-faults.ts [frozen|clocks|readOnly|fullDisk|overlapping]`. The clocks need libfaketime (Debian package
 * `faketime`), or its path in `FAKETIME_LIBRARY`; the full disk needs root. The frozen importers take three minutes.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { posting } from '../support/posting-builder'
import { freezeWithin, startImport } from './support/frozen-import'
import { runImport } from './support/import-run'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres, type OwnPostgres } from './support/own-postgres'
import { Report } from './support/report'
import { type ServiceProcess, startServiceProcess } from './support/service-process'

const report = new Report('writers')
const folder = mkdtempSync(join(tmpdir(), 'catalogue-writer-faults-'))
const [only] = process.argv.slice(2)

let number = 0
/** Writes a file of postings of one board. */
function file(name: string, slug: string, count: number, words = 1): string {
  const path = join(folder, name)
  const lines = Array.from({ length: count }, () => {
    number += 1
    const own = { external_id: `${number}`, url: `https://x.example/${number}`, source_slug: slug }
    return JSON.stringify(posting({ ...own, description_text: 'some words '.repeat(words) }))
  })
  writeFileSync(path, lines.join('\n'))
  return path
}

async function get(service: ServiceProcess, key: string, target: string) {
  const headers = { Authorization: `Bearer ${key}` }
  const response = await fetch(service.url + target, { headers })
  const text = await response.text()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text }
}

const HOUR_FEED = '/v1/active-ats?time_frame=1h'

/** As at the beginning of an hour: nothing was written since, and the hour was not served. */
const forgetInstant = (server: OwnPostgres) => server.inCatalogue('delete from writer_clock')

async function frozen(place: 'idle' | 'copy'): Promise<void> {
  report.section(`an importer frozen ${place === 'idle' ? 'between statements' : 'in a copy'}`)
  const server = await createOwnPostgres({ fsync: 'off' })
  const key = await fillCatalogue(server.url, 300)
  await forgetInstant(server)
  const service = await startServiceProcess(server.url, { QUERY_TIMEOUT_MS: '4000' })
  const large = file('large', 'frozen', 3_000, 1_500)
  const importer = startImport(server.url, large)
  await freezeWithin(server, importer, place)
  const frozenAt = performance.now()
  const second = startImport(server.url, file('second', 'second', 1))
  const answers: Awaited<ReturnType<typeof get>>[] = []
  let answer = await get(service, key, HOUR_FEED)
  while (answer.status !== 200 && performance.now() - frozenAt < 120_000) {
    answers.push(answer)
    await Bun.sleep(1_000)
    answer = await get(service, key, HOUR_FEED)
  }
  const seconds = Math.round((performance.now() - frozenAt) / 1000)
  report.promise('the feed of the hour is served again within 75 s', seconds <= 75, `${seconds} s`)
  report.promise(
    'until then it answers 503 with Retry-After, and says why',
    answers.length > 0 &&
      answers.every(
        ({ status, retryAfter, text }) =>
          status === 503 && retryAfter === '5' && text.includes('is not complete: an import'),
      ),
    answers[0]?.text,
  )
  const status = await second.end()
  report.promise('the import that waited ends well', status === 0, second.errors())
  report.promise(
    'it says who held the lock',
    /waiting for the writer lock: process \d+ \(job-catalogue import at 127.0.0.1\)/.test(
      second.errors(),
    ),
  )
  importer.child.kill('SIGCONT')
  const thawed = await importer.end()
  const lines = importer.errors().trim().split('\n')
  report.promise(
    'the thawed importer fails with one line that says to run it again',
    thawed === 1 && lines.length === 1 && lines[0]?.includes('run it again') === true,
    lines,
  )
  const again = await runImport(server.url, large)
  report.promise('run again it finishes', again.status === 0, again.summary)
  await service.stop()
  await server.drop()
}

const FAKETIME = [
  process.env.FAKETIME_LIBRARY ?? '',
  '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1',
  '/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1',
].find((path) => path !== '' && existsSync(path))

async function clocks(): Promise<void> {
  report.section('a clock of the database that jumps')
  if (FAKETIME === undefined) return report.figure('not tried', 'there is no libfaketime')
  const offset = join(tmpdir(), `catalogue-clock-${process.pid}`)
  const set = (text: string) => writeFileSync(offset, `${text}\n`, { mode: 0o644 })
  set('+0')
  const under = [
    'env',
    `LD_PRELOAD=${FAKETIME}`,
    `FAKETIME_TIMESTAMP_FILE=${offset}`,
    'FAKETIME_NO_CACHE=1',
    'FAKETIME_DONT_FAKE_MONOTONIC=1',
  ]
  const server = await createOwnPostgres({ fsync: 'off' }, tmpdir(), under)
  const key = await fillCatalogue(server.url, 300)
  await forgetInstant(server)
  const service = await startServiceProcess(server.url)
  const hour = await get(service, key, HOUR_FEED)
  // The clock goes back over the beginning of this hour, but less than a minute before it.
  const intoHour = Math.floor((Date.now() % 3_600_000) / 1000)
  set(`-${intoHour + 30}`)
  const jobs = file('clock', 'clock', 20)
  const near = await runImport(server.url, jobs)
  report.promise('within a minute imports go on', near.status === 0, near.issues)
  const same = await get(service, key, HOUR_FEED)
  report.promise('the hour that was served gains no job', same.text === hour.text)
  set(`-${intoHour + 3_600}`)
  const far = await runImport(server.url, file('clock-2', 'clock', 5))
  report.promise(
    'further back is an error that names both instants',
    far.status === 1 &&
      /the clock of the database says \S+Z, but the catalogue has instants until \S+Z; set the clock/.test(
        far.issues.join(),
      ),
    far.issues,
  )
  set('+7200')
  const removal = join(folder, 'removal')
  const ahead = await runImport(server.url, file('ahead', 'ahead', 5))
  set('+0')
  writeFileSync(removal, '')
  const back = await runImport(server.url, '--board', 'greenhouse/ahead', removal)
  report.promise(
    'two hours ahead and back: nothing is removed before it was created',
    ahead.status === 0 && back.status === 1,
    back.issues,
  )
  const [order] = await server.inCatalogue<{ backwards: number; early: number }>(`
    select (select count(*)::integer from (
        select occurred_at < lag(occurred_at) over (partition by country order by seq) as is_back
        from changes where job_id > (select max(job_id) - 25 from changes)) as entry where is_back) as backwards,
      (select count(*)::integer from jobs where date_removed < date_created) as early`)
  report.promise('instants never go back', order?.backwards === 0 && order.early === 0, order)
  await service.stop()
  await server.drop()
  rmSync(offset)
}

/** Reads, `/readyz` and usage while `fault` lasts. */
async function unwritten(
  server: OwnPostgres,
  fault: () => Promise<void>,
  repair: () => Promise<void>,
): Promise<void> {
  const key = await fillCatalogue(server.url, 2_000)
  const service = await startServiceProcess(server.url)
  await get(service, key, '/v1/jobs?limit=1')
  await Bun.sleep(1_500)
  await fault()
  const before = await usedRequests(server)
  const statuses: Record<string, number> = {}
  for (let turn = 0; turn < 40; turn += 1) {
    const target = [HOUR_FEED, '/v1/jobs?limit=1', '/v1/changes?limit=1'][turn % 3] ?? ''
    const { status } = await get(service, key, target)
    statuses[status] = (statuses[status] ?? 0) + 1
    await Bun.sleep(100)
  }
  report.promise('reads go on', statuses['200'] === 40, statuses)
  const ready = await get(service, key, '/readyz')
  report.promise(
    '/readyz stays 200 and says what fails',
    ready.status === 200 && ready.text.includes('usage cannot be written'),
    ready.text,
  )
  await repair()
  await Bun.sleep(3_000)
  const written = (await usedRequests(server)) - before
  report.promise('all usage is written afterwards', written === 40, written)
  const after = await get(service, key, '/readyz')
  report.promise('/readyz is as before', after.text === 'ready', after.text)
  report.figure(
    'log',
    service
      .output()
      .split('\n')
      .filter((line) => line.includes('usage')),
  )
  const { status } = await service.stop()
  report.promise('it stops with 0', status === 0)
}

async function usedRequests(server: OwnPostgres): Promise<number> {
  const [usage] = await server.inCatalogue<{ requests: number }>(
    'select coalesce(sum(requests), 0)::integer as requests from api_key_usage',
  )
  return usage?.requests ?? 0
}

async function readOnly(): Promise<void> {
  report.section('a read-only database')
  const server = await createOwnPostgres({ fsync: 'off' })
  const turn = (value: string) => async () => {
    await server.asSuperuser(
      'set default_transaction_read_only = off',
      `alter system set default_transaction_read_only = ${value}`,
    )
    await server.asSuperuser('select pg_reload_conf()')
    await Bun.sleep(500)
  }
  await unwritten(server, turn('on'), turn('off'))
  await server.drop()
}

async function fullDisk(): Promise<void> {
  report.section('a full disk')
  const disk = mkdtempSync(join(tmpdir(), 'catalogue-small-disk-'))
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=260m,mode=755', 'small', disk])
  if (mounted.exitCode !== 0) {
    report.figure('not tried', 'this process may not mount a file system')
    return rmSync(disk, { recursive: true })
  }
  const server = await createOwnPostgres({ fsync: 'off', max_wal_size: '64MB' }, disk)
  const ballast = join(disk, 'ballast')
  try {
    await unwritten(
      server,
      async () => {
        // Usage then needs a new page.
        await server.inCatalogue('truncate api_key_usage')
        Bun.spawnSync(['dd', 'if=/dev/zero', `of=${ballast}`, 'bs=4k'])
      },
      async () => {
        rmSync(ballast)
        if (!server.isRunning()) await server.start()
      },
    )
  } finally {
    await server.drop()
    Bun.spawnSync(['umount', disk])
    rmSync(disk, { recursive: true })
  }
}

async function overlapping(): Promise<void> {
  report.section('two imports with --complete of one board')
  const server = await createOwnPostgres({ fsync: 'off' })
  await fillCatalogue(server.url, 100)
  const files = ['first', 'second'].map((name) => file(name, 'overlap', 3_000, 100))
  const runs = await Promise.all(files.map((path) => runImport(server.url, '--complete', path)))
  report.figure('runs', runs)
  const active = await server.inCatalogue<{ url: string }>(`
    select (head || tail || '}')::json ->> 'url' as url from postings join job_documents using (job_id)
    where is_active and board = 'greenhouse/overlap' order by url`)
  const contents = await Promise.all(
    files.map(async (path) =>
      (await Bun.file(path).text())
        .split('\n')
        .map((line): string => JSON.parse(line).url)
        .sort(),
    ),
  )
  const shown = active.map(({ url }) => url).sort()
  report.promise(
    'both end well',
    runs.every(({ status }) => status === 0),
  )
  report.promise(
    'the board is as one of the files',
    contents.some((urls) => Bun.deepEquals(urls, shown)),
    shown.length,
  )
  await server.drop()
}

const sections: Record<string, () => Promise<void>> = {
  overlapping,
  readOnly,
  fullDisk,
  clocks,
  frozen: async () => {
    await frozen('idle')
    await frozen('copy')
  },
}
for (const [name, run] of Object.entries(sections)) {
  if (only === undefined || only === name) await run()
}
rmSync(folder, { recursive: true })
report.end()
