/**
 * More than the service can do, and clients that misbehave: `bun tests/faults/overload.ts`. Memory must stay bounded,
 * what cannot be answered must be refused honestly, and afterwards all must be as before at once.
 */
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { Clients, describeTally, steadyQuestions } from './support/clients'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { crowd, exchange, getText, openSocket, secondsOf } from './support/raw-client'
import { Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const CONNECTIONS = 2_000
const READERS = 256
/** With `RESPONSE_BUFFER_MB` at its default; see SECURITY.md. */
const MEMORY_LIMIT_MB = 850

const report = new Report('overload')
const server = await createOwnPostgres({ fsync: 'off' })
const key = await fillCatalogue(server.url, 5_000)
// As long as those of real postings: a page has 6 MB.
await server.inCatalogue(
  `update job_documents set description_html = '"' || repeat(trim('"' from description_html), 2) || '"'`,
)
const service = await startServiceProcess(server.url, { QUERY_TIMEOUT_MS: '5000' })
const to = { url: service.url, key }
const questions = await steadyQuestions(service.url, key)
const big = '/v1/active-ats?time_frame=6m&cursor=0&limit=1000&description_format=html'
report.figure('memory at the start', `${service.residentMb()} MB`)

let peakMb = 0
const watch = setInterval(() => {
  peakMb = Math.max(peakMb, service.residentMb())
}, 50)

/** Right answers, each soon, as if nothing had been. */
async function expectWell(): Promise<void> {
  const clients = new Clients(service.url, key, { count: 4, questions, pauseMs: 5 })
  await Bun.sleep(1_000)
  const tally = await clients.stop()
  const isWell =
    tally.right > 20 && tally.wrong.length === 0 && Object.keys(tally.honest).length === 0
  report.promise('recovery at once', isWell && tally.slowestMs < 2_000, describeTally(tally))
  report.figure('memory', `${service.residentMb()} MB, at most ${peakMb} MB so far`)
}

report.section(`${CONNECTIONS} connections at once, for five seconds`)
const targets = questions.map(({ target }) => target)
const counts = await crowd(to, { connections: CONNECTIONS, targets, forMs: 5_000 })
report.figure('answers', counts)
const kinds = Object.keys(counts.byStatus)
report.promise(
  'every connection is served, and every answer is 200, 503 or 504',
  counts.silent === 0 && kinds.every((status) => ['200', '503', '504'].includes(status)),
)
await expectWell()

report.section(`${READERS} clients that stop reading in a large page`)
// A time limit that closes none of them meanwhile.
const patient = await startServiceProcess(server.url, { QUERY_TIMEOUT_MS: '200000' })
const toPatient = { url: patient.url, key }
const watchPatient = setInterval(() => {
  peakMb = Math.max(peakMb, patient.residentMb())
}, 50)
const readers: Socket[] = []
const heads: string[] = []
const open = async (): Promise<void> => {
  while (readers.length < READERS) {
    const reader = await openSocket(toPatient)
    readers.push(reader)
    reader.write(getText(toPatient, big))
    const [chunk] = await once(reader, 'data')
    heads.push(chunk.toString('latin1').slice(0, 2_000))
    reader.pause()
  }
}
await Promise.all(Array.from({ length: 8 }, open))
report.figure('memory while they read', `${patient.residentMb()} MB`)
const begun = heads.filter((head) => head.startsWith('HTTP/1.1 200')).length
const refused = heads.filter((head) =>
  /^HTTP\/1\.1 503.*\r\nRetry-After: 1\r\n/is.test(head),
).length
report.promise(
  'each gets a page, or 503 with Retry-After',
  begun > 20 && refused > 20 && begun + refused === READERS,
  { begun, refused },
)
const [short] = await exchange(toPatient, getText(toPatient, '/v1/jobs?limit=1'))
report.promise('short answers are sent meanwhile', short === 200, short)
for (const reader of readers) reader.destroy()
await Bun.sleep(500)
const [page] = await exchange(toPatient, getText(toPatient, big))
report.promise('a large page is sent once they are gone', page === 200, page)
clearInterval(watchPatient)
report.promise('SIGTERM ends the service with 0', (await patient.stop()).status === 0)

report.section('1,000 clients that vanish in the middle of a page')
for (let round = 0; round < 10; round += 1) {
  const sockets = await Promise.all(Array.from({ length: 100 }, () => openSocket(to)))
  for (const socket of sockets) {
    socket.once('data', () => socket.resetAndDestroy())
    socket.write(getText(to, big))
  }
  await Bun.sleep(150)
  for (const socket of sockets) socket.destroy()
}
// What the database is at for them is finished; what waits for it is forgotten.
const goneAt = performance.now()
while ((await secondsOf(to, '/v1/jobs?limit=1')) > 0.3) await Bun.sleep(50)
const backlogMs = Math.round(performance.now() - goneAt)
report.promise('the backlog is done within a second', backlogMs < 1_000, `${backlogMs} ms`)
await expectWell()

report.section('500 half-open connections: a part of a request, then nothing')
const halves = await Promise.all(Array.from({ length: 500 }, () => openSocket(to)))
for (const half of halves) half.write('GET /v1/stats HTTP/1.1\r\nHost: x\r\nAuthor')
await expectWell()
for (const half of halves) half.destroy()

report.section('headers and addresses at and over the limit of 64 KiB')
const sized = (length: number) => `/v1/active-ats-count?title=${'a'.repeat(length)}`
const cases: [string, string, number[]][] = [
  ['an address of 60 KB', getText(to, sized(60_000)), [400]],
  ['an address of 70 KB', getText(to, sized(70_000)), [414, 431]],
  ['an address of 1 MB', getText(to, sized(1_000_000)), [414, 431]],
  ['a header of 60 KB', getText(to, '/v1/stats', `X-A: ${'a'.repeat(60_000)}\r\n`), [200]],
  ['a header of 70 KB', getText(to, '/v1/stats', `X-A: ${'a'.repeat(70_000)}\r\n`), [431]],
  ['20,000 headers', getText(to, '/v1/stats', 'X-A: a\r\n'.repeat(20_000)), [431]],
  ['no HTTP', 'hello\r\n\r\n', [400]],
]
for (const [name, text, expected] of cases) {
  const [status] = await exchange(to, text)
  report.promise(`${name}: ${expected.join(' or ')}`, expected.includes(status ?? 0), status)
}
await expectWell()

report.section('pipelining: Bun closes a connection on which requests come before the answer')
const small = getText(to, '/v1/active-ats-count')
const flood = await Promise.all(
  Array.from({ length: 200 }, () =>
    exchange(to, small.repeat(500), { answers: 500, limitMs: 5_000 }),
  ),
)
report.figure('answers to 100,000 requests on 200 connections', flood.flat().length)
await expectWell()

report.section('the end')
clearInterval(watch)
report.promise(`memory stays below ${MEMORY_LIMIT_MB} MB`, peakMb < MEMORY_LIMIT_MB, `${peakMb} MB`)
report.promise('SIGTERM ends it with 0', (await service.stop()).status === 0)
await server.drop()
report.end()
