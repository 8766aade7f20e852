/**
 * Lists that are large or slow, read by a collector in a process of its own: `bun tests/faults/large-lists.ts [section]`. Its memory
 * stays within bounds, a signal ends it within 20 seconds, nothing is lost, and a quick board is written beside a slow one.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createOwnPostgres, type OwnPostgres } from './support/own-postgres'
import { Report } from './support/report'

const SECTION = process.argv[2]
const COMMANDS = join(import.meta.dir, '../../src/commands')

const MEGABYTE = 1024 * 1024
const PEAK_LIMIT_MB = 1_024
/** The budget of lists and what the process takes without lists. */
const SITE_LIMIT_MB = 700
const EXIT_LIMIT_MS = 20_000
/** Until a board that was read is written. */
const WRITTEN_LIMIT_MS = 30_000

/** Answers by host and path, as a replayed collector asks for them. */
type Answers = (host: string, url: URL) => Response | Promise<Response>

interface Collector {
  /** The most memory that it has had until now. */
  peakMb(): number
  output(): string
  isRunning(): boolean
  exited: Promise<unknown>
  terminate(): Promise<number>
}

const report = new Report('large and slow lists')

async function section(
  name: string,
  boards: readonly string[],
  answers: Answers,
  run: (
    server: OwnPostgres,
    collect: (...args: string[]) => Collector,
    find: (...args: string[]) => Collector,
  ) => Promise<void>,
): Promise<void> {
  if (SECTION !== undefined && !name.startsWith(SECTION)) return
  report.section(name)
  const server = await createOwnPostgres({ fsync: 'off' })
  const vendor = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 255,
    fetch(request) {
      const [, host = '', ...path] = new URL(request.url).pathname.split('/')
      const { search } = new URL(request.url)
      return answers(host, new URL(`https://${host}/${path.join('/')}${search}`))
    },
  })
  const env = {
    ...process.env,
    DATABASE_URL: server.url,
    COLLECT_CONTACT: 'large@example.com',
    COLLECT_REPLAY_URL: vendor.url.origin,
    COLLECT_SMARTRECRUITERS: 'true',
  }
  const command = (name: string, ...args: string[]) =>
    Bun.spawn([process.execPath, join(COMMANDS, `${name}.ts`), ...args], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  await command('migrate').exited
  await command('boards', 'add', ...boards).exited
  const collectors: Collector[] = []
  const started = (name: string, ...args: string[]) => {
    const collector = collectorOf(command(name, ...args))
    collectors.push(collector)
    return collector
  }
  await run(
    server,
    (...args) => started('collect', ...args),
    (...args) => started('boards', 'find', ...args),
  )
  for (const collector of collectors) if (collector.isRunning()) await collector.terminate()
  await vendor.stop(true)
  await server.drop()
}

function collectorOf(child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>): Collector {
  const texts: string[] = []
  const read = async (stream: ReadableStream<Uint8Array>) => {
    for await (const chunk of stream) texts.push(Buffer.from(chunk).toString())
  }
  const reading = Promise.all([read(child.stdout), read(child.stderr)])
  const isRunning = () => child.exitCode === null && child.signalCode === null
  let peak = 0
  const peakMb = () => {
    if (isRunning()) {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      peak = Math.round(Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? peak * 1024) / 1024)
    }
    return peak
  }
  const timer = setInterval(peakMb, 200)
  const exited = Promise.all([child.exited, reading]).finally(() => clearInterval(timer))
  return {
    peakMb,
    output: () => texts.join(''),
    isRunning,
    exited,
    async terminate() {
      const startedAt = performance.now()
      child.kill('SIGTERM')
      await exited
      return Math.round(performance.now() - startedAt)
    },
  }
}

async function whether(condition: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const until = performance.now() + ms
  while (performance.now() < until) {
    if (await condition()) return true
    await Bun.sleep(100)
  }
  return false
}

async function count(server: OwnPostgres, query: string): Promise<number> {
  const [row] = await server.inCatalogue<{ count: number }>(query)
  return Number(row?.count)
}

const jobsOf = (server: OwnPostgres) =>
  count(
    server,
    'select count(distinct external_id)::integer as count from collector_postings where content_hash is not null',
  )

const board = (server: OwnPostgres, slug: string) =>
  server.inCatalogue<Record<string, unknown>>(
    `select last_error, incomplete_reason, last_count, lease_owner from collector_boards where slug = '${slug}'`,
  )

// A row has little that is kept, and much that is not.
const FAT = 'x'.repeat(60_000)
await section(
  'fat pages',
  ['https://jobs.smartrecruiters.com/fat'],
  (_, url) => {
    const offset = Number(url.searchParams.get('offset') ?? 0)
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `${offset + index + 1}`,
      name: `Job ${offset + index + 1}`,
      company: { name: 'Fat' },
      location: { city: 'Toronto', region: 'ON', country: 'ca' },
      more: FAT,
    }))
    return Response.json({ totalFound: 150_000, content: rows })
  },
  async (server, collect) => {
    const collector = collect('--board', 'smartrecruiters/fat')
    await whether(() => !collector.isRunning(), 90_000)
    const peak = collector.peakMb()
    const ms = await collector.terminate()
    report.promise('the memory is bounded', peak <= PEAK_LIMIT_MB, `${peak} MB`)
    report.promise('it ends within 20 s of a signal', ms <= EXIT_LIMIT_MS, `${ms} ms`)
    report.figure('the board', await board(server, 'fat'))
  },
)

// Sitemaps with little that is kept, and much that is not.
const FAT_MAPS = 20
const FAT_ADDRESSES = 50_000
const fatMap = (host: string, map: string) => {
  const images = Array.from(
    { length: 3 },
    (_, index) =>
      `<image:image><image:loc>https://cdn.example/${index}.jpg</image:loc><image:title>A picture of the place &amp; its people</image:title></image:image>`,
  ).join('')
  const urls = Array.from(
    { length: FAT_ADDRESSES },
    (_, index) =>
      `<url><loc>https://${host}/${map}/jobs/${index}</loc><lastmod>2026-11-20</lastmod>${images}</url>\n`,
  )
  return `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>`
}
const fatSite: Answers = (host, { pathname }) => {
  const names = Array.from({ length: FAT_MAPS }, (_, index) => `fat-${index}`)
  if (pathname === '/robots.txt')
    return new Response(names.map((name) => `Sitemap: https://${host}/${name}.xml\n`).join(''))
  const name = names.find((name) => pathname === `/${name}.xml`)
  if (name !== undefined) return new Response(fatMap(host, name))
  return new Response('<p>no job</p>', { headers: { 'content-type': 'text/html' } })
}
const FAT_SITES = Array.from({ length: 8 }, (_, index) => `fat${index}.example`)
for (const hosts of [FAT_SITES.slice(0, 1), FAT_SITES]) {
  await section(
    `${hosts.length} site${hosts.length > 1 ? 's' : ''} of ${FAT_MAPS} fat sitemaps`,
    hosts.map((host) => `careerpage/${host}`),
    fatSite,
    async (server, collect, find) => {
      const collector = collect()
      const unread = 'select from collector_boards where last_count is null and last_error is null'
      await whether(async () => (await server.inCatalogue(unread)).length === 0, 300_000)
      // The next turn begins with the pages that are known.
      await Bun.sleep(30_000)
      const peak = collector.peakMb()
      const ms = await collector.terminate()
      report.promise('the memory is bounded', peak <= SITE_LIMIT_MB, `${peak} MB`)
      report.promise('it ends within 20 s of a signal', ms <= EXIT_LIMIT_MS, `${ms} ms`)
      report.figure(
        'the sites',
        await server.inCatalogue('select slug, last_error, last_count from collector_boards'),
      )
      if (hosts.length > 1) return
      const finder = find(...hosts)
      await whether(() => !finder.isRunning(), 120_000)
      report.promise(
        'so is the memory of boards find',
        finder.peakMb() <= SITE_LIMIT_MB,
        `${finder.peakMb()} MB`,
      )
      report.figure('it says', finder.output().trim().split('\n').slice(-2))
    },
  )
}

const SITES = Array.from({ length: 8 }, (_, index) => `site${index}.example`)
const ADDRESSES = 50_000
const siteMap = (host: string) => {
  const rest = 'a-title-in-many-words-'.repeat((25 * MEGABYTE) / ADDRESSES / 22 - 4)
  const urls = Array.from(
    { length: ADDRESSES },
    (_, index) => `<url><loc>https://${host}/jobs/${rest}${index}</loc></url>\n`,
  )
  return `<?xml version="1.0"?><urlset>${urls.join('')}</urlset>`
}
await section(
  'eight sites with sitemaps of 25 MB',
  SITES.map((host) => `careerpage/${host}`),
  (host, { pathname }) => {
    if (pathname === '/robots.txt')
      return new Response(`User-agent: *\nSitemap: https://${host}/sitemap.xml\n`)
    if (pathname === '/sitemap.xml') return new Response(siteMap(host))
    return new Response('<p>no job</p>', { headers: { 'content-type': 'text/html' } })
  },
  async (server, collect) => {
    const collector = collect()
    await Bun.sleep(120_000)
    const peak = collector.peakMb()
    const ms = await collector.terminate()
    report.figure(
      'the sites',
      await server.inCatalogue(
        `select slug, last_error, (select count(*)::integer from collector_postings where board_id = id) as pages
          from collector_boards order by slug`,
      ),
    )
    report.promise('the memory is bounded', peak <= PEAK_LIMIT_MB, `${peak} MB`)
    report.promise('it ends within 20 s of a signal', ms <= EXIT_LIMIT_MS, `${ms} ms`)
  },
)

const MANY = 100_000
const ROUNDS = 6
const manyJobs = JSON.stringify({
  jobs: Array.from({ length: MANY }, (_, index) => ({
    id: index + 1,
    title: `Cook ${index + 1}`,
    absolute_url: `https://boards.greenhouse.io/many/jobs/${index + 1}`,
    location: { name: 'Toronto, ON' },
    content: '&lt;p&gt;Words of a text that is short&lt;/p&gt;',
  })),
  meta: { total: MANY },
})
await section(
  '100,000 jobs on one board',
  ['https://boards.greenhouse.io/many'],
  () => new Response(manyJobs, { headers: { 'content-type': 'application/json' } }),
  async (server, collect) => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const collector = collect()
      // From the request of its list to the writing of its postings.
      await Bun.sleep(5_000 + Math.random() * 40_000)
      const before = await jobsOf(server)
      const ms = await collector.terminate()
      const after = await jobsOf(server)
      report.promise(
        'it ends within 20 s of a signal',
        ms <= EXIT_LIMIT_MS,
        `${ms} ms, ${before} to ${after} jobs, ${collector.peakMb()} MB`,
      )
    }
    const startedAt = performance.now()
    const collector = collect('--board', 'greenhouse/many')
    await collector.exited
    const jobs = await jobsOf(server)
    report.promise('nothing is lost', jobs === MANY, `${jobs} jobs`)
    report.figure('the board', await board(server, 'many'))
    report.figure('the last run', `${Math.round(performance.now() - startedAt)} ms`)
    report.promise(
      'the memory is bounded',
      collector.peakMb() <= PEAK_LIMIT_MB,
      `${collector.peakMb()} MB`,
    )
  },
)

const PAGES = 2_000
let quickReadAt: number | undefined
await section(
  '2,000 pages beside a quick board',
  ['https://slow.teamtailor.com/jobs', 'https://boards.greenhouse.io/quick'],
  async (host, url) => {
    const jobs = [{ id: 1, title: 'Quick', location: { name: 'Toronto, ON' }, content: 'Words' }]
    const absolute_url = 'https://boards.greenhouse.io/quick/jobs/1'
    if (!host.startsWith('slow')) quickReadAt ??= performance.now()
    if (!host.startsWith('slow'))
      return Response.json({ jobs: [{ ...jobs[0], absolute_url }], meta: { total: 1 } })
    await Bun.sleep(50)
    const page = Number(url.searchParams.get('page') ?? 1)
    const item = { id: `${page}`, title: `Slow ${page}`, url: `https://${host}/jobs/${page}` }
    const next = page < PAGES && { next_url: `https://${host}/jobs.json?page=${page + 1}` }
    return Response.json({ title: 'Slow', items: [item], ...next })
  },
  async (server, collect) => {
    const collector = collect('--once')
    const startedAt = performance.now()
    const isWritten = await whether(async () => (await jobsOf(server)) > 0, WRITTEN_LIMIT_MS * 2)
    const ms = Math.round(performance.now() - (quickReadAt ?? 0))
    const isReading = collector.isRunning()
    report.promise(
      'the quick board is written within 30 s while the other is read',
      isWritten && isReading && ms <= WRITTEN_LIMIT_MS,
      `${ms} ms`,
    )
    await collector.exited
    report.figure('the slow board', await board(server, 'slow'))
    report.figure('the whole run', `${Math.round(performance.now() - startedAt)} ms`)
  },
)

report.end()
