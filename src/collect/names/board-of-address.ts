import { boardTitle } from '../board/board-state'
import type { Board, BoardAddress, System } from '../system'

/** The board that an address belongs to. */
export function boardOfAddress(
  address: URL,
  systems: readonly System[],
): (BoardAddress & Pick<Board, 'source'>) | undefined {
  for (const system of systems) {
    if (system.isNamedByHost) continue
    const found = system.boardOf(address)
    if (found !== undefined) return { source: system.source, ...found }
  }
  return undefined
}

/** Where a posting is on another board too. */
export interface OtherBoard {
  otherBoard: string | null
  otherAddress: string | null
}

export const ON_NO_OTHER: OtherBoard = { otherBoard: null, otherAddress: null }

/** The board that the first of the addresses which is none of the board itself belongs to. */
export function otherBoardOf(
  addresses: readonly (string | null | undefined)[],
  board: Board,
  systems: readonly System[],
): OtherBoard {
  for (const address of addresses) {
    const url = URL.parse(address ?? '')
    const other = url === null ? undefined : boardOfAddress(url, systems)
    if (url === null || other === undefined || isSameBoard(boardTitle(other), boardTitle(board)))
      continue
    return { otherBoard: boardTitle(other), otherAddress: url.href }
  }
  return ON_NO_OTHER
}

/** Addresses of a board differ in the case of its name. */
export function isSameBoard(title: string, other: string): boolean {
  return title.toLowerCase() === other.toLowerCase()
}
