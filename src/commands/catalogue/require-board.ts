import type { Database } from '../../catalogue/database/client/connection'
import { type BoardRow, boardTitle } from '../../collect/board/board-state'
import { findBoard, listBoards } from '../../collect/board/boards'
import { BoardListError } from '../../collect/names/board-list-error'
import { readBoardName } from '../../collect/names/read-address'
import { SYSTEMS } from '../../collect/systems/index'

/** The board of `SOURCE/SLUG` or of an address. Throws when there is none. */
export async function requireBoard(database: Database, name: string): Promise<BoardRow> {
  const title = readBoardName(name, SYSTEMS)
  const slash = title.indexOf('/')
  const row =
    slash === -1
      ? undefined
      : await findBoard(database, title.slice(0, slash), title.slice(slash + 1))
  if (row !== undefined) return row
  const namesakes = (await listBoards(database)).filter(({ slug }) => slug === name)
  const [only] = namesakes.length === 1 ? namesakes : []
  const hint = only === undefined ? 'see bun run boards list' : `did you mean ${boardTitle(only)}?`
  throw new BoardListError(`there is no board ${title}; ${hint}`)
}
