/**
 * Forty clients that ask for the largest list at once: `bun tests/faults/expired-lists.ts [IDS]`. Each must get the whole
 * list, and memory must stay bounded.
 */
import { readFileSync } from 'node:fs'
import { applyMigrations } from '../../src/catalogue/database/migrations/migrations'
import { DAY_MS } from '../../src/values/instant'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { getText, openSocket } from './support/raw-client'
import { percentile, Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const CLIENTS = 40
const TARGET = '/v1/expired-ats?time_frame=6m'
/** Far below 40 lists of a million ids, 11 MB each: all clients are sent the same bytes. */
const MEMORY_LIMIT_MB = 350

const ids = Number(process.argv[2] ?? 300_000)
const report = new Report(`${CLIENTS} clients that ask for ${ids} ids at once`)
const server = await createOwnPostgres({ fsync: 'off' })
await applyMigrations(server.url)
const key = await fillCatalogue(server.url, 100)
// Far above the ids of the sample.
const first = 1_000_000_000
await server.inCatalogue(
  `insert into jobs (id, date_created, date_removed, employment_types, is_remote, has_salary, has_location,
      country, status, source, places, title_words, organization_words, text_words)
    select ${first} + n, now() - interval '180 days', now() - n * interval '170 days' / ${ids}, 0, false, false,
      false, case n % 2 when 0 then 'CA' else 'US' end, 'expired', 'greenhouse', '{}', '', '', ''
    from generate_series(1, ${ids}) as n`,
  'analyze',
)
const service = await startServiceProcess(server.url)

/** What a client got, and the milliseconds until the last byte. */
async function ask(coding: string) {
  const startedAt = performance.now()
  const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': coding }
  const response = await fetch(service.url + TARGET, { headers })
  const text = await response.text()
  const [from = 0, to = 0] = ['from', 'to'].map((end) =>
    Date.parse(response.headers.get(`x-window-${end}`) ?? ''),
  )
  return {
    status: response.status,
    hash: Bun.hash(text),
    text,
    isWindow: to - from === 183 * DAY_MS,
    ms: Math.round(performance.now() - startedAt),
  }
}

function peakMb(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8')
  return Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1024)
}

report.figure('memory at the start', `${service.residentMb()} MB`)
const alone = await ask('identity')
const listed: number[] = JSON.parse(alone.text)
report.promise(
  'the list is whole and ascends',
  listed.length >= ids && listed.every((id, index) => index === 0 || id > (listed[index - 1] ?? 0)),
  `${listed.length} ids, ${Buffer.byteLength(alone.text)} bytes, ${alone.ms} ms alone`,
)
for (const coding of ['identity', 'gzip', 'zstd']) {
  report.section(`${CLIENTS} at once, ${coding}`)
  const answers = await Promise.all(Array.from({ length: CLIENTS }, () => ask(coding)))
  const statuses = Object.groupBy(answers, ({ status }) => status)
  const counts = Object.entries(statuses).map(([status, some]) => `${some?.length} of ${status}`)
  report.promise(
    'all are 200',
    answers.every(({ status }) => status === 200),
    counts.join(', '),
  )
  const isSame = answers.every(({ hash, isWindow }) => hash === alone.hash && isWindow)
  report.promise('each is the whole list of 183 days', isSame)
  const times = answers.map(({ ms }) => ms)
  report.figure('ms', { p50: percentile(times, 0.5), slowest: Math.max(...times) })
  report.figure('memory', `${service.residentMb()} MB, at most ${peakMb()} MB so far`)
}

report.section(`${CLIENTS} that read nothing`)
const to = { url: service.url, key }
const readers = await Promise.all(Array.from({ length: CLIENTS }, () => openSocket(to)))
for (const reader of readers) {
  reader.pause()
  reader.write(getText(to, TARGET))
}
await Bun.sleep(8_000)
report.figure('memory while they hold', `${service.residentMb()} MB`)
const beside = await ask('identity')
report.promise('another client gets the list', beside.hash === alone.hash, `${beside.ms} ms`)
for (const reader of readers) reader.destroy()

report.section('the end')
report.promise(
  `memory stays below ${MEMORY_LIMIT_MB} MB`,
  peakMb() < MEMORY_LIMIT_MB,
  `${peakMb()} MB`,
)
report.promise('SIGTERM ends it with 0', (await service.stop()).status === 0)
await server.drop()
report.end()
