import { type BoardRow, toBoard } from '../board/board-state'
import { ListMemory } from '../http/list-memory'
import { RequestBudget, type RequestLimits } from '../http/request-budget'
import { SYSTEM_TIME } from '../pace/time'
import type { BoardAddress, ListAnswer, System } from '../system'
import type { Finder } from './judge-site'

/** Asks a board for its list, for an operator. `fetch` sends further requests within the same limits. */
export async function askList(
  row: BoardRow,
  system: System,
  { client, listMb }: Finder,
  limits: RequestLimits,
) {
  const board = toBoard(row)
  const budget = new RequestBudget(limits, SYSTEM_TIME.now)
  const memory = new ListMemory(listMb).begin()
  const { fetch } = client.session(system, { board, budget, memory })
  const boards = await system.boardsOfHost?.(board, fetch)
  const answer: ListAnswer | { kind: 'host'; boards: readonly BoardAddress[] } =
    boards === undefined ? await system.list(board, fetch) : { kind: 'host', boards }
  return { board, fetch, answer }
}
