import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../catalogue/database/client/connection'
import { collectorPostings } from '../../../catalogue/database/schema/collector'
import { complaintOf } from '../../../collect/board/board-complaint'
import { type BoardRow, boardState, boardTitle } from '../../../collect/board/board-state'
import { blockedLine, listBlocked } from '../../../collect/health/blocked'
import { countOtherBoards, otherBoardLine } from '../../../collect/judge/other-boards'
import {
  findCollected,
  isFound,
  preferenceNote,
  preferredBoardName,
} from '../../../collect/judge/preferred-board'
import { renamedTo } from '../../../collect/judge/renamed-ids'
import { findSharedPostings } from '../../../collect/judge/shared-postings'
import { hostKeyOf } from '../../../collect/pace/limit-key'
import { readKnownPostings } from '../../../collect/run/schedule'
import { PREFERRED_BOARD_SETTING } from '../../../collect/system'
import { formatInstant } from '../../../values/instant'
import { requireBoard } from '../../catalogue/require-board'
import { formatTable, printLine } from '../../terminal/output'
import { countPostingsOf, progressOf } from '../board-figures'
import { boardsAction, openBoardsDatabase } from './action'

export const show = boardsAction({
  name: 'show',
  usage: ['show BOARD'],
  help: 'show    shows a board, and which of its postings were skipped and why',
  count: () => [1, 1],
  async run({ names: [name = ''], shutdown }) {
    const database = await openBoardsDatabase(shutdown)
    await showBoard(database, await requireBoard(database, name))
  },
})

async function showBoard(database: Database, row: BoardRow): Promise<void> {
  const at = (instant: Date | null) => (instant === null ? 'never' : formatInstant(instant))
  const figures = await countPostingsOf(database, row)
  const listed = (settings: object) => Object.entries(settings).map((pair) => pair.join('='))
  const found = listed(row.foundSettings ?? {}).map((setting) => `${setting} (found in its list)`)
  if (isFound(row))
    found.push(
      `${PREFERRED_BOARD_SETTING}=${row.preferredBoard} (found by the addresses of its postings)`,
    )
  const title = preferredBoardName(row)
  const preferred = title === undefined ? undefined : await findCollected(database, title)
  const lines = [
    ['board', boardTitle(row)],
    ['state', boardState(row)],
    ['employer', row.organization ?? row.boardName ?? ''],
    ['country', row.country ?? ''],
    ['settings', [...listed(row.settings), ...found].join(' ')],
    ['added', at(row.addedAt)],
    ['last success', at(row.lastSuccessAt)],
    ['last change', at(row.lastChangeAt)],
    ['listed', String(row.lastCount ?? '')],
    ['interval', `${Math.round(row.intervalSeconds / 60)} minutes`],
    ['next', at(row.nextDue)],
    ['details', progressOf(figures)],
    ['issue', [complaintOf(row), preferenceNote(row, preferred)].filter(Boolean).join('; ')],
    ['blocked', await blockOf(database, row)],
    ['postings of', await boardsOf(database, row, figures?.listed ?? 0)],
    ['also on', await othersOf(database, row, figures?.kept ?? 0)],
  ]
  for (const [name = '', value = ''] of lines)
    if (value !== '') printLine(`${name.padEnd(14)}${value}`)
  const skipped = await database.db
    .select()
    .from(collectorPostings)
    .where(and(eq(collectorPostings.boardId, row.id), isNotNull(collectorPostings.skipped)))
    .orderBy(collectorPostings.skipped, collectorPostings.externalId)
  await showUnlisted(database, row)
  await showRenamed(database, row)
  if (skipped.length === 0) return
  const rows = skipped.map(({ externalId, skipped, skippedDetail }) => [
    externalId,
    skipped ?? '',
    skippedDetail ?? '',
  ])
  printLine(`\n${formatTable(['POSTING', 'SKIPPED', 'WHY'], rows)}`)
}

async function blockOf(database: Database, row: BoardRow): Promise<string> {
  const keys = [row.source, hostKeyOf(row)]
  const blocked = await listBlocked(database, new Date())
  return blocked
    .filter(({ key }) => keys.includes(key))
    .map(blockedLine)
    .join('; ')
}

/** Other boards with the same postings, of the `kept` ones of this board. */
async function othersOf(database: Database, { id }: BoardRow, kept: number): Promise<string> {
  const shared = await findSharedPostings(database, id)
  return shared.map(({ other, postings }) => `${other}: ${postings} of ${kept} postings`).join('; ')
}

/** The boards that its postings belong to by their addresses. */
async function boardsOf(database: Database, { id }: BoardRow, listed: number): Promise<string> {
  const others = await countOtherBoards(database, id)
  return others.map((other) => otherBoardLine(other, listed)).join('; ')
}

async function showUnlisted(database: Database, { id }: BoardRow): Promise<void> {
  const { boardId, externalId, unlistedSince, countries } = collectorPostings
  const unlisted = await database.db
    .select({ externalId, unlistedSince })
    .from(collectorPostings)
    .where(and(eq(boardId, id), isNotNull(unlistedSince), isNotNull(countries)))
    .orderBy(unlistedSince, externalId)
  if (unlisted.length === 0) return
  const rows = unlisted.map((posting) => [
    posting.externalId,
    posting.unlistedSince === null ? '' : formatInstant(posting.unlistedSince),
    'leaves when a second list confirms',
  ])
  printLine(`\n${formatTable(['POSTING', 'UNLISTED SINCE', 'NEXT'], rows)}`)
}

async function showRenamed(database: Database, { id }: BoardRow): Promise<void> {
  const known = await readKnownPostings(database, id)
  const rows = known.flatMap((posting) => {
    const name = renamedTo(posting)
    return name === undefined ? [] : [[posting.externalId, name]]
  })
  if (rows.length === 0) return
  printLine(`\nrenamed ids: the list has these postings under other ids, with equal content`)
  printLine(formatTable(['POSTING', 'LISTED AS'], rows))
}
