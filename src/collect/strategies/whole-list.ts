import { absenceOf, absenceStatuses } from '../answers/absence'
import { listIn, parseAnswer } from '../answers/entries'
import { countAt } from '../answers/members'
import { incompleteByRows } from '../answers/read-pages'
import { withinLimit } from '../answers/within-limit'
import type { Board, HttpRequest, ListAnswer, MissingBoard, PostingList, System } from '../system'

/** What a reader finds in the answers of a board. */
export type Found = Omit<PostingList, 'kind'> | MissingBoard

/** How a board that does not exist is told from one without postings. */
export interface Absence {
  /** The pages to which the vendor redirects for a board that does not exist. */
  isVendorSite?(host: string, path: string): boolean
  /** Why a board that exists redirects to a path; undefined for other paths. */
  redirectReason?(path: string): string | undefined
  /** A board that does not exist has an empty list. */
  isEmptyWhenUnknown?: true
}

interface Source extends Absence {
  /** The request that returns all postings. It is conditional, unless it says otherwise. */
  request(board: Board): HttpRequest
}

export interface WholeList<Answer> extends Source {
  /** Throws for a text that is not a list, such as a maintenance page. */
  parse(text: string): Answer
  /** Gives an `incompleteReason` for an answer that may be cut. */
  read(answer: Answer, board: Board): Found
}

/** The strategy of a system that returns the list of a board in one answer. */
export function wholeList<Answer>(source: WholeList<Answer>): Pick<System, 'list'> {
  const { isVendorSite, redirectReason } = source
  return {
    async list(board, fetch) {
      const request = source.request(board)
      const accept = absenceStatuses(isVendorSite)
      const response = await fetch({ isConditional: true, ...request, accept })
      const absence = absenceOf(response, request.url, isVendorSite, redirectReason)
      const { text } = response
      return (
        absence ??
        toListAnswer(
          withinLimit(() => source.read(source.parse(text), board)),
          source,
        )
      )
    },
  }
}

export interface JsonList extends Source {
  /** The path of the rows in the answer; the answer itself is the list unless given. */
  rows?: string
  /** The path of their total: a list with another one may be cut. */
  total?: string
  read(rows: readonly unknown[], board: Board, answer: unknown): Found
}

/** The strategy of a system that returns the list of a board in one answer of JSON. */
export function jsonList({ rows: path, total, read, ...source }: JsonList): Pick<System, 'list'> {
  return wholeList({
    ...source,
    parse: parseAnswer,
    read(answer, board) {
      const rows = listIn(answer, path)
      const found = read(rows, board, answer)
      if ('kind' in found || total === undefined) return found
      const reason = incompleteByRows(rows.length, countAt(answer, ...total.split('.')))
      return { ...found, incompleteReason: found.incompleteReason ?? reason }
    },
  })
}

/** The `incompleteReason` of the reader counts more than that of the strategy. */
export function toListAnswer(
  found: Found,
  { isEmptyWhenUnknown }: Absence,
  incompleteReason?: string,
): ListAnswer {
  if ('kind' in found) return found
  const isEmpty = found.postings.length === 0 && !found.unreadable?.length
  const ofAbsence = isEmptyWhenUnknown && isEmpty ? EMPTY_WHEN_UNKNOWN : undefined
  const reason = found.incompleteReason ?? incompleteReason ?? ofAbsence
  return { kind: 'listed', ...found, incompleteReason: reason }
}

const EMPTY_WHEN_UNKNOWN = 'the list is empty, as is that of a board that does not exist'
