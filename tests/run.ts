/**
 * `bun run test [--postgres 15,18] [arguments of bun test]`: runs the tests against a throwaway PostgreSQL, or against the
 * server that TEST_DATABASE_URL names, whose user must be allowed to create databases. `--postgres` names major versions, which
 * are tested one after another; the last line has the sum of their results.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Glob } from 'bun'
import { startEmbedded } from '../src/embedded-postgres/embedded-postgres'
import { findRunningServer, removeSocketDirectory } from '../src/embedded-postgres/server-files'
import { memoryLimitBytes } from '../src/embedded-postgres/server-settings'
import { findServerUser } from '../src/embedded-postgres/server-user'
import { findPrograms, readVersions } from './support/postgres-releases'
import { buildPrograms } from './support/program'
import { type Counts, summarize, TestResults } from './support/test-results'

/** Limits of a machine that does nothing else; `measureSlowness` multiplies them. */
const LIMIT_MS = 20 * 60_000
const TEST_LIMIT_MS = 60_000

/** How long `bun test` may take to end after it was asked to. */
const END_LIMIT_MS = 5_000

/** The least status of a run that was stopped: 124 by its limit, 130 and 143 by a signal. */
const STOPPED = 124

/** Files at once: much of a run is waiting. A server that is given may have few connections. */
const FILES_AT_ONCE = process.env.TEST_DATABASE_URL ? 2 : 4

/** Room for the temporary files of a run. */
const NEEDED_BYTES = 4 * 1024 ** 3

/** Of Bun: no second thread that collects garbage, and none that returns freed memory. They take 6% of the CPU time. */
const FEWER_THREADS = { BUN_JSC_numberOfGCMarkers: '1', MIMALLOC_PURGE_DELAY: '-1' }

type Server = { env: Record<string, string>; close(): Promise<void> }

type Outcome = { status: number; counts: Counts; failures: readonly string[] }

process.exit(await main())

async function main(): Promise<number> {
  const interruption = Promise.withResolvers<number>()
  process.on('SIGINT', () => interruption.resolve(130))
  process.on('SIGTERM', () => interruption.resolve(143))
  const { versions, rest } = readVersions(process.argv.slice(2))
  const unknown = unknownPaths(rest)
  if (unknown.length > 0) {
    console.error(`no test file has ${unknown.join(' or ')} in its path`)
    return 1
  }
  const outcomes: Outcome[] = []
  for (const version of versions.length === 0 ? [undefined] : versions) {
    const startedAt = performance.now()
    const outcome = await testOn(version, { args: rest, interruption: interruption.promise })
    outcomes.push(outcome)
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
    if (version !== undefined) {
      console.log(`PostgreSQL ${version}: ${summarize(outcome.counts)} in ${minutes} minutes`)
    }
    if (outcome.status >= STOPPED) break
  }
  for (const failure of outcomes.flatMap(({ failures }) => failures)) console.log(`\n${failure}`)
  const sum = (name: keyof Counts) => outcomes.reduce((all, { counts }) => all + counts[name], 0)
  console.log(summarize({ passed: sum('passed'), failed: sum('failed') }))
  return Math.max(...outcomes.map(({ status }) => status))
}

/** The paths among the arguments that no test file has. `bun test` ignores them if other paths have files. */
function unknownPaths(args: readonly string[]): string[] {
  const files = [...new Glob('tests/**/*.test.ts').scanSync(join(import.meta.dir, '..'))]
  return args.filter(
    (argument) => argument.startsWith('tests/') && !files.some((file) => file.startsWith(argument)),
  )
}

type Request = { args: string[]; interruption: Promise<number> }

async function testOn(version: string | undefined, request: Request): Promise<Outcome> {
  // Temporary files of all processes are in here: servers whose test was stopped are found by their files.
  const folder = mkdtempSync(
    join(process.env.TMPDIR ?? memoryFolder() ?? tmpdir(), 'job-catalogue-tests-'),
  )
  chmodSync(folder, 0o755)
  try {
    const programs = join(folder, 'programs')
    mkdirSync(programs)
    const [server] = await Promise.all([openServer(folder, version), buildPrograms(programs)])
    try {
      const env = { ...server.env, TEST_PROGRAMS: programs }
      return await runTests({ ...request, env, folder })
    } finally {
      await server.close()
    }
  } finally {
    await stopServers(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * A file system in memory, if it has room and runs programs. Tests create and drop more than a hundred databases of 400
 * files each, and the creation of files on ext4 gets slower after many were removed.
 */
function memoryFolder(): string | undefined {
  const folder = '/dev/shm'
  const mounts = existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : ''
  const [, options] = / \/dev\/shm tmpfs (\S+)/.exec(mounts) ?? []
  if (options === undefined || options.split(',').includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(folder)
  const room = Math.min(bavail * bsize, freemem(), memoryLimitBytes())
  return room >= NEEDED_BYTES ? folder : undefined
}

async function openServer(folder: string, version: string | undefined): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    if (version === undefined) return { env: {}, close: async () => undefined }
    throw new Error('--postgres starts servers, and TEST_DATABASE_URL names one: unset one of them')
  }
  const dataDir = join(folder, 'server')
  const binaries =
    version === undefined ? undefined : await findPrograms(version, findServerUser(dataDir))
  const { url, stop } = await startEmbedded({ dataDir, durable: false, binaries })
  const programs = binaries && { TEST_POSTGRES_BIN: dirname(binaries.postgres) }
  return { env: { TEST_DATABASE_URL: url, ...programs }, close: stop }
}

type Run = Request & { env: Record<string, string>; folder: string }

/** Runs `bun test`; the status is its own, or another when it was stopped. */
async function runTests({ args, env, folder, interruption }: Run): Promise<Outcome> {
  const slowness = await measureSlowness()
  const limitMs = LIMIT_MS * slowness
  const options = [
    `--parallel=${FILES_AT_ONCE}`,
    // Files share modules: loading the service again for each file costs up to half a second of CPU a file.
    '--no-isolate',
    '--preload=./tests/support/seed.ts',
    `--timeout=${TEST_LIMIT_MS * slowness}`,
    // The slowest files start first. `bun run test --update-timings` measures them again.
    '--timings=tests/timings.json',
  ]
  const child = Bun.spawn([process.execPath, 'test', ...options, ...args], {
    cwd: join(import.meta.dir, '..'),
    env: {
      ...process.env,
      ...env,
      TMPDIR: folder,
      // For the tests with a limit of their own.
      TEST_SLOWNESS: String(slowness),
      TEST_SEED: chooseSeed(),
      ...FEWER_THREADS,
      ...colors(),
    },
    stdio: ['inherit', 'inherit', 'pipe'],
    // A process group of its own, which ends with everything that tests started in it.
    detached: true,
  })
  const results = new TestResults()
  const forwarded = forwardErrors(child.stderr, results)
  let timer: Timer | undefined
  const deadline = new Promise<number>((resolve) => {
    timer = setTimeout(() => {
      console.error(`stopped: the tests took longer than ${limitMs / 60_000} minutes`)
      resolve(124)
    }, limitMs)
  })
  const status = await Promise.race([child.exited, interruption, deadline])
  clearTimeout(timer)
  await end(child)
  // A process outside of the group may keep the pipe open.
  await Promise.race([forwarded, Bun.sleep(END_LIMIT_MS)])
  return { status, counts: results.counts(), failures: results.failures }
}

/**
 * How many times slower than idle this machine is now, rounded up: 1 to 10, by the time that processes take to compute
 * something. A busy machine delays short work less than the tests.
 */
async function measureSlowness(): Promise<number> {
  const idleMs = 300
  const work =
    'const data = new Uint8Array(1e6); for (let n = 0; n < 500; n += 1) Bun.SHA1.hash(data)'
  const startedAt = performance.now()
  const processes = Array.from({ length: FILES_AT_ONCE }, () =>
    Bun.spawn([process.execPath, '-e', work], { stdio: ['ignore', 'ignore', 'ignore'] }),
  )
  await Promise.all(processes.map(({ exited }) => exited))
  return Math.min(10, Math.ceil((performance.now() - startedAt) / idleMs))
}

/** The seed of the property tests: the same each time, unless `TEST_SEED` is another one or `random`. */
function chooseSeed(): string {
  const { TEST_SEED: given = '1' } = process.env
  if (given !== 'random') return given
  const seed = String(Math.trunc(Math.random() * 2 ** 31))
  console.log(`TEST_SEED=${seed}`)
  return seed
}

/** A pipe is no terminal, but what goes into it ends up on ours. */
function colors(): Record<string, string> {
  return process.stderr.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {}
}

/** Passes results on as they come, and counts them. */
async function forwardErrors(
  errors: ReadableStream<Uint8Array>,
  results: TestResults,
): Promise<void> {
  for await (const chunk of errors) {
    process.stderr.write(chunk)
    results.add(chunk)
  }
}

/** Ends the process, and in any case what is left of its group. */
async function end(child: Bun.Subprocess): Promise<void> {
  signalGroup(child, 'SIGTERM')
  await Promise.race([child.exited, Bun.sleep(END_LIMIT_MS)])
  signalGroup(child, 'SIGKILL')
  await child.exited
}

function signalGroup({ pid }: Bun.Subprocess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    // ESRCH: the group is empty.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Stops the PostgreSQL servers whose tests could not: they run in process groups of their own. */
async function stopServers(folder: string): Promise<void> {
  const files = [...new Bun.Glob('**/postmaster.pid').scanSync({ cwd: folder, dot: true })]
  const clusters = files.map((file) => dirname(join(folder, file)))
  for (const cluster of clusters) {
    const server = findRunningServer(cluster)
    if (server === undefined) continue
    // A test may have frozen it.
    process.kill(server.pid, 'SIGCONT')
    process.kill(server.pid, 'SIGQUIT')
    removeSocketDirectory(server.socketDirectory)
  }
  const deadline = performance.now() + 2 * END_LIMIT_MS
  const isRunning = () => clusters.some((cluster) => findRunningServer(cluster) !== undefined)
  while (isRunning() && performance.now() < deadline) await Bun.sleep(50)
}
