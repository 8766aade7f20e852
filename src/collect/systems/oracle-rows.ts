import { listIn, parseAnswer } from '../answers/entries'
import { countAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'

export const PAGE_SIZE = 200

/** Offsets from here on are answered with an empty list and a total of 0. */
const CAP = 10_000

const ORDERS = ['POSTING_DATES_DESC', 'POSTING_DATES_ASC'] as const

type Order = (typeof ORDERS)[number]

/**
 * The rows of a list, whose first page is `first`. A list that is longer than the cap is read from both ends, and is proved
 * complete when they meet.
 */
export async function readOracleRows(
  first: string,
  read: (order: Order, offset: number) => Promise<string>,
): Promise<{ rows: unknown[]; incompleteReason: string | undefined }> {
  const [newest, oldest] = ORDERS
  const readAll = (order: Order, firstPage: Page<unknown, number>) =>
    readPages({
      start: 0,
      firstPage,
      read: async (offset) => pageOf(await read(order, offset), offset),
      keyOf,
    })
  const firstPage = pageOf(first, 0)
  const { total } = firstPage
  const { rows, incompleteReason } = await readAll(newest, firstPage)
  if (total === undefined) return { rows, incompleteReason: 'the answer has no TotalJobsCount' }
  if (rows.length === 0) {
    return { rows, incompleteReason: 'unknown sites and offsets have an empty list, too' }
  }
  if (total <= CAP) return { rows, incompleteReason }
  const others = (await readAll(oldest, pageOf(await read(oldest, 0), 0))).rows
  const byId = new Map([...rows, ...others].map((row) => [keyOf(row), row]))
  const isWhole = byId.size === total
  return {
    rows: [...byId.values()],
    incompleteReason: isWhole
      ? undefined
      : `both ends of the list have ${byId.size} of ${total} jobs`,
  }
}

function pageOf(text: string, offset: number): Page<unknown, number> {
  const [search] = listIn(parseAnswer(text), 'items')
  const total = countAt(search, 'TotalJobsCount')
  const rows = listIn(search, 'requisitionList')
  const end = offset + PAGE_SIZE
  if (end + PAGE_SIZE > CAP) return { rows, next: undefined, total }
  if (total === undefined) return { rows, next: rows.length === PAGE_SIZE ? end : undefined, total }
  return countedPage(rows, { total, end, size: PAGE_SIZE, next: end })
}

function keyOf(row: unknown): string {
  return textAt(row, 'Id') ?? JSON.stringify(row)
}
