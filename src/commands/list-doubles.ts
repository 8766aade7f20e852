import { boardTitle } from '../collect/board-state'
import { listBoards } from '../collect/boards'
import { type BoardContent, contentOfBoards, findSharedPostings } from '../collect/shared-postings'
import type { Database } from '../database/client/connection'
import { formatTable, printLine } from './output'

interface Side {
  title: string
  content: BoardContent
  shared: number
}

/** Prints the pairs of boards with equal postings, what each of both has, and how to pause the one that has less. */
export async function listDoubles(database: Database): Promise<void> {
  const shared = await findSharedPostings(database)
  const contents = await contentOfBoards(database, [
    ...new Set(shared.map(({ boardId }) => boardId)),
  ])
  const titles = new Map((await listBoards(database)).map((row) => [row.id, boardTitle(row)]))
  const sideOf = (id: number, postings: number): Side => {
    const nothing = { boardId: id, postings: 0, withText: 0, withPay: 0 }
    return { title: titles.get(id) ?? '', content: contents.get(id) ?? nothing, shared: postings }
  }
  const pairs = shared.flatMap(({ boardId, otherId, postings }): [Side, Side][] => {
    if (boardId > otherId) return []
    const back = shared.find((pair) => pair.boardId === otherId && pair.otherId === boardId)
    return [[sideOf(boardId, postings), sideOf(otherId, back?.postings ?? postings)]]
  })
  const rows = pairs.flatMap(([one, other]) => [rowOf(one, other), rowOf(other, one)])
  printLine(formatTable(['BOARD', 'ALSO ON', 'EQUAL', 'TEXTS', 'PAY'], rows))
  const lesser = pairs.map((pair) => pair.toSorted((a, b) => worth(a) - worth(b))[0]?.title ?? '')
  for (const title of new Set(lesser)) {
    printLine(`to keep the other one alone: bun run boards pause ${title}`)
  }
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
