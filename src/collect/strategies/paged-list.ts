import { absenceOf, absenceStatuses } from '../answers/absence'
import { countIn, listEntries, listIn, parseAnswer } from '../answers/entries'
import { countAt, memberAt, textAt } from '../answers/members'
import { countedPage, type Page, readPages } from '../answers/read-pages'
import { UnexpectedAnswer } from '../answers/unexpected-answer'
import { withinLimit } from '../answers/within-limit'
import type { Board, HttpRequest, HttpResponse, ListEntry, PostingList, System } from '../system'
import { type Absence, type Found, toListAnswer } from './whole-list'

/** `Kept` is what is kept of a page while the next ones are read. */
interface PagedList<Row, Next, Kept> extends Absence {
  /** What requests the first page: an offset, a number or an address. */
  start: Next
  request(board: Board, at: Next): HttpRequest
  /** Throws for a text that is not a page of the list. */
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
  /** What is kept of a page. */
  read(rows: readonly Row[], board: Board, page: Page<Row, Next>): Kept
  /** Why the list may not be whole; it counts more than what the pages say. */
  incompleteReason?(counts: ListCounts): string | undefined
}

/** Numbers of rows: those that were read, those of the first page, and what this page says of rows and pages. */
interface ListCounts {
  count: number
  ofFirstPage: number
  total: number | undefined
  pages: number | undefined
}

/** The entries of a page, and the employer's name if the page gives it. */
type PageEntries = Pick<PostingList, 'postings' | 'unreadable' | 'organization'>

/** The strategy of a system that returns the list of a board in pages, each of which has entries of its own. */
export function pagedList<Row, Next>(
  source: PagedList<Row, Next, PageEntries>,
): Pick<System, 'list'> {
  return joinedPages({ ...source, join: joinEntries })
}

/** The same, where the rows of a posting may be on several pages. */
export function joinedPages<Row, Next, Kept>(
  source: PagedList<Row, Next, Kept> & { join(pages: readonly Kept[], board: Board): Found },
): Pick<System, 'list'> {
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
      const pageOf = (answer: HttpResponse, at: Next) => source.page(answer.text, at, board, answer)
      const firstPage = withinLimit(() => pageOf(response, start))
      const { total, pages } = firstPage
      const ofFirstPage = firstPage.rows.length
      const read = await readPages({
        start,
        firstPage,
        firstResponse: response,
        fetch: (at) => fetch(source.request(board, at)),
        page: pageOf,
        keyOf,
        hasRepeats,
        keep: (page) => source.read(page.rows, board, page),
      })
      const counts = { count: read.count, ofFirstPage, total, pages }
      const incompleteReason = source.incompleteReason?.(counts) ?? read.incompleteReason
      const found = withinLimit(() => source.join(read.pages, board))
      return toListAnswer(found, source, incompleteReason)
    },
  }
}

function joinEntries(pages: readonly PageEntries[]): Found {
  const entries = pages.flatMap(({ postings }) => postings)
  const ofIds = Map.groupBy(entries, ({ external_id }) => external_id)
  return {
    postings: [...ofIds.values()].flatMap(joinPlaces),
    unreadable: pages.flatMap(({ unreadable = [] }) => unreadable),
    organization: pages.map(({ organization }) => organization).find(Boolean),
  }
}

/** A posting may have an entry for each of its places. */
function joinPlaces(entries: readonly ListEntry[]): readonly ListEntry[] {
  const postings = entries.flatMap(({ posting }) => posting ?? [])
  return entries.length > 1 && postings.length === entries.length ? listEntries(postings) : entries
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
  source: JsonPage & Omit<PagedList<unknown, number, PageEntries>, 'page'>,
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
