import { stat } from 'node:fs/promises'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { complaintOf } from '../collect/board-complaint'
import { type BoardRow, boardTitle } from '../collect/board-state'
import { addBoard, findBoard, listBoards, type NewBoard, setBoardState } from '../collect/boards'
import { BoardListError, readAddress, readBoardList } from '../collect/read-board-list'
import { findSharedPostings } from '../collect/shared-postings'
import { SYSTEMS } from '../collect/systems/index'
import type { Database } from '../database/connection'
import { collectorPostings } from '../database/schema/collector'
import { boardName } from '../import/posting'
import { formatInstant } from '../values/instant'
import { openCatalogue } from './catalogue'
import { CommandError, readAction, runCommand } from './command'
import { formatTable, printError, printLine, printMessage } from './output'

const ACTIONS = ['add', 'list', 'show', 'remove', 'pause', 'resume'] as const
type Action = (typeof ACTIONS)[number]
const USAGE = 'expected add FILE|ADDRESS..., list, or show, remove, pause or resume BOARD'

await runCommand({
  name: 'boards',
  help: `bun run boards add FILE|ADDRESS...
bun run boards list
bun run boards show|remove|pause|resume BOARD

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
resume  collects a board again, also a dead one, and accepts a new name of its employer

Systems, each with an address:
${SYSTEMS.map(({ source, example }) => `  ${source.padEnd(16)} ${example}`).join('\n')}

Example: bun run boards add boards.csv`,
  positionals: [1, 1000],
  async run({ positionals: [action = '', ...names], shutdown }) {
    const known = readAction(action, ACTIONS, USAGE)
    const isCountRight = action === 'list' ? names.length === 0 : names.length > 0
    if (!isCountRight || (known !== 'add' && names.length > 1)) throw new CommandError(USAGE)
    const added = known === 'add' ? await readBoards(names) : []
    const { database } = await openCatalogue(shutdown, { command: 'boards', log: printMessage })
    if (known === 'add') await add(database, added)
    else if (known === 'list') await list(database)
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
    const others = (shared.get(row.id) ?? []).map(
      ({ other, postings }) => `also on ${other}: ${postings} of ${count?.kept ?? 0} postings`,
    )
    return [
      boardTitle(row),
      stateOf(row),
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
}

async function change(database: Database, action: Action, name: string): Promise<void> {
  const title = /^https?:/i.test(name) ? boardTitle(readAddress(name, SYSTEMS)) : boardName(name)
  const slash = title.indexOf('/')
  const row = await findBoard(database, title.slice(0, slash), title.slice(slash + 1))
  if (row === undefined) {
    const namesakes = (await listBoards(database)).filter(({ slug }) => slug === name)
    const [only] = namesakes.length === 1 ? namesakes : []
    const hint = only === undefined ? '' : `; did you mean ${boardTitle(only)}?`
    throw new BoardListError(`there is no board ${slash === -1 ? name : title}${hint}`)
  }
  if (action === 'show') return await show(database, row)
  const state = action === 'resume' ? 'active' : action === 'pause' ? 'paused' : 'removed'
  await setBoardState(database, row.id, state, new Date())
  printLine(`${{ active: 'resumed', paused: 'paused', removed: 'removed' }[state]} ${title}`)
}

async function show(database: Database, row: BoardRow): Promise<void> {
  const at = (instant: Date | null) => (instant === null ? 'never' : formatInstant(instant))
  const settings = Object.entries(row.settings).map((pair) => pair.join('='))
  const lines = [
    ['board', boardTitle(row)],
    ['state', stateOf(row)],
    ['employer', row.organization ?? row.boardName ?? ''],
    ['country', row.country ?? ''],
    ['settings', settings.join(' ')],
    ['added', at(row.addedAt)],
    ['last success', at(row.lastSuccessAt)],
    ['last change', at(row.lastChangeAt)],
    ['listed', String(row.lastCount ?? '')],
    ['interval', `${Math.round(row.intervalSeconds / 60)} minutes`],
    ['next', at(row.nextDue)],
    ['details', progressOf((await countPostings(database)).get(row.id))],
    ['issue', complaintOf(row)],
  ]
  for (const [name = '', value = ''] of lines)
    if (value !== '') printLine(`${name.padEnd(14)}${value}`)
  const skipped = await database.db
    .select()
    .from(collectorPostings)
    .where(and(eq(collectorPostings.boardId, row.id), isNotNull(collectorPostings.skipped)))
    .orderBy(collectorPostings.skipped, collectorPostings.externalId)
  await showMissing(database, row)
  if (skipped.length === 0) return
  const rows = skipped.map(({ externalId, skipped, skippedDetail }) => [
    externalId,
    skipped ?? '',
    skippedDetail ?? '',
  ])
  printLine(`\n${formatTable(['POSTING', 'SKIPPED', 'WHY'], rows)}`)
}

async function showMissing(database: Database, { id }: BoardRow): Promise<void> {
  const { boardId, externalId, missingSince, countries } = collectorPostings
  const missing = await database.db
    .select({ externalId, missingSince })
    .from(collectorPostings)
    .where(and(eq(boardId, id), isNotNull(missingSince), isNotNull(countries)))
    .orderBy(missingSince, externalId)
  if (missing.length === 0) return
  const rows = missing.map((posting) => [
    posting.externalId,
    posting.missingSince === null ? '' : formatInstant(posting.missingSince),
    'leaves when a second list confirms',
  ])
  printLine(`\n${formatTable(['POSTING', 'MISSING SINCE', 'NEXT'], rows)}`)
}

/**
 * The numbers of listed postings by board; those kept in the catalogue, in all and by country; pages of an employer's site, 0
 * on other boards; and those whose details, or pages, are still to be read.
 */
async function countPostings(database: Database) {
  const { boardId, countries, waitingFingerprint, missingSince } = collectorPostings
  const { dueAt, contentHash, closedAt, skipped } = collectorPostings
  const count = (condition = sql`true`) =>
    sql<number>`count(*) filter (where ${condition})::integer`
  const rows = await database.db
    .select({
      boardId,
      listed: count(sql`${dueAt} is null or ${contentHash} is not null
        or ${skipped} not in ('forbidden', 'unreadable')`),
      kept: count(sql`${countries} is not null`),
      ca: count(sql`'CA' = any(${countries})`),
      us: count(sql`'US' = any(${countries})`),
      pages: count(sql`${dueAt} is not null`),
      waiting: count(sql`(${waitingFingerprint} is not null and ${missingSince} is null)
        or (${dueAt} is not null and ${contentHash} is null and ${closedAt} is null and ${skipped} is null)`),
    })
    .from(collectorPostings)
    .groupBy(boardId)
  return new Map(rows.map((row) => [row.boardId, row]))
}

function stateOf({ state, heldSince, failures, missingAnswers, lastSuccessAt }: BoardRow): string {
  if (state !== 'active') return state
  if (heldSince !== null) return 'held'
  if (missingAnswers > 0) return 'missing'
  if (failures > 0) return 'failing'
  return lastSuccessAt === null ? 'new' : 'ok'
}

/** How far the reading of details or pages is. */
function progressOf({ listed, pages, waiting } = { listed: 0, pages: 0, waiting: 0 }): string {
  if (waiting === 0) return ''
  const [count, what] = pages > 0 ? [pages, 'pages'] : [listed, 'details']
  return `${count - waiting} of ${count} ${what} are read`
}
