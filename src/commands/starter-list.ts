import { join } from 'node:path'
import { boardTitle } from '../collect/board-state'
import type { NewBoard } from '../collect/boards'
import { systemOf } from '../collect/read-address'
import { RejectedRecord, readBoardList } from '../collect/read-board-list'
import type { System } from '../collect/system'
import { type Country, toCountry } from '../values/country'
import { CommandError } from './command'

const FILE = join(import.meta.dir, '../../examples/boards/open-jobs.json.gz')

/** Systems of employers in North America alone, with the countries where they are. Their boards come first. */
const NORTH_AMERICAN: Readonly<Record<string, readonly Country[]>> = {
  dayforce: ['CA', 'US'],
  paycom: ['US'],
  paylocity: ['US'],
}

export interface StarterOptions {
  /** Names of systems, separated by commas. */
  system?: string | undefined
  limit?: string | undefined
  country?: string | undefined
}

/**
 * The boards of the list that comes with the program, of systems that are read: those of North America alone first, and the
 * systems in turn, so that a part of the list is of all. Systems that are off are left out, unless they are named.
 */
export async function readStarterList(
  options: StarterOptions,
  systems: readonly System[],
): Promise<NewBoard[]> {
  const named = options.system?.split(',').map((name) => sourceOf(name.trim(), systems))
  const country = countryOf(options.country)
  const limit = limitOf(options.limit)
  const isTaken = ({ source, optIn }: System): boolean => {
    const countries = NORTH_AMERICAN[source]
    const isThere = country === undefined || countries === undefined || countries.includes(country)
    return isThere && (named?.includes(source) ?? optIn === undefined)
  }
  const taken = new Set(systems.filter(isTaken).map(({ source }) => source))
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(FILE).bytes()))
  const boards = readBoardList(text, systems).flatMap((board) =>
    board instanceof RejectedRecord ? [] : [[boardTitle(board), board] as const],
  )
  // The list has some names in several cases.
  const bySource = Map.groupBy(new Map(boards).values(), ({ source }) => source)
  const lists = [...bySource].filter(([source]) => taken.has(source))
  const isFirst = ([source]: (typeof lists)[number]) => Object.hasOwn(NORTH_AMERICAN, source)
  const inOrder = [lists.filter(isFirst), lists.filter((list) => !isFirst(list))]
  return inOrder.flatMap((group) => inTurn(group.map(([, list]) => list))).slice(0, limit)
}

/** The first elements of all lists, then the second ones, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()
}

function sourceOf(name: string, systems: readonly System[]): string {
  const system = systemOf(name, systems)
  if (system !== undefined) return system.source
  throw new CommandError(`--system: '${name}' is not a known system; see bun run boards --help`)
}

function countryOf(text: string | undefined): Country | undefined {
  const country = text === undefined ? undefined : toCountry(text)
  if (text === undefined || country !== undefined) return country
  throw new CommandError(`--country: expected CA or US, got '${text}'`)
}

function limitOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new CommandError(`--limit: expected a number of boards, got '${text}'`)
}
