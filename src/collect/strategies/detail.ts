import { ownCopy } from '../answers/own-copy'
import { completed, type Draft } from '../answers/posting'
import { withinLimit } from '../answers/within-limit'
import type {
  Board,
  CollectedPosting,
  HttpRequest,
  HttpResponse,
  ListEntry,
  System,
} from '../system'

export interface Detail<Answer> {
  request(board: Board, entry: ListEntry): HttpRequest
  /** Throws for a text that is not an answer for a posting. */
  parse(text: string): Answer
  /** Undefined: the answer says that the posting is gone. */
  read(answer: Answer, context: DetailContext): DetailDraft | undefined
  /** Whether another answer than 404 and 410 says that the posting is gone. `request` has to accept its status. */
  isGone?(response: HttpResponse, url: string): boolean
}

/** A posting without the id, which the list gave. */
export type DetailDraft = Omit<Draft, 'external_id' | 'title'> & { title: string | undefined }

interface DetailContext {
  board: Board
  entry: ListEntry
  /** The address that was asked. */
  url: string
}

const GONE = [404, 410]

/** The strategy of a system whose list lacks content: one request for each posting that is new or changed. */
export function detail<Answer>(source: Detail<Answer>): Required<Pick<System, 'detail'>> {
  return {
    async detail(board, entry, fetch): Promise<CollectedPosting | undefined> {
      const request = source.request(board, entry)
      const { url } = request
      const response = await fetch({ ...request, accept: [...GONE, ...(request.accept ?? [])] })
      if (GONE.includes(response.status) || source.isGone?.(response, url)) return undefined
      const { text } = response
      const draft = withinLimit(() => source.read(source.parse(text), { board, entry, url }))
      if (draft === undefined) return undefined
      const { title, ...members } = draft
      if (title === undefined) throw new Error(`${url} has no title`)
      return ownCopy(completed({ external_id: entry.external_id, title, ...members })).copy
    },
  }
}

/** What the list stored for the detail; an empty object if it stored nothing. */
export function storedRow<Row>({ reference = '{}' }: ListEntry): Row {
  return JSON.parse(reference)
}
