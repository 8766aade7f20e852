import { stat, writeFile } from 'node:fs/promises'
import type { Database } from '../../catalogue/database/client/connection'
import { boardTitle } from '../../collect/board/board-state'
import { addBoard, addNewBoards, type NewBoard } from '../../collect/board/boards'
import { systemOf } from '../../collect/names/board-of-text'
import { checked, readAddress } from '../../collect/names/read-address'
import { RejectedRecord, readBoardList } from '../../collect/names/read-board-list'
import { PREFERRED_BOARD_SETTING } from '../../collect/system'
import { SYSTEMS } from '../../collect/systems/index'
import { CommandError } from '../terminal/command'
import { createProgress, printError, printLine, printMessage } from '../terminal/output'

/** Records and boards of one kind that are named one by one; the others are counted. */
const MAX_NAMED = 10

/** Reads addresses and lists. The name of a system applies to the addresses and lists after it that do not show their system. */
export async function readBoards(names: readonly string[]): Promise<(NewBoard | RejectedRecord)[]> {
  const boards: (NewBoard | RejectedRecord)[] = []
  let source: string | undefined
  for (const [index, name] of names.entries()) {
    const system = systemOf(name, SYSTEMS)
    if (system === undefined) {
      for (const board of await readNamed(name, source)) boards.push(board)
    } else if (index === names.length - 1) {
      throw new CommandError(`expected an address or a list after ${name}`)
    }
    source = system?.source ?? source
  }
  return boards
}

async function readNamed(
  name: string,
  source: string | undefined,
): Promise<(NewBoard | RejectedRecord)[]> {
  if (name === '-') return readBoardList(await Bun.stdin.text(), SYSTEMS, source)
  const isFile = (await stat(name).catch(() => undefined))?.isFile() === true
  if (isFile) return readBoardList(await Bun.file(name).text(), SYSTEMS, source)
  if (/\.(csv|ndjson|jsonl?|txt)$/i.test(name)) throw new CommandError(`there is no file ${name}`)
  return [readAddress(name, SYSTEMS, source)]
}

/** The boards with the setting `prefer`. */
export function preferring(
  boards: readonly (NewBoard | RejectedRecord)[],
  prefer: string | undefined,
): (NewBoard | RejectedRecord)[] {
  return boards.map((board) =>
    prefer === undefined || board instanceof RejectedRecord
      ? board
      : checked(
          { ...board, settings: { ...board.settings, [PREFERRED_BOARD_SETTING]: prefer } },
          SYSTEMS,
        ),
  )
}

/** Adds the boards, and says which were there already, which are refused, and why. */
export async function addBoards(
  database: Database,
  boards: readonly (NewBoard | RejectedRecord)[],
  rejectsFile: string | undefined,
): Promise<void> {
  const rejected = boards.filter((board) => board instanceof RejectedRecord)
  await keepRejects(rejectsFile, rejected)
  const counts = { added: 0, changed: 0, known: 0 }
  const known: NewBoard[] = []
  const revived: NewBoard[] = []
  const progress = createProgress(boards.length - rejected.length)
  const named = boards.flatMap((board) => (board instanceof RejectedRecord ? [] : [board]))
  const isNew = await addNewBoards(database, named, new Date())
  for (const [index, board] of named.entries()) {
    const outcome = isNew.delete(boardTitle(board))
      ? 'added'
      : await addBoard(database, board, new Date())
    counts[outcome === 'revived' ? 'changed' : outcome] += 1
    if (outcome === 'known') known.push(board)
    if (outcome === 'revived') revived.push(board)
    progress.show(index + 1, `boards ${index + 1}`)
  }
  progress.end()
  report(known, 'is there already')
  report(revived, 'was dead, and is asked again')
  for (const { source, optIn } of SYSTEMS) {
    const isAdded = boards.some((board) => 'source' in board && board.source === source)
    if (isAdded && optIn) printMessage(`${source}: ${optIn.reason}; set ${optIn.setting}=true`)
  }
  reportRejects(rejected)
  const { added, changed } = counts
  printLine(
    `added ${added}  changed ${changed}  known ${known.length}  rejected ${rejected.length}`,
  )
}

function report(boards: readonly NewBoard[], what: string): void {
  for (const board of boards.slice(0, MAX_NAMED)) printMessage(`${boardTitle(board)} ${what}`)
  const more = boards.length - MAX_NAMED
  if (more > 0) printMessage(`and ${more} more: ${what}`)
}

/** Written first, so that no refused record is lost when FILE cannot be written. */
async function keepRejects(
  file: string | undefined,
  rejected: readonly RejectedRecord[],
): Promise<void> {
  if (file === undefined) return
  const lines = rejected.map(({ record, cause }) =>
    JSON.stringify({ ...record, issue: cause.message }),
  )
  await writeFile(file, lines.map((line) => `${line}\n`).join(''))
}

/** Names the first records of each reason, and counts the reasons of many. */
function reportRejects(rejected: readonly RejectedRecord[]): void {
  if (rejected.length === 0) return
  process.exitCode = 1
  const byReason = Map.groupBy(rejected, ({ cause }) => reasonOf(cause.message))
  for (const records of byReason.values()) {
    for (const { message } of records.slice(0, MAX_NAMED)) printError(message)
  }
  if (rejected.length <= MAX_NAMED) return
  const reasons = [...byReason].sort(([, many], [, few]) => few.length - many.length)
  for (const [reason, { length }] of reasons) printError(`rejected ${length}: ${reason}`)
}

/** An issue without the value, which differs from record to record, and without the way out. */
function reasonOf(message: string): string {
  return message
    .replace(/, got .*$/s, '')
    .replace(/'[^']*'/g, "'...'")
    .replace(/;.*$/s, '')
    .replace(/^\S+\/\S+ does/, "'...' does")
}
