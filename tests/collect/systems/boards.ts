import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Board,
  BoardAddress,
  CollectedPosting,
  HttpRequest,
  HttpResponse,
  PostingList,
  System,
} from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import type { Change } from './changed-answer'

/** A board as a file of `boards/` has it: what is asked, what is answered, and what is read of it. */
export interface RecordedBoard {
  /** The name of its test. */
  promise: string
  board: BoardAddress
  organization?: string
  unreadable?: PostingList['unreadable']
  exchanges: Exchange[]
  postings: CollectedPosting[]
  /** The same board when the vendor answers otherwise. */
  cases?: (Case | Table)[]
  /** The board of each address; null: it is none of the system. */
  addresses?: Record<string, BoardAddress | null>
  /** The board of each address of an employer's own host, which needs the name of the system. */
  ownAddresses?: Record<string, BoardAddress | null>
  /** Whether requests for the board may go to a host. */
  hosts?: Record<string, boolean>
  /** Recorded answers of real boards, which are tried where they are at hand. */
  recordings?: Recording[]
  /** How the pages of its list are asked for, where answers of JSON count their rows. */
  pages?: Pages
}

export interface Exchange {
  /** How cases call it; those of details begin with `posting`. */
  name: string
  request: HttpRequest
  answer: RecordedAnswer
}

export interface RecordedAnswer {
  status?: number
  headers?: Record<string, string>
  url?: string
  json?: unknown
  /** Line by line. */
  text?: string[]
}

/** A changed answer and the expected result. Only members that a case names are compared, and always `incomplete` and `unreadable`. */
export interface Case extends Expected {
  name: string
  board?: Partial<Board>
  /** The changes of answers by the names of their exchanges, or new answers by their addresses. */
  answers?: Changes
}

type Changes = Record<string, Change | Change[]>

export interface Expected {
  /** Why there is no such board; `{list}` is the address of that exchange, here and in `error`. */
  missing?: string
  /** Part of the message of the failure. */
  error?: string
  /** Why the list is not proved complete; without it, it is. */
  incomplete?: string
  /** The employer's name. */
  organization?: string | null
  /** Entries that could not be read; null for one without an id. Without it, those of the recorded board. */
  unreadable?: (string | null)[]
  /** The ids of the list; no details are asked for. */
  ids?: string[]
  /** Members of each posting; null for one that it lacks. */
  postings?: object[]
  /** Members of the only posting, or of the first of several. */
  posting?: object
  /** The detail says that the first posting is gone. */
  gone?: true
  /** Whether the fingerprints are those of the recorded board. */
  fingerprint?: 'same' | 'changed'
  /** Answers whose fingerprints are meant instead. */
  beside?: Changes
  /** The names or addresses of the exchanges, as they are asked for. */
  requests?: string[]
}

/** Cases with the same places: a row has a change for each place of `in`, and the expected value. */
export interface Table {
  name: string
  board?: Partial<Board>
  /** `list data.jobs.0`: a member of the JSON of an answer; `posting script`: of the JSON in its page; `list`: the answer. Several have the same change. */
  in: (string | string[])[]
  answers?: Changes
  /** A member of `Expected`, as in `error`, or below it, as in `posting.places`. */
  expected: string
  rows: unknown[][]
}

export interface Pages {
  /** The parameter of the address, or the path in the body, that a page is asked for by. */
  at: string
  /** What it counts, and from where. */
  counts: 'rows' | 'pages'
  first: number
  size: number
  /** The paths of the rows, of their total and of the id in a row. */
  rows: string
  total: string
  id: string | string[]
  /** An id with its number for `#`. */
  pattern?: string
  /** The path of the number of pages. */
  pages?: string
  /** A posting may have several rows. */
  hasRepeats?: true
  /** A page without rows has the list of rows alone. */
  isBareWhenEmpty?: true
  /** The number of rows behind which the vendor refuses pages. */
  end?: number
  /** Only the first page has the total. */
  isTotalOnFirst?: true
}

/** Recorded answers of the system, and the expected result: a posting for each row, and these members. */
export interface Recording extends Omit<Case, 'name' | 'ids'> {
  files: string
  /** The name or the address of the exchange. */
  is: string
  /** The paths of the rows in JSON, and of the id of a posting that has several. */
  rows?: string
  id?: string
  /** Where the recording has a part of the rows: the path of their total, which is made their number. */
  total?: string
  /** An expression for the ids in another text, or for what each posting has once. */
  ids?: string
  /** The path of the answer in the file. */
  member?: string
}

const FOLDER = join(import.meta.dir, 'boards')

/** The board of each file, which is named after the source of its system. */
export function recordedBoards(): [system: System, recorded: RecordedBoard][] {
  return readdirSync(FOLDER)
    .sort()
    .map((file) => {
      const system = SYSTEMS.find(({ source }) => `${source}.json` === file)
      if (system === undefined) throw new Error(`${file}: no system has this name`)
      return [system, require(join(FOLDER, file))]
    })
}

export function recordedBoard({ source }: System): RecordedBoard {
  return require(join(FOLDER, `${source}.json`))
}

export function toResponse({
  status = 200,
  headers,
  url,
  json,
  text,
}: RecordedAnswer): HttpResponse {
  return {
    status,
    ...(url && { url }),
    headers: new Headers(headers),
    text: text === undefined ? JSON.stringify(json) : text.join('\n'),
  }
}

/** Whether a request is that of an exchange: method, address and body. */
export function isRequest(
  request: HttpRequest,
  { request: expected }: Pick<Exchange, 'request'>,
): boolean {
  const { url, method, body } = request
  return (
    url === expected.url && method === expected.method && Bun.deepEquals(body, expected.body, true)
  )
}
