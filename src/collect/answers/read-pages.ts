import { messageOf } from '../../values/errors'
import { FetchFailure, ListTooLarge, mustRethrow } from '../failures'
import type { HttpResponse } from '../system'
import { ownCopy } from './own-copy'
import { withinLimit } from './within-limit'

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
  /** The employer's name. */
  organization?: string | undefined
}

export interface PagedList<Row, Next, Kept> {
  start: Next
  /** The page at `start`, which the caller has read. */
  firstPage: Page<Row, Next>
  /** Its answer, if nothing else of it is used. */
  firstResponse?: HttpResponse
  fetch(at: Next): Promise<HttpResponse>
  page(response: HttpResponse, at: Next): Page<Row, Next>
  keyOf(row: Row): string
  /** What is kept of a page before the next one is asked for, as JSON. */
  keep(page: Page<Row, Next>): Kept
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

export interface ReadPages<Kept> {
  /** What was kept of each page. */
  pages: Kept[]
  /** The number of rows. */
  count: number
  /** Why the rows may not be all; undefined when they are proved to be. */
  incompleteReason: string | undefined
}

/** Reads the pages after the first one, one at a time. */
export async function readPages<Row, Next, Kept>(
  list: PagedList<Row, Next, Kept>,
): Promise<ReadPages<Kept>> {
  const { start, firstPage, firstResponse, ...more } = list
  const reader = new PageReader<Row, Next, Kept>(more)
  reader.take(firstPage, firstResponse)
  try {
    return reader.found(await reader.readOthers(start, firstPage))
  } catch (error) {
    if (error instanceof ListTooLarge) return reader.found(error.message)
    throw error
  }
}

class PageReader<Row, Next, Kept> {
  private readonly kept: Kept[] = []
  private readonly keys = new Set<string>()
  private count = 0

  constructor(
    private readonly list: Omit<
      PagedList<Row, Next, Kept>,
      'start' | 'firstPage' | 'firstResponse'
    >,
  ) {}

  found(incompleteReason: string | undefined): ReadPages<Kept> {
    return { pages: this.kept, count: this.count, incompleteReason }
  }

  take(page: Page<Row, Next>, response?: HttpResponse): void {
    const keys = ownCopy(this.keysOf(page))
    const { copy, length } = ownCopy(withinLimit(() => this.list.keep(page)))
    response?.kept?.(keys.length + length)
    for (const key of keys.copy) this.keys.add(key)
    this.kept.push(copy)
    this.count += page.rows.length
  }

  /** Why the rows may not be all. */
  async readOthers(start: Next, firstPage: Page<Row, Next>): Promise<string | undefined> {
    const { total, pages: pageCount } = firstPage
    const firstKeys = this.keysOf(firstPage).join('\n')
    let { next, behind } = firstPage
    let incompleteReason: string | undefined
    let changed: string | undefined
    let pages = 1
    for (; next !== undefined && incompleteReason === undefined; pages += 1) {
      if (pages === MAX_PAGES) return `the list has more than ${MAX_PAGES} pages`
      const { page, response } = await this.read(next)
      // A system that ignores the page parameter would be read for ever.
      const isNew = this.keysOf(page).some((key) => !this.keys.has(key))
      if (!isNew && (page.rows.length > 0 || page.next !== undefined)) {
        return `page ${pages + 1} has no new rows`
      }
      if (page.total !== total)
        incompleteReason = `the total changed from ${shownTotal(total)} to ${shownTotal(page.total)}`
      if (page.pages !== pageCount) changed = 'the number of pages changed while they were read'
      this.take(page, response)
      ;({ next, behind } = page)
    }
    if (behind !== undefined) incompleteReason ??= await this.incompleteBehind(behind)
    incompleteReason ??= incompleteByRows(this.count, total ?? this.count)
    if (!this.list.hasRepeats && this.keys.size !== this.count)
      incompleteReason ??= 'the list repeats rows'
    incompleteReason = changed ?? incompleteReason
    if (pages === 1 || incompleteReason !== undefined) return incompleteReason
    const isSame = (await this.keysAt(start)).join('\n') === firstKeys
    return isSame ? undefined : 'the list changed while it was read'
  }

  private async read(at: Next): Promise<{ page: Page<Row, Next>; response: HttpResponse }> {
    const response = await this.list.fetch(at)
    return { page: withinLimit(() => this.list.page(response, at)), response }
  }

  /** What the page behind the last one says against the total: rows that no page has, or nothing that can be read. */
  private async incompleteBehind(behind: Next): Promise<string | undefined> {
    try {
      const isMore = (await this.keysAt(behind)).some((key) => !this.keys.has(key))
      return isMore ? 'more rows follow the last page that the total allows' : undefined
    } catch (error) {
      if (mustRethrow(error)) throw error
      if (error instanceof FetchFailure && NO_PAGE.includes(error.status)) return undefined
      return `the page behind the last one: ${messageOf(error)}`
    }
  }

  /** The bytes of a page that is used for nothing else. */
  private async keysAt(at: Next): Promise<string[]> {
    const { page, response } = await this.read(at)
    response.kept?.(0)
    return this.keysOf(page)
  }

  private keysOf({ rows }: Page<Row, Next>): string[] {
    return rows.map(this.list.keyOf)
  }
}

/** Why a list may be cut whose total is not the number of its rows. */
export function incompleteByRows(rows: number, total: number | undefined): string | undefined {
  if (rows === total) return undefined
  return `the list has ${rows} rows, and its total is ${shownTotal(total)}`
}

function shownTotal(total: number | undefined): number | string {
  return total ?? 'not given'
}

/** Statuses of pages that do not exist. */
const NO_PAGE: readonly (number | undefined)[] = [400, 404, 410, 416, 422]
