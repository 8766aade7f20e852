import type { Database } from '../catalogue/database/client/connection'
import { createWriter } from '../catalogue/import/write/writer'
import { type BoardRow, boardTitle } from '../collect/board/board-state'
import { listBoards } from '../collect/board/boards'
import { newBoardRow } from '../collect/board/new-board-row'
import { RequestCounts } from '../collect/health/request-counts'
import { ListMemory } from '../collect/http/list-memory'
import { Vendors } from '../collect/http/vendors'
import { readAddress } from '../collect/names/read-address'
import { Outages } from '../collect/pace/outages'
import { SYSTEM_TIME } from '../collect/pace/time'
import { readBacklog } from '../collect/run/backlog'
import { runCollector } from '../collect/run/collector'
import { noTotals } from '../collect/run/totals'
import { systemsInUse } from '../collect/systems/index'
import { readConfig } from '../service/config'
import { createCollectMetrics } from '../service/metrics/collect-metrics'
import { LocationResolver } from '../text/locations/location-resolver'
import { printableAddress } from '../values/address'
import { turningTime } from '../values/waiting/turning-time'
import { openDatabase, requireMigrated } from './catalogue/catalogue'
import { requireBoard } from './catalogue/require-board'
import { startPruning } from './catalogue/retention'
import { openClient, requireContact } from './collect/collect-client'
import { createOutput, totalsLine } from './collect/collect-output'
import { startPolling } from './collect/collect-progress'
import { reportNotAsked } from './collect/not-asked'
import { printPostings } from './collect/print-postings'
import { limitHeap } from './serve/limit-heap'
import { openMetrics } from './serve/open-metrics'
import { CommandError, runCommand } from './terminal/command'
import { printLine, printMessage } from './terminal/output'
import type { Shutdown } from './terminal/shutdown'

/** How long a signal waits for answers in flight, beside the time that reading them takes. */
const DRAIN_MS = 10_000

/** How long the last write may take then: PostgreSQL may accept connections and never answer. */
const WRITE_MS = 10_000

/** How long `--once`, `--board` and `--print` wait for PostgreSQL at the start. */
const START_LIMIT_MS = 60_000

/** How often the boards that are due and the jobs are counted. */
const POLL_EVERY_MS = 15_000

await runCommand({
  name: 'collect',
  help: `bun run collect [--once] [--board BOARD] [--print [ADDRESS]]

Collects the postings of the boards that are due, and writes what changed, until you stop it.
Add boards with bun run boards. Several collectors may share the work. On a signal, it writes
the answers in flight and ends. You can kill it at any moment; nothing is lost. While
PostgreSQL is unreachable, it says so and waits. With --once, --board or --print it waits at
most a minute at the start, then exits with status 1.

  --once         end when no board is due; exit with status 1 if boards failed. Boards that
                 their systems do not know (missing) are not failures
  --board BOARD  collect this board (SOURCE/SLUG, or its address) now, and end
  --print        print the postings as lines for bun run import, and write nothing; with an
                 ADDRESS, print those of a board that was not added

Settings: COLLECT_CONTACT (required), COLLECT_REPLAY_URL, COLLECT_SMARTRECRUITERS,
COLLECT_USAJOBS_KEY, COLLECT_LIST_MB, PAY_FROM_TEXT, RETENTION_DAYS (prunes once an hour;
see bun run prune)

Example: COLLECT_CONTACT=jobs@example.com bun run collect`,
  options: {
    once: { type: 'boolean', default: false },
    board: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
  positionals: [0, 1],
  async run({ values, positionals: [address], shutdown }) {
    if (address !== undefined && (!values.print || values.board !== undefined)) {
      throw new CommandError(`unexpected argument '${address}'; see --help`)
    }
    const session = await openSession(values, shutdown)
    if (values.print) await print(session, address)
    else await collect(session, values.once, shutdown)
  },
})

type Session = Awaited<ReturnType<typeof openSession>>

/** What collecting and printing need. A signal ends it, also while PostgreSQL is waited for. */
async function openSession(
  values: { once: boolean; board?: string; print: boolean },
  shutdown: Shutdown,
) {
  const config = readConfig(process.env)
  requireContact(config)
  const systems = systemsInUse(config)
  const { collectReplayUrl: replayUrl } = config
  const totals = noTotals()
  const output = createOutput({
    isQuiet: values.print,
    systems,
    totals,
    silence:
      replayUrl === undefined
        ? 'this machine may have no network'
        : `there may be no server at ${printableAddress(replayUrl)}`,
  })
  shutdown.defer(() => output.end())
  const opening = { command: 'collect', config, log: printMessage }
  const catalogue = await openDatabase(shutdown, opening)
  const { database } = catalogue
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const end = (): void => {
    stop.abort()
    void turningTime(DRAIN_MS).then(() => giveUp.abort())
  }
  shutdown.defer(end)
  const outages = new Outages({ time: SYSTEM_TIME, stop: stop.signal, ...output.outages })
  const isWaitedFor = values.once || values.print || values.board !== undefined
  const atStart = <Result>(work: () => Promise<Result>): Promise<Result> =>
    outages.retryDuringOutage(work, isWaitedFor ? START_LIMIT_MS : undefined)
  await atStart(() => requireMigrated(catalogue, opening))
  const name = values.board
  const board = name === undefined ? undefined : await atStart(() => requireBoard(database, name))
  if (board !== undefined && !systems.some(({ source }) => source === board.source)) {
    throw new CommandError(`the system ${board.source} is off; see bun run boards --help`)
  }
  const metrics = createCollectMetrics(database, SYSTEM_TIME.now)
  const requests = new RequestCounts()
  const client = openClient(config, {
    vendors: new Vendors(database, SYSTEM_TIME, replayUrl === undefined, outages.retryDuringOutage),
    signal: giveUp.signal,
    onRequest(request) {
      metrics.count(request)
      requests.add(request)
      output.request(request)
    },
  })
  return {
    config,
    database,
    systems,
    board,
    client,
    outages,
    requests,
    metrics,
    totals,
    output,
    atStart,
    stop: stop.signal,
    giveUp: giveUp.signal,
    end,
  }
}

/** Prints the board of the address or of `--board`, or the boards that are due. */
async function print(session: Session, address: string | undefined): Promise<void> {
  const { config, database, systems, client, atStart } = session
  const board =
    address === undefined
      ? session.board
      : newBoardRow(readAddress(address, systems), SYSTEM_TIME.now())
  const boards = board === undefined ? await atStart(() => listDue(database)) : [board]
  await printPostings(boards, systems, client, config.collectListMb)
}

/** Collects until no board is due, the board is collected, or a signal comes. */
async function collect(session: Session, once: boolean, shutdown: Shutdown): Promise<void> {
  const { config, database, systems, board, outages, totals, output, end } = session
  openMetrics(shutdown, config, session.metrics.read)
  shutdown.defer(limitHeap())
  const writer = { ...createWriter(database), payFromText: config.payFromText }
  const pruning = startPruning(writer, config.retentionDays, output.pruned)
  const poll = async (): Promise<void> =>
    output.backlog(
      await outages.retryDuringOutage(() => readBacklog(database, systems, SYSTEM_TIME.now())),
    )
  const endPolls =
    board === undefined
      ? startPolling(poll, { everyMs: POLL_EVERY_MS, onFailure: output.pollFailed })
      : async () => {}
  const running = runCollector({
    writer,
    outages,
    systems,
    client: session.client,
    resolver: new LocationResolver(),
    time: SYSTEM_TIME,
    stop: session.stop,
    giveUp: session.giveUp,
    memory: new ListMemory(config.collectListMb),
    requests: session.requests,
    totals,
    once,
    ...(board && { boardId: board.id }),
    onBoard: output.board,
    onImport: output.imported,
    onImportFailed: output.importFailed,
    onPreference: output.preference,
  })
  // A signal ends the collector before the database is closed; its failure is thrown below.
  shutdown.defer(async () => {
    end()
    const ended = Promise.all([running.catch(() => undefined).then(endPolls), pruning.stop()])
    const isLate = turningTime(DRAIN_MS + WRITE_MS).then(() => true)
    if (await Promise.race([ended.then(() => false), isLate])) {
      printMessage('the database does not answer; what was not written will be collected again')
    }
  })
  await running
  await pruning.finish()
  await endPolls()
  output.end()
  await report(session, once)
}

/** Prints the totals and sets the exit status. */
async function report(session: Session, once: boolean): Promise<void> {
  const { database, systems, board, totals } = session
  if (board !== undefined && totals.boards === 0) {
    throw new CommandError(`${boardTitle(board)} is being collected by another process`)
  }
  printLine(totalsLine(totals))
  const isAsked = once ? await reportNotAsked(database, systems) : true
  // Lists of boards have names that no system knows; a board that was named is expected to be one.
  const isWrong = totals.failed > 0 || (board !== undefined && totals.missing > 0)
  if (once || board !== undefined) process.exitCode = isWrong || !isAsked ? 1 : 0
}

async function listDue(database: Database): Promise<BoardRow[]> {
  const now = SYSTEM_TIME.now()
  return (await listBoards(database)).filter(
    ({ state, nextDue }) => state === 'active' && nextDue <= now,
  )
}
