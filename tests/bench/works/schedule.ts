import { join } from 'node:path'
import { connect, type Database } from '../../../src/catalogue/database/client/connection'
import { anyOf } from '../../../src/catalogue/database/client/operators'
import { applyMigrations } from '../../../src/catalogue/database/migrations/migrations'
import { collectorBoards } from '../../../src/catalogue/database/schema/collector'
import { createWriter } from '../../../src/catalogue/import/write/writer'
import { type FinishedBoard, writeStates } from '../../../src/collect/board/board-rows'
import { listBoards } from '../../../src/collect/board/boards'
import { countOverdue, listBlocked } from '../../../src/collect/health/blocked'
import { countSystems } from '../../../src/collect/health/system-days'
import { readHealth } from '../../../src/collect/health/system-health'
import { Vendors } from '../../../src/collect/http/vendors'
import { choosePreferredBoard } from '../../../src/collect/judge/choose-preferred-board'
import { countOtherBoards } from '../../../src/collect/judge/other-boards'
import { findSharedPostings } from '../../../src/collect/judge/shared-postings'
import { SYSTEM_TIME } from '../../../src/collect/pace/time'
import { readBacklog } from '../../../src/collect/run/backlog'
import { expireImportedBefore } from '../../../src/collect/run/imported-before'
import {
  claimBoard,
  claimDueBoards,
  extendLeases,
  readKnownPostings,
  releaseLeases,
  releaseOtherLeases,
} from '../../../src/collect/run/schedule'
import { SYSTEMS } from '../../../src/collect/systems/index'
import { countAllPostings } from '../../../src/commands/boards/board-figures'
import { createCollectMetrics } from '../../../src/service/metrics/collect-metrics'
import type { Work } from '../bench'
import { dropDatabase, recreateDatabase, withClient } from '../catalogue/databases'
import { fillDueBoards } from '../catalogue/due-boards'
import { limitClaim, type Table } from '../measure/report'
import { type TimedStatement, timeStatements } from '../measure/timed-statements'

const DATABASE = 'bench_schedule'
const ROUNDS = 5
const MAX_MS = 50

/** Reads each active job, for an operator. */
const WHOLE = 'equal postings'

type Steps = Readonly<Record<string, (database: Database) => Promise<unknown>>>

export const schedule: Work = {
  name: 'schedule',
  about: 'the statements of collectors over 60,000 due boards with a million postings',
  isSelfContained: true,
  async run({ databaseUrl, directory, log }) {
    const url = await recreateDatabase(databaseUrl, DATABASE)
    await applyMigrations(url)
    log('filling the boards')
    await fillDueBoards(url)
    const database = connect({ url, poolSize: 1 })
    try {
      const collecting = await measure(database, await collectorSteps(database))
      const looking = await measure(database, LOOKS)
      const file = join(directory, 'plans-schedule.txt')
      await Bun.write(file, await plansOf(url, [...collecting, ...looking]))
      log(`the plans are in ${file}`)
      const worst = (all: readonly Measured[]) =>
        Math.max(...all.flatMap(({ step, cpuMs }) => (step === WHOLE ? [] : [cpuMs])))
      return {
        tables: [table('What collectors ask', collecting), table('What operators ask', looking)],
        figures: {},
        claims: [
          limitClaim({
            work: 'schedule, CPU of a statement of collectors',
            value: worst(collecting),
            unit: 'ms',
            atMost: MAX_MS,
          }),
          limitClaim({
            work: `schedule, CPU of a statement of metrics and boards list but its ${WHOLE}`,
            value: worst(looking),
            unit: 'ms',
            atMost: MAX_MS,
          }),
        ],
      }
    } finally {
      await database.close()
      await dropDatabase(databaseUrl, DATABASE)
    }
  },
}

async function collectorSteps(database: Database): Promise<Steps> {
  const holder = { owner: 'bench', now: SYSTEM_TIME.now }
  const room = SYSTEMS.map(({ source, limits: { maxParallel, isPerHost } }) => ({
    source,
    count: 2 * maxParallel,
    ...(isPerHost && { isPerHost }),
  }))
  const claim = (queries: Database) => claimDueBoards(queries, holder, room, 64)
  const rows = await claim(database)
  const ids = rows.map(({ id }) => id)
  const [row] = rows
  if (row === undefined) throw new Error('no board is due')
  const preferring = { ...row, prefers: 'adp/adp-7.example.com' }
  const finished = await Promise.all(rows.slice(0, 32).map((each) => finish(database, each)))
  const scope = { key: 'adp', limits: { minIntervalMs: 300, maxParallel: 9 }, isVendor: true }
  return {
    'claim boards that are due': claim,
    'claim a board': (queries) => claimBoard(queries, holder, row.id),
    'extend leases': (queries) => extendLeases(queries, holder, ids),
    "read a board's postings": (queries) => readKnownPostings(queries, row.id),
    'read the board that one prefers': (queries) =>
      choosePreferredBoard(queries, preferring, [], SYSTEMS),
    'reserve requests': async (queries) =>
      (await new Vendors(queries, SYSTEM_TIME, false).enter(scope))(),
    'write 32 boards': async (queries) => {
      const leased = { leaseOwner: holder.owner, leaseUntil: SYSTEM_TIME.now() }
      await database.db.update(collectorBoards).set(leased).where(anyOf(collectorBoards.id, ids))
      await queries.transaction((transaction) => writeStates(transaction, holder, finished))
    },
    'look for jobs from before': (queries) =>
      expireImportedBefore(createWriter(queries), finished, SYSTEM_TIME.now()),
    'release leases': (queries) => releaseLeases(queries, holder, ids),
    'release other leases': (queries) => releaseOtherLeases(queries, holder, ids),
    'count the boards of systems': (queries) => countSystems(queries, SYSTEM_TIME.now()),
    'look how far it is': (queries) => readBacklog(queries, SYSTEMS, SYSTEM_TIME.now()),
    'count what is left': (queries) =>
      countOverdue(
        queries,
        SYSTEMS.map(({ source }) => source),
        SYSTEM_TIME.now(),
      ),
  }
}

const LOOKS: Steps = {
  'boards list: postings of boards': countAllPostings,
  [WHOLE]: findSharedPostings,
  'boards list: postings of other boards': countOtherBoards,
  'boards list: boards': listBoards,
  'boards list: blocked': (queries) => listBlocked(queries, SYSTEM_TIME.now()),
  'boards health': (queries) => readHealth(queries, SYSTEM_TIME.now()),
  metrics: (queries) => createCollectMetrics(queries, SYSTEM_TIME.now).read(),
}

/** What a collection leaves of a board whose list has changed in each posting, without lines to import. */
async function finish(database: Database, row: FinishedBoard['row']): Promise<FinishedBoard> {
  const known = await readKnownPostings(database, row.id)
  return {
    row,
    collected: {
      kind: 'read',
      isUnchanged: false,
      isUnderstood: true,
      changes: known.map((posting) => ({ posting })),
      removed: [],
      hasUnlisted: false,
      count: known.length,
      listsWithoutPosting: 0,
      incompleteReason: undefined,
      boardName: undefined,
      unfinished: undefined,
      remembered: undefined,
    },
  }
}

interface Measured extends TimedStatement {
  step: string
  /** How many times a step runs it; the times are those of the slowest. */
  times: number
}

async function measure(database: Database, steps: Steps): Promise<Measured[]> {
  const measured: Measured[] = []
  for (const [step, run] of Object.entries(steps)) {
    const rounds: TimedStatement[][] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const all: TimedStatement[] = []
      await run(await timeStatements(database, (statement) => all.push(statement)))
      rounds.push(all)
    }
    const least = (rounds[0] ?? []).map((first, index) => leastOf(first, rounds, index))
    for (const same of Map.groupBy(least, ({ statement }) => statement.text).values()) {
      const slowest = same.reduce((one, other) => (other.cpuMs > one.cpuMs ? other : one))
      measured.push({ step, times: same.length, ...slowest })
    }
  }
  return measured
}

/** The least times of the rounds: others may use the machine. */
function leastOf(
  first: TimedStatement,
  rounds: readonly (readonly TimedStatement[])[],
  index: number,
): TimedStatement {
  const same = rounds.flatMap((all) => all[index] ?? [])
  const ms = Math.min(...same.map((timed) => timed.ms))
  const cpuMs = Math.min(...same.map((timed) => timed.cpuMs))
  return { ...first, ms, cpuMs }
}

function table(title: string, measured: readonly Measured[]): Table {
  return {
    title: `${title}: statements over 60,000 due boards`,
    header: ['step', 'statement', 'times', 'ms', 'CPU ms'],
    rows: measured.map(({ step, statement, times, ms, cpuMs }) => [
      step,
      statement.text.replaceAll(/\s+/g, ' ').slice(0, 60),
      times,
      ms,
      cpuMs,
    ]),
  }
}

async function plansOf(url: string, measured: readonly Measured[]): Promise<string> {
  return await withClient(url, async (client) => {
    const texts: string[] = []
    for (const { step, statement, ms } of measured) {
      const rows = await client.begin(async (transaction) => {
        const plan = await transaction.unsafe(
          `explain (analyze, buffers) ${statement.text}`,
          statement.values as string[],
        )
        await transaction.unsafe('rollback')
        return plan
      })
      const lines = rows.map((line) => String(line['QUERY PLAN']))
      texts.push([`== ${step}: ${ms.toFixed(1)} ms`, statement.text, ...lines].join('\n'))
    }
    return texts.join('\n\n')
  })
}
