import type { FinishedBoard } from '../board/board-rows'
import { linesLength } from '../board/collected'

/** While more characters of lines wait for the import, no board is begun. */
const MAX_WAITING_LENGTH = 1_500_000

/** Finished boards are taken together once their lines have `TAKEN_LENGTH` characters, or there are `TAKEN_BOARDS`. */
const TAKEN_LENGTH = 500_000
const TAKEN_BOARDS = 32

/** The boards that are read and wait for the import. */
export class ImportQueue {
  private boards: FinishedBoard[] = []
  private length = 0

  add(board: FinishedBoard): void {
    this.boards.push(board)
    this.length += linesLength(board.collected)
  }

  take(): FinishedBoard[] {
    const { boards } = this
    this.boards = []
    this.length = 0
    return boards
  }

  get ids(): number[] {
    return this.boards.map(({ row }) => row.id)
  }

  get isEmpty(): boolean {
    return this.boards.length === 0
  }

  get isFull(): boolean {
    return this.length > MAX_WAITING_LENGTH
  }

  /** Whether enough boards wait to be worth the statements that write them. */
  get hasEnough(): boolean {
    return this.boards.length >= TAKEN_BOARDS || this.length >= TAKEN_LENGTH
  }
}
