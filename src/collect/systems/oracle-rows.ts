import { listIn, parseAnswer } from '../answers/entries'
import { countAt, pick, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import type { HttpResponse } from '../system'

export const PAGE_SIZE = 200

/** Offsets from here on are answered with an empty list and a total of 0. */
const CAP = 10_000

const ORDERS = ['POSTING_DATES_DESC', 'POSTING_DATES_ASC'] as const

type Order = (typeof ORDERS)[number]

/** `Distance`, `Relevancy` and the flags are the search's, and differ from answer to answer. */
export const CONTENT = [
  'Title',
  'PostedDate',
  'PostingEndDate',
  'PrimaryLocation',
  'PrimaryLocationCountry',
  'WorkplaceTypeCode',
  'JobFamily',
  'JobFunction',
  'JobSchedule',
  'JobType',
  'Department',
  'ShortDescriptionStr',
]

const ROW = ['Id', 'secondaryLocations', ...CONTENT]

/**
 * The rows of a list, whose first page is `first`. A list that is longer than the cap is read from both ends, and is proved
 * complete when they meet.
 */
export async function readOracleRows(
  first: string,
  fetch: (order: Order, offset: number) => Promise<HttpResponse>,
): Promise<{ rows: unknown[]; incompleteReason: string | undefined }> {
  const [newest, oldest] = ORDERS
  const readAll = async (order: Order, firstPage: Page<unknown, number>) => {
    const { pages, incompleteReason } = await readPages({
      start: 0,
      firstPage,
      fetch: (offset) => fetch(order, offset),
      page: ({ text }, offset) => pageOf(text, offset),
      keyOf,
      keep: ({ rows }) => rows.map((row) => pick(row, ROW)),
    })
    return { rows: pages.flat(), incompleteReason }
  }
  const firstPage = pageOf(first, 0)
  const { total } = firstPage
  const { rows, incompleteReason } = await readAll(newest, firstPage)
  if (total === undefined) return { rows, incompleteReason: 'the answer has no TotalJobsCount' }
  if (rows.length === 0) {
    return { rows, incompleteReason: 'unknown sites and offsets have an empty list, too' }
  }
  if (total <= CAP) return { rows, incompleteReason }
  const others = (await readAll(oldest, pageOf((await fetch(oldest, 0)).text, 0))).rows
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
