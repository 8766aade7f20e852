import { boardName } from '../../catalogue/import/posting'
import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { CAREER_PAGE, canonicalSource } from '../../values/source'
import { HOST_NAME } from '../answers/addresses'
import type { NewBoard } from '../board/boards'
import { NO_PREFERRED_BOARD, PREFERRED_BOARD_SETTING, type System } from '../system'
import { boardOfAddress, isSameBoard } from './board-of-address'

/** What a record of a list may say. */
export type Member = 'address' | 'source' | 'slug' | 'organization' | 'country' | 'settings'

/** A text, or a line of a list, that names no board. */
export class BoardListError extends Error {
  override readonly name = 'BoardListError'

  constructor(
    readonly issue: string,
    /** The member with the issue. */
    readonly member?: Member,
    column: string | undefined = member,
  ) {
    super(column === undefined ? issue : `${column}: ${issue}`)
  }
}

/**
 * The board of a career page, or of `SOURCE/SLUG`, with the settings that it requires. `source` is the system of a board on an
 * employer's own host, which cannot be read from the address.
 */
export function readAddress(text: string, systems: readonly System[], source?: string): NewBoard {
  return checked(boardOfText(text, systems, source), systems)
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

/** Whether an address shows the system of its board. */
export function showsSystem(text: string, systems: readonly System[]): boolean {
  const url = webAddressOf(text)
  return url !== null && boardOfAddress(url, systems) !== undefined
}

/** A board whose slug its system can have, and which has the settings that the system requires. */
export function checked(board: NewBoard, systems: readonly System[]): NewBoard {
  const system = systems.find(({ source }) => source === board.source)
  if (system !== undefined && !system.slug.test(board.slug)) {
    throw new BoardListError(
      `${quoteValue(board.slug)} cannot be a board of ${system.name}; add the address of the board, such as ${system.example}`,
      'slug',
    )
  }
  const settings = [...(system?.settings ?? []), PREFERRED_BOARD_SETTING]
  for (const name of Object.keys(board.settings ?? {})) {
    if (system === undefined || settings.includes(name)) continue
    const nearest = nearestName(name, settings)
    const hint =
      nearest === undefined
        ? `${system.name} has ${settings.join(', ')}`
        : `did you mean ${nearest}?`
    throw new BoardListError(`${quoteValue(name)}: unknown setting; ${hint}`, 'settings')
  }
  return withRequired(withPreference(board, systems), systems)
}

/**
 * The setting `prefer` names a board as boards are named, whatever was written. `none` or nothing prefers no board; `auto` takes
 * the setting off.
 */
function withPreference(board: NewBoard, systems: readonly System[]): NewBoard {
  const { settings } = board
  const text = settings?.[PREFERRED_BOARD_SETTING]
  if (text === undefined) return board
  if (text === '' || text === NO_PREFERRED_BOARD || text === AUTO) {
    const prefer = text === AUTO ? '' : NO_PREFERRED_BOARD
    return { ...board, settings: { ...settings, [PREFERRED_BOARD_SETTING]: prefer } }
  }
  const { source, slug } = preferredOf(text, systems)
  const prefer = `${source}/${slug}`
  if (isSameBoard(prefer, `${board.source}/${board.slug}`)) {
    throw new BoardListError(
      `${PREFERRED_BOARD_SETTING}: expected another board, got ${quoteValue(text)}`,
      'settings',
    )
  }
  return { ...board, settings: { ...settings, [PREFERRED_BOARD_SETTING]: prefer } }
}

const AUTO = 'auto'

function preferredOf(text: string, systems: readonly System[]): NewBoard {
  try {
    return boardOfText(text, systems)
  } catch (error) {
    if (!(error instanceof BoardListError)) throw error
    throw new BoardListError(`${PREFERRED_BOARD_SETTING}: ${error.issue}`, 'settings')
  }
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

/** As `readAddress`, with no look at settings. */
export function boardOfText(
  text: string,
  systems: readonly System[],
  source: string | undefined = undefined,
): NewBoard {
  const [, first = '', slug = ''] = /^([\w.-]+)\/([^/].*)$/s.exec(text) ?? []
  if (systemOf(first, systems) !== undefined) return bySlug(first, slug, systems)
  const url = webAddressOf(text)
  const board = url === null ? undefined : boardOfAddress(url, systems)
  if (board !== undefined) return board
  if (source !== undefined) return ofSystem(text, knownSystem(source, systems), systems)
  const nearest = slug === '' ? undefined : nearestSource(first, systems)
  const hint =
    nearest !== undefined
      ? `did you mean ${nearest}/${slug}?`
      : isAddress(text)
        ? SEE_HELP
        : 'expected an address or SYSTEM/NAME; names alone need their system first (bun run boards add SYSTEM NAME)'
  throw new BoardListError(`${quoteValue(text)} is not a board of a known system; ${hint}`)
}

/** The board of a system by its slug, by its host, or by the first part of its slug where the others have a default. */
export function bySlug(source: string, slug: string, systems: readonly System[]): NewBoard {
  const system = knownSystem(source, systems)
  if (system.isNamedByHost) return byHost(system, slug, systems)
  const listed = system.boardOfListName?.(slug)
  if (listed !== undefined) return { source: system.source, ...listed }
  const url = webAddressOf(slug)
  if (url !== null && system.ownBoardOf !== undefined && slug.includes('.')) {
    // A host of the vendor does not count as the employer's own: the board has one name.
    const board = system.boardOf(url)
    if (board !== undefined) return { source: system.source, ...board }
    refuseVendorHost({ text: slug, url, member: 'slug' }, systems)
  }
  const written = [slug, slug.toLowerCase()].find((text) => system.slug.test(text))
  if (written !== undefined) return { source: system.source, slug: written }
  const board =
    (url && (system.boardOf(url) ?? system.ownBoardOf?.(url))) ?? boardOfPath(slug, system)
  return { source: system.source, ...(board ?? { slug }) }
}

/**
 * The board of a name that is a part of a slug, or a slug in other letters of case or after a language, on a system that has all
 * boards on one host.
 */
function boardOfPath(name: string, { example, boardOf }: System) {
  const { hostname, origin } = new URL(example, 'https://acme.example')
  if (!/^[\w-]+(?:\/[\w-]+)*$/.test(name) || hostname.includes('acme')) return undefined
  const board = boardOf(new URL(`${origin}/${name}`))
  const isWhole = board && name.toLowerCase().endsWith(board.slug.toLowerCase())
  return isWhole || !name.includes('/') ? board : undefined
}

export function systemOf(source: string, systems: readonly System[]): System | undefined {
  const canonical = canonicalSource(source)
  return systems.find((system) => system.source === canonical)
}

function knownSystem(source: string, systems: readonly System[]): System {
  const system = systemOf(source, systems)
  if (system !== undefined) return system
  const nearest = nearestSource(source, systems)
  const hint = nearest === undefined ? SEE_HELP : `did you mean ${nearest}?`
  throw new BoardListError(`${quoteValue(source)} is not a known system; ${hint}`, 'source')
}

const SEE_HELP = 'see bun run boards --help'

/** Whether a text is meant as an address: a name of a board without its system has no host. */
function isAddress(text: string): boolean {
  return isWebAddress(text) || HOST_NAME.test(text.split('/', 1)[0] ?? '')
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** A longer text is no address of a board; every system would look at each part of its path. */
const MAX_ADDRESS_LENGTH = 4_000

/** An address, which may lack its `https://`. Null for a text that is none, that is too long, or that names a user. */
function webAddressOf(text: string): URL | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null
  const url = URL.parse(isWebAddress(text) ? text : `https://${text}`)
  return url === null || url.username !== '' || url.password !== '' ? null : url
}

function nearestSource(source: string, systems: readonly System[]): string | undefined {
  return nearestName(
    source,
    systems.map((system) => system.source),
  )
}

/** The board of a text that no system claims, by the system that the operator named: on an employer's own host, or a name. */
function ofSystem(text: string, system: System, systems: readonly System[]): NewBoard {
  const url = webAddressOf(text)
  const board = url === null ? undefined : system.ownBoardOf?.(url)
  if (url !== null && board !== undefined) {
    refuseVendorHost({ text, url }, systems)
    return { source: system.source, ...board }
  }
  const named = isWebAddress(text) ? undefined : bySlug(system.source, text, systems)
  if (named !== undefined && system.slug.test(named.slug)) return named
  const isSite = system.ownBoardOf === undefined && HOST_NAME.test(url?.host ?? '')
  const hint = isSite ? `, or ${CAREER_PAGE}/${url?.host} for an employer's own site` : ''
  throw new BoardListError(
    `${quoteValue(text)} is not a board of ${system.name}; expected an address such as ${system.example}${hint}`,
  )
}

/** The board on a host, which may be written in upper case or as an address without a path. */
function byHost(system: System, text: string, systems: readonly System[]): NewBoard {
  const url = webAddressOf(text)
  const board = url === null ? undefined : system.boardOf(url)
  if (url === null || board === undefined) {
    throw new BoardListError(
      `expected a host such as acme.example, got ${quoteValue(text)}; where its postings are is said by settings`,
      'slug',
    )
  }
  refuseVendorHost({ text, url, member: 'slug' }, systems)
  return { source: system.source, ...board }
}

function refuseVendorHost(
  { text, url, member }: { text: string; url: URL; member?: Member },
  systems: readonly System[],
): void {
  const vendor = systems.find(
    (other) =>
      !other.isNamedByHost &&
      (other.isHost(url.hostname) || other.boardOf(new URL('/acme', url)) !== undefined),
  )
  if (vendor === undefined) return
  throw new BoardListError(
    `${quoteValue(text)} is a host of ${vendor.name}; add the address of the board (${vendor.example})`,
    member,
  )
}
