import { parse } from 'csv-parse/sync'
import { messageOf } from '../../values/errors'
import { BoardListError } from './board-list-error'
import { checkHeader, isMemberName } from './list-members'

/** A record of a list, and where it stands. */
export interface ListRecord {
  /** `line 17`, or `ats.lever[3]`. */
  place: string
  record: Readonly<Record<string, unknown>>
}

/**
 * The records of a list: CSV with a header, addresses line by line, NDJSON, a JSON array, or `{"ats": {SYSTEM: [SLUG]}}`; in a list
 * of one system also names line by line.
 */
export function readRecords(text: string, isOfOneSystem = false): ListRecord[] {
  const list = text.replace(/^\ufeff/, '').trimStart()
  if (list.startsWith('[')) return arrayRecords(parseWhole(list), '')
  if (list.startsWith('{')) return bySystem(list) ?? readLines(text)
  const [first = ''] = list.split('\n', 1)
  if (/^https?:\/\/[^,]*$/i.test(first)) return addressLines(text)
  const isName = isOfOneSystem && !first.includes(',') && !isMemberName(first.trim())
  return isName ? addressLines(text) : readCsv(text, isOfOneSystem)
}

function parseWhole(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new BoardListError(`not JSON: ${messageOf(error)}`)
  }
}

/** Undefined for NDJSON. */
function bySystem(text: string): ListRecord[] | undefined {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return undefined
  }
  const systems = isRecord(list) ? list.ats : undefined
  if (!isRecord(systems)) return undefined
  return Object.entries(systems).flatMap(([source, boards]) =>
    arrayRecords(boards, `ats.${source}`, source),
  )
}

function arrayRecords(list: unknown, name: string, source?: string): ListRecord[] {
  if (!Array.isArray(list)) throw new BoardListError(`${name}: expected an array of boards`)
  const more = source === undefined ? {} : { source }
  return list.map((board: unknown, index) => ({
    place: `${name}[${index}]`,
    record: isRecord(board)
      ? { ...more, ...board }
      : { ...more, [source === undefined ? 'address' : 'slug']: board },
  }))
}

function readLines(text: string): ListRecord[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const place = `line ${index + 1}`
    try {
      const board: unknown = JSON.parse(line)
      return [{ place, record: isRecord(board) ? board : { address: board } }]
    } catch {
      throw new BoardListError(`${place}: not JSON; expected one JSON object a line`)
    }
  })
}

function addressLines(text: string): ListRecord[] {
  return text.split('\n').flatMap((line, index) => {
    const address = line.trim()
    return address === '' ? [] : [{ place: `line ${index + 1}`, record: { address } }]
  })
}

function readCsv(text: string, isOfOneSystem: boolean): ListRecord[] {
  try {
    const rows: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      bom: true,
      columns: (columns: string[]) => checkHeader(columns, isOfOneSystem),
      info: true,
      trim: true,
      skip_empty_lines: true,
      // Lists that were joined have several kinds of line ends.
      record_delimiter: ['\r\n', '\n', '\r'],
      // A short line is refused by itself.
      relax_column_count: true,
    })
    return rows.map(({ record, info }) => ({ place: `line ${info.lines}`, record }))
  } catch (error) {
    if (error instanceof BoardListError) throw error
    throw new BoardListError(`not CSV: ${messageOf(error)}`)
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
