import { toCountry } from '../../values/country'
import { quoteValue } from '../../values/errors'
import type { NewBoard } from '../board/boards'
import type { System } from '../system'
import { type ListRecord, MEMBER_NAMES, readRecords } from './board-records'
import { BoardListError, boardOfText, bySlug, checked, type Member } from './read-address'

/** A record of a list that names no board. */
export class RejectedRecord extends BoardListError {
  constructor(
    { place, record }: ListRecord,
    override readonly cause: BoardListError,
  ) {
    super(`${place}: ${cause.message}`)
    this.record = record
  }

  readonly record: ListRecord['record']
}

/**
 * Reads a list of boards (`readRecords`). `source` is the system of the boards whose records name none. The errors name
 * the line and the column.
 */
export function readBoardList(
  text: string,
  systems: readonly System[],
  source?: string,
): (NewBoard | RejectedRecord)[] {
  return readRecords(text).map((line) => {
    const columns = columnsOf(line.record)
    try {
      return readBoard(line.record, columns, systems, source)
    } catch (error) {
      if (!(error instanceof BoardListError)) throw error
      const { issue, member } = error
      const column = member && (columns[member] ?? member)
      return new RejectedRecord(line, new BoardListError(issue, member, column))
    }
  })
}

/** The columns with which a record says its members. */
type Columns = Partial<Record<Member, string>>

function columnsOf(record: ListRecord['record']): Columns {
  const isEmpty = (value: unknown) =>
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  return Object.fromEntries(
    Object.entries(MEMBER_NAMES).flatMap(([member, names]) => {
      const column = names.find((name) => !isEmpty(record[name]))
      return column === undefined ? [] : [[member, column]]
    }),
  )
}

function readBoard(
  record: ListRecord['record'],
  columns: Columns,
  systems: readonly System[],
  listSource: string | undefined,
): NewBoard {
  const text = (member: Member): string | undefined => {
    const column = columns[member]
    const value = column === undefined ? undefined : record[column]
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw new BoardListError('expected a text', member)
    return value.trim()
  }
  const [address, slug, country] = [text('address'), text('slug'), text('country')]
  const organization = text('organization')
  const code = country === undefined ? undefined : toCountry(country)
  if (country !== undefined && code === undefined) {
    throw new BoardListError(`expected CA or US, got ${quoteValue(country)}`, 'country')
  }
  const board = boardOf({ address, slug, source: text('source') ?? listSource }, systems)
  const settings = readSettings(record.settings)
  const whole = {
    ...board,
    ...(settings && { settings: { ...board.settings, ...settings } }),
    ...(organization !== undefined && { organization }),
    ...(code && { country: code }),
  }
  return checked(whole, systems)
}

/** An address says more than a slug, which lists write in ways of their own. */
function boardOf(
  { address, source, slug }: Partial<Record<Member, string | undefined>>,
  systems: readonly System[],
): NewBoard {
  if (address !== undefined) {
    try {
      return boardOfText(address, systems, source)
    } catch (error) {
      if (!(error instanceof BoardListError) || error.member !== undefined) throw error
      throw new BoardListError(error.issue, 'address')
    }
  }
  if (source !== undefined && slug !== undefined) return bySlug(source, slug, systems)
  const names = Object.values(MEMBER_NAMES).flat().join(', ')
  throw new BoardListError(`expected address, or source and slug; members: ${names}`)
}

/** `host=a.example` in CSV, several separated by spaces; an object in NDJSON. */
function readSettings(value: unknown): Record<string, string> | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const entries =
    typeof value === 'string'
      ? value.split(/\s+/).map((pair): [string, unknown] => {
          const equals = pair.indexOf('=')
          return [pair.slice(0, equals), pair.slice(equals + 1)]
        })
      : Object.entries(value)
  if (!entries.every(([name, setting]) => name !== '' && typeof setting === 'string')) {
    throw new BoardListError('expected texts such as host=jobs.example.com', 'settings')
  }
  return Object.fromEntries(entries.map(([name, setting]) => [name, String(setting)]))
}
