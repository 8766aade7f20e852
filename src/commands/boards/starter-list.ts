import { boardTitle } from '../../collect/board/board-state'
import type { NewBoard } from '../../collect/board/boards'
import { systemOf } from '../../collect/names/board-of-text'
import { RejectedRecord, readBoardList } from '../../collect/names/read-board-list'
import type { System } from '../../collect/system'
import { type Country, toCountry } from '../../values/country'
import { projectFile } from '../../values/files/project-file'
import { CommandError } from '../terminal/command'
import { requireSystem } from './require-system'

const FILE = projectFile('examples/boards/open-jobs.json.gz')

/** Systems whose employers are in these countries alone. */
const COUNTRIES: Readonly<Record<string, readonly Country[]>> = {
  paycom: ['US'],
  paylocity: ['US'],
}

/** Systems whose employers are nearly all in North America come first, European systems last. */
const FIRST = ['dayforce', 'icims', 'jobscore', 'jobvite', 'paycom', 'paylocity']
const LAST = ['personio', 'recruitee']

export interface StarterOptions {
  /** Names of systems, separated by commas. */
  system?: string | undefined
  limit?: string | undefined
  country?: string | undefined
}

/**
 * The boards of the list that comes with the program, for the systems that are read: North American systems first, European
 * ones last. Within a group the systems take turns, so that a part of the list has boards of each. Systems that are off are
 * left out, unless they are named.
 */
export async function readStarterList(
  options: StarterOptions,
  systems: readonly System[],
): Promise<NewBoard[]> {
  const named = options.system?.split(',').map((name) => requireSystem('system', name.trim()))
  const country = countryOf(options.country)
  const limit = limitOf(options.limit)
  const isTaken = ({ source, optIn }: System): boolean => {
    const isThere = country === undefined || COUNTRIES[source]?.includes(country) !== false
    return isThere && (named?.includes(source) ?? optIn === undefined)
  }
  const lists = [...(await boardsBySource(systems.filter(isTaken)))]
  const groups = [FIRST, undefined, LAST].map((group) =>
    lists.filter(([source]) =>
      group === undefined ? ![...FIRST, ...LAST].includes(source) : group.includes(source),
    ),
  )
  return groups.flatMap((group) => inTurn(group.map(([, list]) => list))).slice(0, limit)
}

/** How many boards the list has on the systems that are off, and why they are, for people. */
export async function waitingFor(systems: readonly System[]): Promise<string[]> {
  const lists = await boardsBySource(systems.filter(({ optIn }) => optIn !== undefined))
  return systems.flatMap(({ source, optIn }) => {
    const count = lists.get(source)?.length
    if (optIn === undefined || count === undefined) return []
    const command = `bun run boards add --starter --system ${source}`
    return `${source}: ${count} boards are left out, because ${optIn.reason}; to collect them, set ${optIn.setting}=true and run ${command}`
  })
}

/** The boards of the list on these systems. */
async function boardsBySource(systems: readonly System[]): Promise<Map<string, NewBoard[]>> {
  const boards = readBoardList(await readText(systems), systems).flatMap((board) =>
    board instanceof RejectedRecord ? [] : [[boardTitle(board), board] as const],
  )
  // The list has some names in several cases.
  return Map.groupBy(new Map(boards).values(), ({ source }) => source)
}

/** What `--country` leaves out, for people. */
export function leftOutOf(country: string): string {
  const code = countryOf(country)
  const systems = Object.entries(COUNTRIES).flatMap(([source, countries]) =>
    code === undefined || countries.includes(code) ? [] : [source],
  )
  const what = systems.length === 0 ? 'nothing' : systems.join(' and ')
  return `the list names no countries; --country ${code} leaves out ${what}`
}

async function readText(systems: readonly System[]): Promise<string> {
  const text = new TextDecoder().decode(Bun.gunzipSync(await Bun.file(FILE).bytes()))
  const { ats } = JSON.parse(text)
  const lists = Object.entries({ ...ats, dayforce: tenantsFirst(ats.dayforce) })
  return JSON.stringify({
    ats: Object.fromEntries(lists.filter(([source]) => systemOf(source, systems) !== undefined)),
  })
}

/** A name of Dayforce is a tenant, a site, or both. Names of sites alone are left out. */
function tenantsFirst(names: readonly string[]): string[] {
  const isWhole = (name: string) => name.includes('/')
  const isSite = (name: string) => /candidate|portal|career|jobs/i.test(name)
  return [...names.filter(isWhole), ...names.filter((name) => !isWhole(name) && !isSite(name))]
}

/** The first elements of all lists, then the second ones, and so on. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat()
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
