import { boardName } from '../../catalogue/import/posting'
import { quoteValue } from '../../values/errors'
import { nearestName } from '../../values/nearest-name'
import type { NewBoard } from '../board/boards'
import { NO_PREFERRED_BOARD, PREFERRED_BOARD_SETTING, type System } from '../system'
import { BoardListError } from './board-list-error'
import { boardOfAddress, isSameBoard } from './board-of-address'
import { boardOfText, webAddressOf } from './board-of-text'

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
