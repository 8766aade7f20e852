import { parse } from 'csv-parse/sync'
import { boardName } from '../import/posting'
import { toCountry } from '../values/country'
import { quoteValue } from '../values/errors'
import { nearestName } from '../values/nearest-name'
import { canonicalSource } from '../values/source'
import { boardOfAddress, type NewBoard } from './boards'
import type { System } from './system'

/** A line of a list that names no board. */
export class BoardListError extends Error {
  override readonly name = 'BoardListError'
}

const MEMBERS = ['address', 'source', 'slug', 'organization', 'country', 'settings']

/** Reads a list of boards, CSV with a header or NDJSON. The errors name the line. */
export function readBoardList(text: string, systems: readonly System[]): (NewBoard | Error)[] {
  return readRecords(text).map(({ line, record }) => {
    try {
      return readBoard(record, systems)
    } catch (error) {
      if (error instanceof BoardListError)
        return new BoardListError(`line ${line}: ${error.message}`)
      throw error
    }
  })
}

/** The board of a career page, or of `SOURCE/SLUG`, with the settings that it requires. */
export function readAddress(text: string, systems: readonly System[]): NewBoard {
  return checked(boardOfText(text, systems), systems)
}

/** A board whose slug its system can have, and which has the settings that the system requires. */
function checked(board: NewBoard, systems: readonly System[]): NewBoard {
  const system = systems.find(({ source }) => source === board.source)
  if (system !== undefined && !system.slug.test(board.slug)) {
    throw new BoardListError(
      `slug: ${quoteValue(board.slug)} cannot be a board of ${system.name}; add the address of the board, such as ${system.example}`,
    )
  }
  for (const name of Object.keys(board.settings ?? {})) {
    const { settings = [] } = system ?? {}
    if (system === undefined || settings.includes(name)) continue
    const nearest = nearestName(name, settings)
    const names = settings.length === 0 ? 'none' : settings.join(', ')
    const hint = nearest === undefined ? `${system.name} has ${names}` : `did you mean ${nearest}?`
    throw new BoardListError(`settings: ${quoteValue(name)}: unknown setting; ${hint}`)
  }
  return withRequired(board, systems)
}

/** The name of a board that an address or `SOURCE/SLUG` stands for, with no look at its settings. */
export function readBoardName(text: string, systems: readonly System[]): string {
  const url = webAddressOf(text)
  const { source, slug } = (url && boardOfAddress(url, systems)) ?? {}
  if (source !== undefined) return `${source}/${slug}`
  // Of an address of no system it says so.
  if (/^https?:/i.test(text)) boardOfText(text, systems)
  return boardName(text)
}

/** Without its settings a board would be added that can never be read. */
function withRequired(board: NewBoard, systems: readonly System[]): NewBoard {
  const system = systems.find(({ source }) => source === board.source)
  const missing = system?.requires?.(board).filter((name) => !board.settings?.[name]) ?? []
  if (system === undefined || missing.length === 0) return board
  throw new BoardListError(
    `${board.source}/${board.slug} does not say its ${missing.join(' and ')}; add the address of the board, such as ${system.example}, or give it as settings`,
  )
}

function boardOfText(text: string, systems: readonly System[]): NewBoard {
  const [, source = '', slug = ''] = /^([\w.-]+)\/([^/].*)$/s.exec(text) ?? []
  if (systems.some((system) => system.source === canonicalSource(source))) {
    return bySlug(source, slug, systems)
  }
  const url = webAddressOf(text)
  const board = url === null ? undefined : boardOfAddress(url, systems)
  if (board !== undefined) return board
  const nearest = slug === '' ? undefined : nearestSource(source, systems)
  const hint = nearest === undefined ? SEE_HELP : `did you mean ${nearest}/${slug}?`
  throw new BoardListError(`${quoteValue(text)} is not a board of a known system; ${hint}`)
}

const SEE_HELP = 'see bun run boards --help'

/** An address, which may lack its `https://`. Null for a text that is none, or that names a user. */
function webAddressOf(text: string): URL | null {
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  return url === null || url.username !== '' || url.password !== '' ? null : url
}

function nearestSource(source: string, systems: readonly System[]): string | undefined {
  return nearestName(
    source,
    systems.map((system) => system.source),
  )
}

function readRecords(text: string): { line: number; record: Record<string, unknown> }[] {
  if (!text.trimStart().startsWith('{')) {
    const rows: { record: Record<string, string>; info: { lines: number } }[] = parse(text, {
      bom: true,
      columns: checkHeader,
      info: true,
      trim: true,
      skip_empty_lines: true,
    })
    return rows.map(({ record, info }) => ({ line: info.lines, record }))
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    try {
      return [{ line: index + 1, record: JSON.parse(line) }]
    } catch {
      throw new BoardListError(`line ${index + 1}: not JSON; expected one JSON object a line`)
    }
  })
}

/** Columns that are no members are ignored, unless one is misspelt or a board has no address. */
function checkHeader(columns: string[]): string[] {
  const has = (...names: string[]) => names.every((name) => columns.includes(name))
  const hasBoard = has('address') || has('source', 'slug')
  for (const column of columns.filter((name) => !MEMBERS.includes(name))) {
    const nearest = nearestName(column, MEMBERS)
    if (nearest === undefined || has(nearest)) continue
    throw new BoardListError(
      `line 1: ${quoteValue(column)}: unknown column; did you mean ${nearest}?`,
    )
  }
  if (hasBoard) return columns
  throw new BoardListError(
    `line 1: expected the columns address, or source and slug, got ${quoteValue(columns.join(','))}`,
  )
}

function readBoard(record: Record<string, unknown>, systems: readonly System[]): NewBoard {
  const text = (name: string): string | undefined => {
    const value = record[name] ?? ''
    if (typeof value !== 'string') throw new BoardListError(`${name}: expected a text`)
    return value.trim() || undefined
  }
  const [address, source, slug] = [text('address'), text('source'), text('slug')]
  const [organization, country] = [text('organization'), text('country')]
  const code = country === undefined ? undefined : toCountry(country)
  if (country !== undefined && code === undefined) {
    throw new BoardListError(`country: expected CA or US, got ${quoteValue(country)}`)
  }
  if (address === undefined && (source === undefined || slug === undefined)) {
    throw new BoardListError(`expected address, or source and slug; members: ${MEMBERS.join(', ')}`)
  }
  const board =
    address === undefined
      ? bySlug(source ?? '', slug ?? '', systems)
      : boardOfText(address, systems)
  const settings = readSettings(record.settings)
  const whole = {
    ...board,
    ...(settings && { settings: { ...board.settings, ...settings } }),
    ...(organization !== undefined && { organization }),
    ...(code && { country: code }),
  }
  return checked(whole, systems)
}

function bySlug(source: string, slug: string, systems: readonly System[]): NewBoard {
  const canonical = canonicalSource(source)
  const system = systems.find((candidate) => candidate.source === canonical)
  if (system?.isNamedByHost) return byHost(system, slug, systems)
  if (system !== undefined) return { source: canonical, slug }
  const nearest = nearestSource(source, systems)
  const hint = nearest === undefined ? SEE_HELP : `did you mean ${nearest}?`
  throw new BoardListError(`source: ${quoteValue(source)} is not a known system; ${hint}`)
}

/** The board on a host, which may be written in upper case or as an address without a path. */
function byHost(system: System, text: string, systems: readonly System[]): NewBoard {
  const url = webAddressOf(text)
  const board = url === null ? undefined : system.boardOf(url)
  if (url === null || board === undefined) {
    throw new BoardListError(
      `slug: expected a host such as acme.example, got ${quoteValue(text)}; where its postings are is said by settings`,
    )
  }
  const vendor = systems.find(
    (other) =>
      !other.isNamedByHost &&
      (other.isHost(url.hostname) || other.boardOf(new URL('/acme', url)) !== undefined),
  )
  if (vendor === undefined) return { source: system.source, ...board }
  throw new BoardListError(
    `slug: ${quoteValue(text)} is a host of ${vendor.name}; add the address of the board (${vendor.example})`,
  )
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
    throw new BoardListError('settings: expected texts such as host=jobs.example.com')
  }
  return Object.fromEntries(entries.map(([name, setting]) => [name, String(setting)]))
}
