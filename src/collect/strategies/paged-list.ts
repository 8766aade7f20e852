import { absenceOf, absenceStatuses } from '../answers/absence'
import { countIn, listIn, parseAnswer } from '../answers/entries'
import { countAt, memberAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import type { Board, HttpRequest, HttpResponse, System } from '../system'
import { type Absence, type Found, toListing } from './whole-list'

export interface PagedList<Row, Next> extends Absence {
  /** What requests the first page: an offset, a number or an address. */
  start: Next
  request(board: Board, at: Next): HttpRequest
  /** Throws for a text that is no page of the list. */
  page(text: string, at: Next, board: Board, response: HttpResponse): Page<Row, Next>
  /** The member that identifies a row, or what reads it. */
  id: string | ((row: Row) => string)
  /** The system repeats rows. */
  hasRepeats?: true
  /** Something else says whether the board exists: a 404 of the list is an error. */
  isKnown?: true
  /** Another list, for a board that this one does not have. */
  otherwise?: Pick<System, 'list'>
  /** Another list, for a board whose first answer says that this one is closed. `request` has to accept its status. */
  closed?: Pick<System, 'list'> & { isClosed(response: HttpResponse, url: string): boolean }
  /** An `incompleteReason` that it gives counts more than that of the pages. */
  read(rows: readonly Row[], board: Board, first: FirstPage<Row, Next>): Found
}

interface FirstPage<Row, Next> extends Page<Row, Next> {
  text: string
}

/** The strategy of a system that returns the list of a board in pages. */
export function pagedList<Row, Next>(source: PagedList<Row, Next>): Pick<System, 'list'> {
  const { start, isVendorSite, isKnown, id, hasRepeats = false } = source
  const keyOf = typeof id === 'function' ? id : (row: Row) => textAt(row, id) ?? JSON.stringify(row)
  return {
    async list(board, fetch) {
      const request = source.request(board, start)
      const absences = isKnown ? [] : absenceStatuses(isVendorSite)
      const accept = [...absences, ...(request.accept ?? [])]
      const response = await fetch({ ...request, accept })
      if (source.closed?.isClosed(response, request.url)) return source.closed.list(board, fetch)
      const absence = isKnown ? undefined : absenceOf(response, request.url, isVendorSite)
      if (absence !== undefined) return source.otherwise?.list(board, fetch) ?? absence
      const { text } = response
      const pageOf = (page: HttpResponse, at: Next) =>
        withinLimit(() => source.page(page.text, at, board, page))
      const firstPage = pageOf(response, start)
      const { rows, incompleteReason } = await readPages({
        start,
        firstPage,
        read: async (at) => pageOf(await fetch(source.request(board, at)), at),
        keyOf,
        hasRepeats,
      })
      const found = withinLimit(() => source.read(rows, board, { ...firstPage, text }))
      return toListing(found, source, incompleteReason)
    },
  }
}

/** How pages are asked for, and which of the rows they have. */
interface Paging {
  start: number
  /** The number of rows of a full page, or the path at which an answer names it. */
  size: number | string
  /** The number of rows of the page at `at` and of those before it. */
  end(at: number, size: number): number
  next(at: number): number
}

/** Pages that are asked for by the number of their first row, which begins at `start`. */
export function byOffset(size: number, start = 0) {
  return {
    start,
    size,
    end: (offset: number) => offset - start + size,
    next: (offset: number) => offset + size,
  }
}

/** Pages that are asked for by their number; the first one is `start`. */
export function byNumber<Size extends number | string>(start: number, size: Size) {
  return {
    start,
    size,
    end: (page: number, rows: number) => (page - start + 1) * rows,
    next: (page: number) => page + 1,
  }
}

interface JsonPage extends Paging {
  /** The path of the rows of a page. */
  rows: string
  /** The path of the total of all rows. */
  total: string
  /** An answer may lack the total when it has no rows, and the rows when the total is 0. */
  isBareWhenEmpty?: true
}

/** The strategy of a system that returns the list of a board in pages of JSON, which name the total of their rows. */
export function jsonPages(
  source: JsonPage & Omit<PagedList<unknown, number>, 'page'>,
): Pick<System, 'list'> {
  return pagedList({ ...source, page: jsonPage(source) })
}

/** A reader of such pages. */
export function jsonPage(source: JsonPage): (text: string, at: number) => Page<unknown, number> {
  return (text, at) => {
    const answer = parseAnswer(text)
    if (source.isBareWhenEmpty && isBare(answer, source)) return { rows: [], next: undefined }
    const total = countIn(answer, source.total)
    const size = typeof source.size === 'number' ? source.size : countIn(answer, source.size)
    if (size === 0) throw new UnexpectedAnswer('answered with pages of no rows')
    const paging = { total, end: source.end(at, size), size, next: source.next(at) }
    return countedPage(listIn(answer, source.rows), paging)
  }
}

function isBare(answer: unknown, { rows, total }: JsonPage): boolean {
  const list = memberAt(answer, ...rows.split('.'))
  const count = countAt(answer, ...total.split('.'))
  if (list === undefined) return count === 0
  return count === undefined && Array.isArray(list) && list.length === 0
}
