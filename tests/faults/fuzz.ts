/**
 * Random and mutated requests, and random texts for the parsers: `bun tests/faults/fuzz.ts [requests] [seed]`. None is
 * answered with a 5xx but an honest 503 or 504, nothing escapes, memory stays flat, and no parser takes long.
 */
import { Type } from 'typebox'
import { connect } from '../../src/catalogue/database/client/connection'
import { readCursor } from '../../src/service/filters/search-cursor'
import { commonFilters } from '../../src/service/parameters/common-filters'
import { decodeQuery } from '../../src/service/parameters/decode-query'
import { jobListing } from '../../src/service/parameters/job-listing'
import { createWebService, listen } from '../../src/service/server'
import { parsePlaces } from '../../src/text/search/places/parse-places'
import { parseAdvanced } from '../../src/text/search/reading/parse-advanced'
import { SearchSyntaxError } from '../../src/text/search/search-syntax-error'
import { ParameterError } from '../../src/values/errors'
import { documentedPaths } from '../support/contract'
import { plain as parsePlain } from '../support/plain'
import { Dice, mutate, randomText } from './support/mutation'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { exchange } from './support/raw-client'
import { percentile, Report } from './support/report'
import { residentMb } from './support/service-process'

const REQUESTS = Number(process.argv[2] ?? 200_000)
const SEED = Number(process.argv[3] ?? 1)
const AT_ONCE = 40
const LIMIT_MS = 5_000

const report = new Report(`fuzz: ${REQUESTS} requests, seed ${SEED}`)
const escaped: unknown[] = []
process.on('unhandledRejection', (error) => escaped.push(error))
process.on('uncaughtException', (error) => escaped.push(error))
const dice = new Dice(SEED)

report.section('a million texts through the parsers and the decoder')
const listing = Type.Object({ ...commonFilters, ...jobListing })
const parsers: Record<string, (text: string) => unknown> = {
  plain: parsePlain,
  advanced: parseAdvanced,
  places: parsePlaces,
  query: (text) => decodeQuery(listing, text),
  cursor: (text) => readCursor(text, { country: 'CA', limit: 1, description: 'none' } as never),
}
for (const [name, parse] of Object.entries(parsers)) {
  let [read, longestMs] = [0, 0]
  for (let turn = 0; turn < 200_000; turn += 1) {
    const text =
      name === 'query' ? mutate('title=a&limit=5&id=1,2&country=CA', dice) : randomText(dice)
    const startedAt = performance.now()
    try {
      parse(text)
      read += 1
    } catch (error) {
      const isKnown = error instanceof SearchSyntaxError || error instanceof ParameterError
      if (!isKnown) escaped.push({ name, text, error })
    }
    longestMs = Math.max(
      longestMs,
      await steadyMs(() => parse(text), performance.now() - startedAt),
    )
  }
  report.promise(
    `${name}: 200,000 texts, each soon`,
    longestMs < 250,
    `${read} could be read, longest ${Math.round(longestMs)} ms`,
  )
}

/** A machine that is busy elsewhere makes anything slow once; what is slow itself is slow again. */
async function steadyMs(work: () => unknown, ms: number): Promise<number> {
  if (ms < 20) return ms
  await Bun.sleep(0)
  const startedAt = performance.now()
  await Promise.try(work).catch(() => undefined)
  return Math.min(ms, performance.now() - startedAt)
}

const server = await createOwnPostgres({ fsync: 'off' })
const key = await fillCatalogue(server.url, 1_000)
const database = connect({ url: server.url, poolSize: 8, timeoutMs: LIMIT_MS })
const bad: { target: string; status: number; error: unknown }[] = []
const app = createWebService({
  database,
  config: { publicUrl: 'http://localhost', corsOrigins: ['*'], queryTimeoutMs: LIMIT_MS },
  now: () => new Date(),
  onResponse({ path, status, error }) {
    if (status >= 500 && status !== 503 && status !== 504) bad.push({ target: path, status, error })
  },
})

const VALUES = [
  'time_frame=6m',
  'title=nurse -"night shift"',
  'title_advanced=(java | kotlin) %26 !senior',
  'location=Toronto OR "New York"',
  'location_advanced=london',
  "description_advanced='data engineer' <5> aws",
  'limit=5',
  'cursor=0',
  'offset=3',
  'country=US',
  'id=1,2,3',
  'organization="A, B",C',
  'date_created_gte=2026-01-01',
  'has_salary=true',
  'description_format=html',
  'q=C%2B%2B OR *',
  'province=ON',
  'city=Toronto, ON',
  'window=7d',
  'since=0',
  'format=csv',
  'employment_type=FULL_TIME',
] as const
const METHODS: [string, ...string[]] = [
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'POST',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PROPFIND',
]
const PATHS: [string, ...string[]] = [
  '/',
  '/swagger',
  '/problems/rate-limited',
  '/healthz',
  '/readyz',
  '/v1',
  '/v1/',
  ...documentedPaths.map(({ path }) => path.replace('{id}', '17')),
]

function randomTarget(): string {
  const values = [...Array(dice.below(5))].map(() => VALUES[dice.below(VALUES.length)] ?? '')
  const [path, query] = [dice.pick(PATHS), values.join('&')]
  if (dice.below(4) === 0) return mutate(`${path}?${query}`, dice)
  return `${path}?${dice.below(4) === 0 ? query : mutate(query, dice)}`
}

function randomRequest(): Request {
  const headers = new Headers({
    Authorization:
      dice.below(20) === 0
        ? mutate(`Bearer ${key}`, dice).replace(/[^\x20-\x7e]/g, '')
        : `Bearer ${key}`,
  })
  for (const name of [
    'Accept-Encoding',
    'If-None-Match',
    'Origin',
    'Accept',
    'Range',
    'X-Forwarded-For',
  ]) {
    if (dice.below(6) === 0)
      headers.set(name, mutate('gzip;q=0.5, zstd, "a", *', dice).replace(/[^\x20-\x7e]/g, ''))
  }
  const target = randomTarget().replace(/[^!-\uffff]|\s/g, '%20')
  return new Request(`http://localhost${target.startsWith('/') ? '' : '/'}${target}`, {
    method: dice.pick(METHODS),
    headers,
  })
}

report.section(`${REQUESTS} requests straight at the service`)
const statuses: Record<number, number> = {}
const times: number[] = []
const memory: number[] = []
let sent = 0
async function sender(): Promise<void> {
  while (sent < REQUESTS) {
    sent += 1
    if (sent % Math.ceil(REQUESTS / 10) === 0) {
      Bun.gc(true)
      memory.push(residentMb('self'))
    }
    const request = randomRequest()
    const startedAt = performance.now()
    const response = await app.handle(request)
    await response.arrayBuffer()
    times.push(performance.now() - startedAt)
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, sender))
report.figure('statuses', statuses)
report.figure('ms', {
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  longest: percentile(times, 1),
})
report.figure('memory after each tenth', memory)
report.promise(
  'no 5xx but 503 and 504',
  bad.length === 0,
  bad.slice(0, 3).map((entry) => Bun.inspect(entry).slice(0, 300)),
)
report.promise('memory is flat', (memory.at(-1) ?? 0) < (memory[2] ?? 0) + 150, memory)

report.section('5,000 requests over sockets')
const running = listen(app.handle, { host: '127.0.0.1', port: 0, queryTimeoutMs: LIMIT_MS })
const overSockets: Record<string, number> = {}
let left = 5_000
async function socketSender(): Promise<void> {
  while (left > 0) {
    left -= 1
    const text = `${dice.pick(METHODS)} ${randomTarget()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\n\r\n`
    const [status = 'none'] = await exchange(
      { url: running.url, key },
      dice.below(2) === 0 ? mutate(text, dice) : text,
      { limitMs: 150 },
    )
    overSockets[status] = (overSockets[status] ?? 0) + 1
  }
}
await Promise.all(Array.from({ length: 100 }, socketSender))
report.figure('statuses', overSockets)
report.promise(
  'no 5xx but 503, 504 and 505',
  Object.keys(overSockets).every((status) => !/^5/.test(status) || /503|504|505/.test(status)),
)
report.promise(
  'it still serves',
  (await exchange({ url: running.url, key }, `GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n`))[0] ===
    200,
)

report.section('the end')
report.promise(
  'nothing escaped',
  escaped.length === 0,
  escaped.slice(0, 3).map((error) => Bun.inspect(error).slice(0, 300)),
)
await running.stop()
await app.close()
await database.close()
await server.drop()
report.end()
