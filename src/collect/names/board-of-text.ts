import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import { CAREER_PAGE, canonicalSource } from '../../values/source'
import { HOST_NAME } from '../answers/addresses'
import type { NewBoard } from '../board/boards'
import type { System } from '../system'
import { BoardListError, type Member } from './board-list-error'
import { boardOfAddress } from './board-of-address'

/** The board that a text names, with no look at its settings: an address, `SOURCE/SLUG`, or a name on the system `source`. */
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
export function webAddressOf(text: string): URL | null {
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
