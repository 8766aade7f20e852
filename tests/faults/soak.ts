/**
 * Mixed load with imports beside it: `bun tests/faults/soak.ts [minutes]`, thirty by default. Memory, connections and
 * latency must stay flat, every answer right, and a copy kept by the change log must equal the catalogue at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChangesMirror, type MirroredJob } from '../support/mirror'
import { posting } from '../support/posting-builder'
import { Clients, describeTally, type Question } from './support/clients'
import { runImport } from './support/import-run'
import { fillCatalogue } from './support/own-catalogue'
import { createOwnPostgres } from './support/own-postgres'
import { percentile, Report } from './support/report'
import { startServiceProcess } from './support/service-process'

const MINUTES = Number(process.argv[2] ?? 30)
const SAMPLES = 10
const POSTINGS = 500

const report = new Report(`soak of ${MINUTES} minutes`)
const folder = mkdtempSync(join(tmpdir(), 'catalogue-soak-'))
const server = await createOwnPostgres({ fsync: 'off' })
const key = await fillCatalogue(server.url, 5_000)
const service = await startServiceProcess(server.url)
const endsAt = performance.now() + MINUTES * 60_000

/** What a mirror needs of an app, over HTTP. */
const client = {
  request(target: string): Promise<Response> {
    return fetch(`${service.url}${target}`, { headers: { Authorization: `Bearer ${key}` } })
  },
  async get<Body>(target: string): Promise<Body> {
    const answer = await this.request(target)
    if (answer.status !== 200) throw new Error(`${target}: ${answer.status}`)
    return JSON.parse(await answer.text())
  },
}
const mirror = new ChangesMirror(client)

const questions: Question[] = [
  '/v1/active-ats?time_frame=6m&limit=100',
  '/v1/active-ats?time_frame=6m&limit=50&title=nurse OR developer',
  '/v1/active-ats-count?time_frame=1m&description_advanced=team %26 work',
  '/v1/modified-ats?limit=20',
  '/v1/expired-ats?time_frame=1m',
  '/v1/jobs?country=US&q=manager&limit=20',
  '/v1/jobs?country=CA&city=Toronto&limit=20&description=text',
  '/v1/changes?country=US&limit=100',
  '/v1/stats',
  '/v1/ats-organizations',
].map((target) => ({ target }))
const clients = new Clients(service.url, key, { count: 12, questions, pauseMs: 40 })

/** The whole listing of one board, a quarter of which is new or different each time. */
function listing(round: number): string {
  const lines = Array.from({ length: POSTINGS }, (_, index) => {
    const version = Math.floor((round + index) / 4)
    const number = index % 2 === 0 ? index : index + version * POSTINGS
    return posting({
      source_slug: 'soak',
      external_id: `soak-${number}`,
      url: `https://soak.example/${number}`,
      description_html: `<p>${'Work and more of it. '.repeat(40)}${version}</p>`,
    })
  })
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

const imports = { done: 0, failed: 0 }
async function importOnAndOn(): Promise<void> {
  const file = join(folder, 'listing.ndjson')
  for (let round = 0; performance.now() < endsAt; round += 1) {
    await Bun.write(file, listing(round))
    const { status, issues } = await runImport(server.url, file, '--complete')
    if (status === 0) imports.done += 1
    else {
      imports.failed += 1
      report.figure('an import failed', issues)
    }
    await mirror.follow()
    await Bun.sleep(2_000)
  }
}

const samples: {
  memoryMb: number
  descriptors: number
  connections: number
  p50: number
  p99: number
}[] = []
async function sample(): Promise<void> {
  const tally = clients.take()
  const [row] = await server.asSuperuser<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where application_name like 'job-catalogue%'`,
  )
  const [p50 = 0, p99 = 0] = [0.5, 0.99].map((share) => percentile(tally.okMs, share))
  samples.push({
    memoryMb: service.residentMb(),
    descriptors: service.descriptors(),
    connections: row?.count ?? 0,
    p50,
    p99,
  })
  report.figure(`sample ${samples.length}`, { ...samples.at(-1), ...describeTally(tally) })
  report.promise(
    'every answer is 200',
    tally.wrong.length === 0 && Object.keys(tally.honest).length === 0,
    tally.wrong.slice(0, 2),
  )
}

const importing = importOnAndOn()
for (let count = 1; count <= SAMPLES; count += 1) {
  await Bun.sleep(Math.max(0, endsAt - performance.now()) / (SAMPLES - count + 1))
  await sample()
}
await importing
await clients.stop()
report.figure('imports', imports)
report.promise('every import succeeded', imports.failed === 0)

await mirror.follow()
const catalogue = new Map<number, MirroredJob>()
for (const country of ['CA', 'US']) {
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${cursor}`
    const page: { jobs: MirroredJob[]; next_cursor: string | null } = await client.get(
      `/v1/jobs?country=${country}&limit=1000&description=html&source_fields=true${more}`,
    )
    for (const job of page.jobs) catalogue.set(job.id, job)
    cursor = page.next_cursor
  }
}
const inOrder = (jobs: ReadonlyMap<number, MirroredJob>) => [...jobs].sort(([a], [b]) => a - b)
report.promise(
  'the copy equals the catalogue',
  Bun.deepEquals(inOrder(mirror.copy), inOrder(catalogue)),
  `${mirror.copy.size} and ${catalogue.size} jobs`,
)

const [early, late] = [samples.slice(2, 5), samples.slice(-3)]
const most = (part: typeof samples, name: keyof (typeof samples)[number]) =>
  Math.max(...part.map((entry) => entry[name]))
report.promise('memory is flat', most(late, 'memoryMb') <= most(early, 'memoryMb') * 1.3 + 40, [
  most(early, 'memoryMb'),
  most(late, 'memoryMb'),
])
report.promise(
  'descriptors are flat',
  most(late, 'descriptors') <= most(early, 'descriptors') + 20,
  [most(early, 'descriptors'), most(late, 'descriptors')],
)
report.promise(
  'connections stay in their pools',
  most(samples, 'connections') <= 10 + 1 + 4,
  most(samples, 'connections'),
)
report.promise('latency is flat', most(late, 'p50') <= most(early, 'p50') * 2 + 10, [
  most(early, 'p50'),
  most(late, 'p50'),
])
report.promise('SIGTERM ends it with 0', (await service.stop()).status === 0)
await server.drop()
rmSync(folder, { recursive: true })
report.end()
