import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { addBoard } from '../../../src/collect/boards'
import { connect, type Database } from '../../../src/database/connection'
import { applyMigrations } from '../../../src/database/migrations'
import { changes } from '../../../src/database/schema/changes'
import { collectorBoards } from '../../../src/database/schema/collector-boards'
import type { Bench, Work } from '../bench'
import { dropDatabase, recreateDatabase } from '../catalogue/databases'
import { type CommandCost, measureCommand } from '../measure/command-cost'
import { atLeastClaim, type Claim, limitClaim, number, type Report } from '../measure/report'
import { POSTINGS_A_BOARD, serveBoardFiles, writeBoardFiles } from '../servers/boards'

const DATABASE = 'bench_collect'
const MAX_POSTINGS = 100_000
const OF_IMPORTER = 0.9
const MAX_MB = 300

type Run = 'read, not written' | 'import of a file' | 'new' | 'unchanged, 304' | 'unchanged, 200'

interface Cost extends CommandCost {
  requests: number
  /** Of the bodies, uncompressed. */
  megabytes: number
}

export const collect: Work = {
  name: 'collect',
  about:
    'boards of a local server, new beside an import of the same lines from a file, and unchanged',
  isSelfContained: true,
  async run(bench) {
    const folder = join(bench.directory, 'boards')
    const boards = await writeBoardFiles(folder, Math.min(MAX_POSTINGS, bench.jobs))
    const server = serveBoardFiles(folder)
    const file = join(bench.directory, 'collected.ndjson')
    const addBoards = async ({ database }: Opened): Promise<void> => {
      for (const board of boards) await addBoard(database, board, new Date())
    }
    const run = async (
      { url }: Opened,
      command: 'collect' | 'import',
      args: readonly string[],
      output?: string,
    ): Promise<Cost> => {
      const { requests, bytes } = server.state
      const env = {
        DATABASE_URL: url,
        COLLECT_CONTACT: 'bench@example.com',
        COLLECT_REPLAY_URL: server.url,
      }
      const cost = await measureCommand(bench.directory, command, { args, env, output })
      const megabytes = (server.state.bytes - bytes) / 1e6
      return { ...cost, requests: server.state.requests - requests, megabytes }
    }
    try {
      const [readOnly, imported] = await withDatabase(bench, async (opened) => {
        await addBoards(opened)
        const readOnly = await run(opened, 'collect', ['--print'], file)
        return [readOnly, await run(opened, 'import', [file])]
      })
      const collected = await withDatabase(bench, async (opened) => {
        await addBoards(opened)
        const first = await run(opened, 'collect', ['--once'])
        const written = await countChanges(opened.database)
        await makeDue(opened.database)
        const conditional = await run(opened, 'collect', ['--once'])
        await makeDue(opened.database)
        server.state.isConditional = false
        const unconditional = await run(opened, 'collect', ['--once'])
        if ((await countChanges(opened.database)) !== written) {
          throw new Error('the unchanged boards changed jobs')
        }
        return { new: first, 'unchanged, 304': conditional, 'unchanged, 200': unconditional }
      })
      return report(boards.length, {
        'read, not written': readOnly,
        'import of a file': imported,
        ...collected,
      })
    } finally {
      await server.stop()
      await dropDatabase(bench.databaseUrl, DATABASE)
      await Promise.all([folder, file].map((path) => rm(path, { recursive: true, force: true })))
    }
  },
}

interface Opened {
  database: Database
  url: string
}

async function withDatabase<Result>(
  bench: Bench,
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const url = await recreateDatabase(bench.databaseUrl, DATABASE)
  await applyMigrations(url)
  const database = connect({ url, poolSize: 2 })
  try {
    return await work({ database, url })
  } finally {
    await database.close()
  }
}

async function makeDue({ db }: Database): Promise<void> {
  await db.update(collectorBoards).set({ nextDue: new Date() })
}

async function countChanges({ db }: Database): Promise<number> {
  return await db.$count(changes)
}

function report(boards: number, costs: Record<Run, Cost>): Report {
  const postings = boards * POSTINGS_A_BOARD
  const rows = Object.entries(costs).map(([name, cost]) => [
    name,
    cost.seconds,
    boards / cost.seconds,
    postings / cost.seconds,
    cost.ownCpuSeconds,
    cost.postgresCpuSeconds,
    cost.peakMb,
    cost.requests,
    cost.megabytes,
  ])
  const header = ['', 's', 'boards /s', 'postings /s', 'own CPU s', 'PostgreSQL CPU s', 'peak MB']
  const peak = Math.max(...COLLECTIONS.map((run) => costs[run].peakMb))
  return {
    tables: [
      {
        title: `${postings} postings on ${boards} boards`,
        header: [...header, 'requests', 'MB read'],
        rows,
      },
    ],
    figures: Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, { ...cost }])),
    claims: [
      atLeastClaim({
        work: 'collect, new boards',
        ours: postings / costs.new.seconds,
        other: postings / costs['import of a file'].seconds,
        name: 'import',
        unit: '/s',
        atLeast: OF_IMPORTER,
      }),
      rateClaim('unchanged, 304', boards / costs['unchanged, 304'].seconds, 400),
      rateClaim('unchanged, 200', boards / costs['unchanged, 200'].seconds, 100),
      limitClaim({ work: 'collect, memory', value: peak, unit: 'MB', atMost: MAX_MB }),
    ],
  }
}

const COLLECTIONS = ['new', 'unchanged, 304', 'unchanged, 200'] as const

function rateClaim(run: Run, value: number, atLeast: number): Claim {
  return {
    work: `collect, ${run}`,
    ours: `${number(value)} boards /s`,
    beside: '',
    ratio: '',
    target: `at least ${number(atLeast)} boards /s`,
    isMet: value >= atLeast,
  }
}
