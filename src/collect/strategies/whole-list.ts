import { absenceOf, absenceStatuses } from '../answers/absence'
import { withinLimit } from '../answers/within-limit'
import type { Board, HttpRequest, Listing, System } from '../system'

/** What a reader finds in the answers of a board. */
export type Found = Omit<Extract<Listing, { kind: 'listed' }>, 'kind'> | Missing

type Missing = Extract<Listing, { kind: 'missing' }>

export interface WholeList<Answer> {
  /** The request that returns all postings. It is conditional, unless it says otherwise. */
  request(board: Board): HttpRequest
  /** Throws for a text that is no list, such as a maintenance page. */
  parse(text: string): Answer
  /** The pages to which the vendor redirects for a board that does not exist. */
  isVendorSite?(host: string, path: string): boolean
  /** Gives an `incompleteReason` for an answer that may be cut, and for an empty one that unknown boards get too. */
  read(answer: Answer, board: Board): Found
}

/** The strategy of a system that returns the list of a board in one answer. */
export function wholeList<Answer>(source: WholeList<Answer>): Pick<System, 'list'> {
  const { isVendorSite } = source
  return {
    async list(board, fetch) {
      const request = source.request(board)
      const accept = absenceStatuses(isVendorSite)
      const response = await fetch({ isConditional: true, ...request, accept })
      const absence = absenceOf(response, request.url, isVendorSite)
      const { text } = response
      return absence ?? toListing(withinLimit(() => source.read(source.parse(text), board)))
    },
  }
}

export function toListing(found: Found): Listing {
  return 'kind' in found ? found : { kind: 'listed', ...found }
}
