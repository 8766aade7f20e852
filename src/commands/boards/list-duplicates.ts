import type { Database } from '../../catalogue/database/client/connection'
import { boardTitle } from '../../collect/board/board-state'
import { listBoards } from '../../collect/board/boards'
import { countOtherBoards, type OtherBoardCount } from '../../collect/judge/other-boards'
import {
  type BoardContent,
  contentOfBoards,
  findSharedPostings,
} from '../../collect/judge/shared-postings'
import { formatTable, printLine } from '../terminal/output'

interface Side {
  id: number
  title: string
  content: BoardContent
  shared: number
}

/** Prints the pairs of boards with equal postings, what each of them has, and how to avoid duplicates. */
export async function listDuplicates(database: Database): Promise<void> {
  const shared = await findSharedPostings(database)
  const contents = await contentOfBoards(database, [
    ...new Set(shared.map(({ boardId }) => boardId)),
  ])
  const titles = new Map((await listBoards(database)).map((row) => [row.id, boardTitle(row)]))
  const others = await countOtherBoards(database)
  const sideOf = (id: number, postings: number): Side => {
    const nothing = { boardId: id, postings: 0, withText: 0, withPay: 0 }
    return {
      id,
      title: titles.get(id) ?? '',
      content: contents.get(id) ?? nothing,
      shared: postings,
    }
  }
  const pairs = shared.flatMap(({ boardId, otherId, postings }): [Side, Side][] => {
    if (boardId > otherId) return []
    const back = shared.find((pair) => pair.boardId === otherId && pair.otherId === boardId)
    return [[sideOf(boardId, postings), sideOf(otherId, back?.postings ?? postings)]]
  })
  const rows = pairs.flatMap(([one, other]) => [rowOf(one, other), rowOf(other, one)])
  printLine(formatTable(['BOARD', 'ALSO ON', 'EQUAL', 'TEXTS', 'PAY'], rows))
  const ways = pairs.map((pair) => wayOut(pair, others))
  for (const way of new Set(ways)) printLine(way)
}

/** How to have each posting once: by the addresses of one side that belong to the other, else by the board that has less. */
function wayOut(pair: readonly Side[], others: readonly OtherBoardCount[]): string {
  const [less, more] = pair.toSorted((a, b) => worth(a) - worth(b))
  const copy = others.find(({ boardId, otherId }) =>
    pair.every(({ id }) => id === boardId || id === otherId),
  )
  const [own] = pair.filter(({ id }) => id === copy?.boardId)
  if (copy !== undefined && own !== undefined) {
    return `to leave out what ${copy.other} has: bun run boards add --prefer ${copy.other} ${own.title}`
  }
  return `to keep ${more?.title} alone: bun run boards pause ${less?.title}`
}

/** `120 of 130`: the postings of a board that the other one has too. */
function rowOf({ title, content, shared }: Side, other: Side): string[] {
  const { postings, withText, withPay } = content
  return [title, other.title, `${shared} of ${postings}`, `${withText}`, `${withPay}`]
}

/** How much a board has: postings, their texts and their pay. */
function worth({ content: { postings, withText, withPay } }: Side): number {
  return postings + withText + withPay
}
