import { absenceOf, absenceStatuses } from '../answers/absence'
import { countIn, listIn, parseAnswer } from '../answers/entries'
import { textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { withinLimit } from '../answers/within-limit'
import type { Board, HttpRequest, HttpResponse, System } from '../system'
import { type Found, toListing } from './whole-list'

export interface PagedList<Row, Next> {
  /** What requests the first page: an offset, a number or an address. */
  start: Next
  request(board: Board, at: Next): HttpRequest
  /** Throws for a text that is no page of the list. */
  page(text: string, at: Next, board: Board, response: HttpResponse): Page<Row, Next>
  /** The member that identifies a row, or what reads it. */
  id: string | ((row: Row) => string)
  /** The system repeats rows. */
  hasRepeats?: true
  /** The pages to which the vendor redirects for a board that does not exist. */
  isVendorSite?(host: string, path: string): boolean
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
      return toListing(
        'kind' in found
          ? found
          : { ...found, incompleteReason: found.incompleteReason ?? incompleteReason },
      )
    },
  }
}

interface JsonPages {
  /** The name of the system, for errors. */
  name: string
  /** The members of an answer that hold the rows and their total. */
  rows: string
  total: string
  /** The rows of the page at `at` and of those before it. */
  end(at: number): number
  next(at: number): number
  /** The number of rows of a full page. */
  size: number
}

/** Reads pages of JSON that name the total of their rows. */
export function jsonPages({ name, rows, total, end, next, size }: JsonPages) {
  return (text: string, at: number): Page<unknown, number> => {
    const answer = parseAnswer(text, name)
    const paging = { total: countIn(answer, total, name), end: end(at), size, next: next(at) }
    return countedPage(listIn(answer, rows, name), paging)
  }
}

/** Pages that are asked for by the number of rows before them. */
export function byOffset(size: number) {
  const end = (offset: number) => offset + size
  return { end, next: end, size }
}

/** Pages that are asked for by their number; the first one is `first`. */
export function byNumber(first: number, size: number) {
  return {
    end: (page: number) => (page - first + 1) * size,
    next: (page: number) => page + 1,
    size,
  }
}
