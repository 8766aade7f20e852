import { toCountry } from '../../values/country'
import { quoteValue } from '../../values/errors'
import type { NewBoard } from '../board/boards'
import type { System } from '../system'
import { BoardListError, type Member } from './board-list-error'
import { boardOfText, bySlug } from './board-of-text'
import { type ListRecord, readRecords } from './board-records'
import { type Columns, columnsOf, EXPECTED_MEMBERS } from './list-members'
import { checked, showsSystem } from './read-address'

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
  return readRecords(text, source !== undefined).map((line) => {
    const columns = columnsOf(line.record)
    try {
      return readBoard(line.record, columns, systems, source)
    } catch (error) {
      if (!(error instanceof BoardListError)) throw error
      const { issue, member } = error
      const column = member && (columns[member]?.[0] ?? member)
      return new RejectedRecord(line, new BoardListError(issue, member, column))
    }
  })
}

function readBoard(
  record: ListRecord['record'],
  columns: Columns,
  systems: readonly System[],
  listSource: string | undefined,
): NewBoard {
  const texts = (member: Member): string[] =>
    (columns[member] ?? []).map((column) => {
      const value = record[column]
      if (typeof value !== 'string') throw new BoardListError('expected a text', member)
      return value.trim()
    })
  const [[slug], [country], [organization]] = [
    texts('slug'),
    texts('country'),
    texts('organization'),
  ]
  const [source = listSource] = texts('source')
  const code = country === undefined ? undefined : toCountry(country)
  if (country !== undefined && code === undefined) {
    throw new BoardListError(`expected CA or US, got ${quoteValue(country)}`, 'country')
  }
  const board = boardOf({ addresses: texts('address'), slug, source }, systems)
  const settings = readSettings(record.settings)
  const whole = {
    ...board,
    ...(settings && { settings: { ...board.settings, ...settings } }),
    ...(organization !== undefined && { organization }),
    ...(code && { country: code }),
  }
  return checked(whole, systems)
}

/**
 * An address says more than a slug, which lists write in ways of their own. The first address that shows its system counts, then the
 * first that the system of the record can have, then the slug.
 */
function boardOf(
  {
    addresses,
    source,
    slug,
  }: { addresses: readonly string[]; source: string | undefined; slug: string | undefined },
  systems: readonly System[],
): NewBoard {
  const [first] = addresses
  const shown = addresses.find((address) => showsSystem(address, systems)) ?? first
  const named = source === undefined || slug === undefined ? undefined : { source, slug }
  if (shown !== undefined) {
    try {
      return boardOfText(shown, systems, source)
    } catch (error) {
      if (!(error instanceof BoardListError) || error.member !== undefined) throw error
      if (named === undefined) throw new BoardListError(error.issue, 'address')
    }
  }
  if (named !== undefined) return bySlug(named.source, named.slug, systems)
  throw new BoardListError(EXPECTED_MEMBERS)
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
