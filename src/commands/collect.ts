import packageJson from '../../package.json'
import { type BoardRow, boardTitle } from '../collect/board-state'
import { findBoard, listBoards } from '../collect/boards'
import { collectBoard } from '../collect/collect-board'
import { runCollector } from '../collect/collector'
import { HttpClient, type SentRequest } from '../collect/http/client'
import { SYSTEM_TIME, Vendors } from '../collect/http/vendors'
import type { System } from '../collect/system'
import { systemsInUse } from '../collect/systems/index'
import { type Config, readConfig } from '../config'
import type { Database } from '../database/connection'
import { boardName } from '../import/posting'
import { createWriter } from '../import/writer'
import { LocationResolver } from '../locations/location-resolver'
import { createCollectMetrics } from '../metrics/collect-metrics'
import { serveMetrics } from '../metrics/metrics-server'
import { openCatalogue } from './catalogue'
import { createOutput, describe, totalsLine } from './collect-output'
import { CommandError, runCommand } from './command'
import { limitHeap } from './limit-heap'
import { listening } from './listening'
import { printError, printLine, printMessage } from './output'
import { startPruning } from './retention'

/** How long a signal waits for answers in flight. */
const DRAIN_MS = 20_000

await runCommand({
  name: 'collect',
  help: `bun run collect [--once] [--board BOARD] [--print]

Collects the postings of the boards that are due, on and on, and writes what changed.
See bun run boards. Several collectors may share the work. A signal lets the answers in
flight be written; a collector that is killed loses nothing.

  --once         end when no board is due
  --board BOARD  collect this board (SOURCE/SLUG) now, and end
  --print        print the postings as lines for bun run import, and write nothing

Settings: COLLECT_CONTACT (required), COLLECT_REPLAY_URL, COLLECT_SMARTRECRUITERS,
PAY_FROM_TEXT, RETENTION_DAYS (prunes once an hour; see bun run prune)

Example: COLLECT_CONTACT=jobs@example.com bun run collect`,
  options: {
    once: { type: 'boolean', default: false },
    board: { type: 'string' },
    print: { type: 'boolean', default: false },
  },
  async run({ values, shutdown }) {
    const config = readConfig(process.env)
    if (config.collectContact === undefined) {
      throw new CommandError(
        'set COLLECT_CONTACT to a mail address or a web page; vendors see it in each request',
      )
    }
    const { database } = await openCatalogue(shutdown, {
      command: 'collect',
      config,
      log: printMessage,
    })
    const systems = systemsInUse(new Set(config.collectOptIns))
    const board =
      values.board === undefined ? undefined : await requireBoard(database, values.board, systems)
    const output = createOutput(values.print)
    shutdown.defer(() => output.end())
    const metrics = createCollectMetrics(database, SYSTEM_TIME.now)
    const { client, stop, end } = openClient(config, database, (request) => {
      metrics.count(request)
      output.request()
    })
    if (values.print) {
      shutdown.defer(() => end())
      const due = (await listBoards(database)).filter(
        ({ state, nextDue }) => state === 'active' && nextDue <= new Date(),
      )
      return await print(board === undefined ? due : [board], systems, client)
    }
    if (config.metricsPort !== undefined) {
      const place = { host: config.host, port: config.metricsPort }
      const server = listening({ ...place, setting: 'METRICS_PORT' }, () =>
        serveMetrics(place, metrics.read),
      )
      shutdown.defer(() => server.stop())
    }
    shutdown.defer(limitHeap())
    const writer = { ...createWriter(database), payFromText: config.payFromText }
    const pruning = startPruning(writer, config.retentionDays, output.pruned)
    shutdown.defer(() => pruning.stop())
    const running = runCollector({
      writer,
      systems,
      client,
      resolver: new LocationResolver(),
      time: SYSTEM_TIME,
      stop,
      once: values.once,
      ...(board && { boardId: board.id }),
      onBoard: output.board,
      onImport: output.imported,
    })
    // A signal ends the collector before the database is closed; its failure is thrown below.
    shutdown.defer(async () => {
      end()
      await running.catch(() => undefined)
    })
    const totals = await running
    await pruning.finish()
    output.end()
    if (board !== undefined && totals.boards === 0) {
      throw new CommandError(`${boardTitle(board)} is being collected by another process`)
    }
    printLine(totalsLine(totals))
    if (values.once || board !== undefined) process.exitCode = totals.failed > 0 ? 1 : 0
  },
})

async function requireBoard(
  database: Database,
  name: string,
  systems: readonly System[],
): Promise<BoardRow> {
  const title = boardName(name)
  const slash = title.indexOf('/')
  const row = await findBoard(database, title.slice(0, slash), title.slice(slash + 1))
  if (row === undefined) throw new CommandError(`there is no board ${title}; see bun run boards`)
  if (!systems.some(({ source }) => source === row.source)) {
    throw new CommandError(`the system ${row.source} is off; see bun run boards --help`)
  }
  return row
}

function openClient(
  config: Config,
  database: Database,
  onRequest: (request: SentRequest) => void,
): { client: HttpClient; stop: AbortSignal; end: () => void } {
  const [stop, giveUp] = [new AbortController(), new AbortController()]
  const isPaced = config.collectReplayUrl === undefined
  const client = new HttpClient({
    vendors: new Vendors(database, SYSTEM_TIME, isPaced),
    time: SYSTEM_TIME,
    userAgent: `job-catalogue/${packageJson.version} (+${config.publicUrl}; ${config.collectContact})`,
    replayUrl: config.collectReplayUrl,
    signal: giveUp.signal,
    onRequest,
  })
  const end = (): void => {
    stop.abort()
    setTimeout(() => giveUp.abort(), DRAIN_MS).unref()
  }
  return { client, stop: stop.signal, end }
}

/** Prints the postings of boards as if none were known. */
async function print(
  boards: readonly BoardRow[],
  systems: readonly System[],
  client: HttpClient,
): Promise<void> {
  const resolver = new LocationResolver()
  for (const row of boards) {
    const system = systems.find(({ source }) => source === row.source)
    if (system === undefined) continue
    const unread = { ...row, listHash: null, validators: null, boardName: null }
    const collected = await collectBoard(unread, [], {
      system,
      client,
      resolver,
      now: SYSTEM_TIME.now,
      budget: { details: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY },
    })
    const issue = describe(row, collected).error
    if (collected.kind !== 'read' || issue !== undefined) {
      printError(`${boardTitle(row)}: ${issue}`)
      process.exitCode = 1
    }
    if (collected.kind !== 'read') continue
    for (const { line } of collected.changes) if (line !== undefined) printLine(line)
  }
}
