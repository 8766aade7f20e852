import { join } from 'node:path'
import { CommandError, runCommand } from '../../src/commands/terminal/command'
import { explain } from '../../src/commands/terminal/explain'
import type { Bench, Work } from './bench'
import { openBenchCatalogue, openBenchServer } from './catalogue/open-catalogue'
import { claimTable, printTable, type Report } from './measure/report'
import { writeResults } from './measure/results'
import { backfill } from './works/backfill'
import { changes } from './works/changes'
import { collect } from './works/collect'
import { facets } from './works/facets'
import { growth } from './works/growth'
import { herd } from './works/herd'
import { imports } from './works/import'
import { manyBoards } from './works/many-boards'
import { memory } from './works/memory'
import { organizations } from './works/organizations'
import { pages } from './works/pages'
import { schedule } from './works/schedule'
import { counts, searches } from './works/searches'
import { smallRequest } from './works/small-request'
import { workers } from './works/workers'

const WORKS: readonly Work[] = [
  backfill,
  herd,
  smallRequest,
  searches,
  counts,
  facets,
  pages,
  changes,
  imports,
  collect,
  manyBoards,
  schedule,
  organizations,
  memory,
  workers,
  growth,
]

const JOBS = 1_000_000
const QUICK_JOBS = 100_000
const MEMORY_SECONDS = { short: 30, long: 600 }

/** Nothing goes on for ever: not the building, and no work. */
const BUILD_LIMIT_MS = 3 * 3_600_000
const WORK_LIMIT_MS = 40 * 60_000

await runCommand({
  name: 'bench',
  help: `bun run bench [options]

Measures the service beside its limits, on a sample catalogue that is built once and kept
in .data/bench-JOBS. S is a server of the same bytes from memory, Q one of the same
statements and nothing else, T the service as most people would write it. All run in
turn, so compare within a run. Tables are printed and written to .data/bench-JOBS/results-*.json.

  --quick           a catalogue of ${QUICK_JOBS} jobs instead of ${JOBS}
  --jobs N          a catalogue of another size
  --postgres V      a major version, such as 15, or the folder of a PostgreSQL's programs;
                    it has a catalogue of its own
  --only NAME,...   of the works below
  --long            watches memory for ten minutes

${WORKS.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join('\n')}`,
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    jobs: { type: 'string' },
    postgres: { type: 'string' },
    only: { type: 'string' },
  },
  positionals: [0, 0],
  async run({ values }) {
    const jobs = readJobs(values.jobs) ?? (values.quick ? QUICK_JOBS : JOBS)
    const works = chooseWorks(values.only)
    const memorySeconds = values.long ? MEMORY_SECONDS.long : MEMORY_SECONDS.short
    await measure(works, { jobs, memorySeconds, postgres: values.postgres })
  },
})

// Connections that a failed work left open would keep the process alive.
process.exit()

function readJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const jobs = /^\d{1,8}$/.test(text) ? Number(text) : 0
  if (jobs >= 5_000) return jobs
  throw new CommandError(`--jobs: expected an integer from 5000 to 99999999, got '${text}'`)
}

function chooseWorks(only: string | undefined): Work[] {
  if (only === undefined) return [...WORKS]
  return only.split(',').map((name) => {
    const work = WORKS.find((candidate) => candidate.name === name)
    if (work !== undefined) return work
    const names = WORKS.map((candidate) => candidate.name).join(', ')
    throw new CommandError(`--only: expected some of ${names}, got '${name}'`)
  })
}

type Options = { jobs: number; memorySeconds: number; postgres: string | undefined }

async function measure(works: readonly Work[], options: Options): Promise<void> {
  const { jobs, memorySeconds, postgres } = options
  const name = [`bench-${jobs}`, ...(postgres?.match(/\d+/) ?? [])].join('-')
  const directory = join(process.env.DATA_DIR?.trim() || '.data', name)
  const log = (line: string): void => console.error(line)
  const isNeeded = works.some(({ isSelfContained }) => !isSelfContained)
  const open = isNeeded ? openBenchCatalogue : openBenchServer
  const building = open({ directory, jobs, postgres, log })
  const catalogue = await within(building, BUILD_LIMIT_MS, 'building the catalogue')
  const { databaseUrl, activeJobs, manifest } = catalogue
  onInterruption(() => catalogue.close())
  const reports = new Map<string, Report>()
  const scale = jobs / 1_000_000
  const { keys } = manifest
  const bench: Bench = {
    jobs,
    activeJobs,
    scale,
    directory,
    databaseUrl,
    keys,
    memorySeconds,
    reports,
    log,
  }
  try {
    for (const work of works) await carryOut(work, bench, reports)
  } finally {
    const claims = [...reports.values()].flatMap((report) => report.claims)
    console.log(printTable(claimTable(claims)))
    log(`\nthe figures are in ${await writeResults(bench, catalogue, reports)}`)
    await catalogue.close()
  }
  if (reports.size < works.length) throw new CommandError('not everything could be measured')
}

/** A work that fails leaves the others to be measured. */
async function carryOut(work: Work, bench: Bench, reports: Map<string, Report>): Promise<void> {
  bench.log(`\n${work.name}: ${work.about}`)
  try {
    const report = await within(work.run(bench), WORK_LIMIT_MS, work.name)
    reports.set(work.name, report)
    for (const table of report.tables) console.log(printTable(table))
  } catch (error) {
    bench.log(`${work.name}: ${explain(error)}`)
  }
}

async function within<Result>(
  work: Promise<Result>,
  limitMs: number,
  name: string,
): Promise<Result> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new CommandError(`${name} took longer than ${limitMs / 60_000} minutes`)
    timer = setTimeout(() => reject(error), limitMs)
  })
  return await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** The servers end when their parent does. */
function onInterruption(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }
}
