import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type {
  BoardAddress,
  CollectedPosting,
  HttpRequest,
  HttpResponse,
  Listing,
  System,
} from '../../../src/collect/system'
import { SYSTEMS } from '../../../src/collect/systems/index'
import type { Answer } from './answers'

/** A board as a file of `boards/` has it: what is asked, what is answered, and what is read of it. */
export interface RecordedBoard {
  /** The name of its test. */
  promise: string
  board: BoardAddress
  organization?: string
  unreadable?: Extract<Listing, { kind: 'listed' }>['unreadable']
  exchanges: Exchange[]
  postings: CollectedPosting[]
  /** The board of each address; null: it is none of the system. */
  addresses?: Record<string, BoardAddress | null>
  /** Answers to the request of a list that are errors, and do not mean that there is no such board. */
  errors?: { board: BoardAddress; url: string; answers: [Answer, message: string][] }[]
}

export interface Exchange {
  request: HttpRequest
  answer: {
    status?: number
    headers?: Record<string, string>
    json?: unknown
    /** Line by line. */
    text?: string[]
  }
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

/** The rows of a list that is one answer of JSON, for tests that change them. */
export function recordedRows(system: System): object[] {
  const { exchanges }: RecordedBoard = require(join(FOLDER, `${system.source}.json`))
  const json = Object(exchanges[0]?.answer.json)
  return [json, ...Object.values(json)].find(Array.isArray) ?? []
}

export function toResponse({
  status = 200,
  headers,
  json,
  text,
}: Exchange['answer']): HttpResponse {
  return {
    status,
    headers: new Headers(headers),
    text: text === undefined ? JSON.stringify(json) : text.join('\n'),
  }
}

/** Whether a request is that of an exchange: method, address and body. */
export function isRequest(request: HttpRequest, { request: expected }: Exchange): boolean {
  const { url, method, body } = request
  return (
    url === expected.url && method === expected.method && Bun.deepEquals(body, expected.body, true)
  )
}
