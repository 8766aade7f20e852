import { messageOf } from '../../values/errors'
import { FetchFailure, ListTooLarge, mustRethrow } from '../http/failures'

/** A page of a list. `Next` is what requests the page after it: a number, an offset or an address. */
export interface Page<Row, Next> {
  rows: readonly Row[]
  /** Undefined on the last page. */
  next: Next | undefined
  /** The page behind the last one, when the last one is full: a total may be too low. */
  behind?: Next | undefined
  /** The number of rows of all pages, when the system gives it. */
  total?: number | undefined
  /** The number of pages, when the system gives it instead. */
  pages?: number
}

export interface PagedList<Row, Next> {
  start: Next
  /** The page at `start`, which the caller has read. */
  firstPage: Page<Row, Next>
  read(at: Next): Promise<Page<Row, Next>>
  keyOf(row: Row): string
  /** The system repeats rows. Otherwise a repeated row means that the list changed between two requests. */
  hasRepeats?: boolean
}

const MAX_PAGES = 2000

/**
 * A page of a list that counts its rows. `end` is the number of rows up to its end, when all pages are full, and `next` requests the page after
 * it.
 */
export function countedPage<Row, Next>(
  rows: readonly Row[],
  { total, end, size, next }: { total: number; end: number; size: number; next: Next },
): Page<Row, Next> {
  return end < total ? { rows, next, total } : lastPage(rows, { size, behind: next, total })
}

/** The last page of a list, to all that the answer says. When it is full, it is not certain that none is `behind`. */
export function lastPage<Row, Next>(
  rows: readonly Row[],
  {
    size,
    behind,
    ...counts
  }: { size: number; behind: Next | undefined } & Pick<Page<Row, Next>, 'total' | 'pages'>,
): Page<Row, Next> {
  return { rows, next: undefined, ...(rows.length >= size && { behind }), ...counts }
}

/** Reads the pages after the first one. `incompleteReason` says why the rows may not be all; undefined when they are proved to be. */
export async function readPages<Row, Next>(
  list: PagedList<Row, Next>,
): Promise<{ rows: Row[]; incompleteReason: string | undefined }> {
  const rows = [...list.firstPage.rows]
  try {
    return { rows, incompleteReason: await readOthers(list, rows) }
  } catch (error) {
    if (error instanceof ListTooLarge) return { rows, incompleteReason: error.message }
    throw error
  }
}

/** Appends the rows of the other pages; returns why they may not be all. */
async function readOthers<Row, Next>(
  { start, firstPage, read, keyOf, hasRepeats }: PagedList<Row, Next>,
  rows: Row[],
): Promise<string | undefined> {
  const keys = new Set(rows.map(keyOf))
  let { next, behind } = firstPage
  let incompleteReason: string | undefined
  let changed: string | undefined
  let pages = 1
  for (; next !== undefined && incompleteReason === undefined; pages += 1) {
    if (pages === MAX_PAGES) return `the list has more than ${MAX_PAGES} pages`
    const page = await read(next)
    const isNew = page.rows.some((row) => !keys.has(keyOf(row)))
    // A system that ignores the page parameter would be read for ever.
    if (!isNew && (page.rows.length > 0 || page.next !== undefined)) {
      return `page ${pages + 1} has no new rows`
    }
    if (page.total !== firstPage.total)
      incompleteReason = `the total changed from ${firstPage.total} to ${page.total}`
    if (page.pages !== firstPage.pages) changed = 'the number of pages changed while they were read'
    rows.push(...page.rows)
    for (const row of page.rows) keys.add(keyOf(row))
    ;({ next, behind } = page)
  }
  if (behind !== undefined && incompleteReason === undefined) {
    const isListed = (row: Row) => keys.has(keyOf(row))
    incompleteReason = await incompleteBehind(() => read(behind), isListed)
  }
  const { total = rows.length } = firstPage
  incompleteReason ??= incompleteByRows(rows.length, total)
  if (!hasRepeats && keys.size !== rows.length) incompleteReason ??= 'the list repeats rows'
  incompleteReason = changed ?? incompleteReason
  if (pages > 1 && incompleteReason === undefined) {
    const again = await read(start)
    const before = firstPage.rows.map(keyOf).join('\n')
    if (again.rows.map(keyOf).join('\n') !== before) return 'the list changed while it was read'
  }
  return incompleteReason
}

/** Why a list may be cut whose total is not the number of its rows. */
export function incompleteByRows(rows: number, total: number | undefined): string | undefined {
  if (rows === total) return undefined
  return `the list has ${rows} rows, and its total is ${total ?? 'not given'}`
}

/** Statuses of pages that do not exist. */
const NO_PAGE: readonly (number | undefined)[] = [400, 404, 410, 416, 422]

/** What the page behind the last one says against the total: rows that no page has, or nothing that can be read. */
async function incompleteBehind<Row, Next>(
  read: () => Promise<Page<Row, Next>>,
  isListed: (row: Row) => boolean,
): Promise<string | undefined> {
  try {
    const isMore = !(await read()).rows.every(isListed)
    return isMore ? 'more rows follow the last page that the total allows' : undefined
  } catch (error) {
    if (mustRethrow(error)) throw error
    if (error instanceof FetchFailure && NO_PAGE.includes(error.status)) return undefined
    return `the page behind the last one: ${messageOf(error)}`
  }
}
