import { stat } from 'node:fs/promises'
import { type Blocked, blockedLine, liftBlocks, listBlocked } from '../collect/blocked'
import { complaintOf } from '../collect/board-complaint'
import { boardState, boardTitle } from '../collect/board-state'
import { addBoard, findBoard, listBoards, type NewBoard, setBoardState } from '../collect/boards'
import {
  BoardListError,
  readAddress,
  readBoardList,
  readBoardName,
} from '../collect/read-board-list'
import { findSharedPostings } from '../collect/shared-postings'
import { SYSTEMS } from '../collect/systems/index'
import type { Database } from '../database/client/connection'
import { formatInstant } from '../values/instant'
import { canonicalSource } from '../values/source'
import { countPostings, progressOf } from './board-figures'
import { openCatalogue } from './catalogue'
import { CommandError, readAction, runCommand } from './command'
import { formatTable, printError, printLine, printMessage } from './output'
import { showBoard } from './show-board'

const ACTIONS = ['add', 'list', 'show', 'remove', 'pause', 'resume'] as const
type Action = (typeof ACTIONS)[number]
const USAGE = 'expected add FILE|ADDRESS..., list, or show, remove, pause or resume BOARD'

await runCommand({
  name: 'boards',
  help: `bun run boards add FILE|ADDRESS...
bun run boards list
bun run boards show|remove|pause|resume BOARD
bun run boards resume --source SOURCE

The employers' boards that bun run collect reads. A BOARD is SOURCE/SLUG or its address.

add     adds boards by the addresses of their career pages, by SOURCE/SLUG (careerpage/HOST
        for an employer's own site), or from a CSV file with a header or an NDJSON file,
        with the members address, or source and slug, and optionally organization,
        country (CA or US, of places that name none), settings
list    lists the boards: state, last success, postings, next collection, what is wrong,
        and other boards that have the same postings
show    shows a board, and which of its postings were skipped and why
remove  collects a board no more; its jobs stay in the catalogue until they are expired:
        bun run import /dev/null --board BOARD
pause   collects a board no more until it is resumed
resume  collects a board again, also a dead one, and accepts a new name of its employer;
        with --source it asks a blocked system, and the hosts of employers on it, again

Systems, each with an address:
${SYSTEMS.map(({ source, example }) => `  ${source.padEnd(16)} ${example}`).join('\n')}

Example: bun run boards add boards.csv`,
  options: { source: { type: 'string' } },
  positionals: [1, 1000],
  async run({ positionals: [action = '', ...names], values: { source }, shutdown }) {
    const known = readAction(action, ACTIONS, USAGE)
    if (source !== undefined && known !== 'resume') throw new CommandError(USAGE)
    const hasNames = action !== 'list' && source === undefined
    const isCountRight = hasNames ? names.length > 0 : names.length === 0
    if (!isCountRight || (known !== 'add' && names.length > 1)) throw new CommandError(USAGE)
    const added = known === 'add' ? await readBoards(names) : []
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    if (known === 'add') await add(database, added)
    else if (known === 'list') await list(database)
    else if (source !== undefined) await unblock(database, canonicalSource(source))
    else await change(database, known, names[0] ?? '')
  },
})

async function readBoards(names: readonly string[]): Promise<(NewBoard | Error)[]> {
  const lists = await Promise.all(
    names.map(async (name) => {
      const isFile = (await stat(name).catch(() => undefined))?.isFile() === true
      if (isFile) return readBoardList(await Bun.file(name).text(), SYSTEMS)
      if (/\.(csv|ndjson|jsonl?)$/i.test(name)) throw new CommandError(`there is no file ${name}`)
      return [readAddress(name, SYSTEMS)]
    }),
  )
  return lists.flat()
}

async function add(database: Database, boards: readonly (NewBoard | Error)[]): Promise<void> {
  const counts = { added: 0, changed: 0, known: 0, rejected: 0 }
  for (const board of boards) {
    if (board instanceof Error) {
      printError(board.message)
      counts.rejected += 1
      process.exitCode = 1
      continue
    }
    const outcome = await addBoard(database, board, new Date())
    counts[outcome === 'revived' ? 'changed' : outcome] += 1
    if (outcome === 'known') printMessage(`${boardTitle(board)} is there already`)
    if (outcome === 'revived') printMessage(`${boardTitle(board)} was dead, and is asked again`)
    const optIn = SYSTEMS.find(({ source }) => source === board.source)?.optIn
    if (optIn) printMessage(`${boardTitle(board)}: ${optIn.reason}; set ${optIn.setting}=true`)
  }
  const { added, changed, known, rejected } = counts
  printLine(`added ${added}  changed ${changed}  known ${known}  rejected ${rejected}`)
}

async function list(database: Database): Promise<void> {
  const counts = await countPostings(database)
  const shared = Map.groupBy(await findSharedPostings(database), ({ boardId }) => boardId)
  const rows = (await listBoards(database)).map((row) => {
    const count = counts.get(row.id)
    const others = (shared.get(row.id) ?? []).map(({ other }) => `also on ${other}`)
    return [
      boardTitle(row),
      boardState(row),
      row.lastSuccessAt === null ? 'never' : formatInstant(row.lastSuccessAt),
      String(count?.listed ?? 0),
      String(count?.ca ?? 0),
      String(count?.us ?? 0),
      row.state === 'active' ? formatInstant(row.nextDue) : '',
      [complaintOf(row), progressOf(count), ...others].filter(Boolean).join('; '),
    ]
  })
  const header = ['BOARD', 'STATE', 'LAST SUCCESS', 'POSTINGS', 'CA', 'US', 'NEXT', 'ISSUE']
  printLine(formatTable(header, rows))
  for (const blocked of await listBlocked(database, new Date())) {
    printMessage(`blocked: ${blockedLine(blocked)}; ${waysOut(blocked)}`)
  }
}

function waysOut({ key }: Blocked): string {
  return `to ask again before: bun run boards resume --source ${key.split('/')[0]}`
}

async function unblock(database: Database, source: string): Promise<void> {
  if (!SYSTEMS.some((system) => system.source === source)) {
    throw new CommandError(`'${source}' is not a known system; see bun run boards --help`)
  }
  const count = await liftBlocks(database, source, new Date())
  printLine(count === 0 ? `${source} is not blocked` : `${source} is asked again`)
}

async function change(database: Database, action: Action, name: string): Promise<void> {
  const title = readBoardName(name, SYSTEMS)
  const slash = title.indexOf('/')
  const row = await findBoard(database, title.slice(0, slash), title.slice(slash + 1))
  if (row === undefined) {
    const namesakes = (await listBoards(database)).filter(({ slug }) => slug === name)
    const [only] = namesakes.length === 1 ? namesakes : []
    const hint = only === undefined ? '' : `; did you mean ${boardTitle(only)}?`
    throw new BoardListError(`there is no board ${slash === -1 ? name : title}${hint}`)
  }
  if (action === 'show') return await showBoard(database, row)
  const state = action === 'resume' ? 'active' : action === 'pause' ? 'paused' : 'removed'
  await setBoardState(database, row.id, state, new Date())
  printLine(`${{ active: 'resumed', paused: 'paused', removed: 'removed' }[state]} ${title}`)
}
