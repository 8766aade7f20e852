/**
 * Reckons what the first ten minutes, hour and day of `collect` bring for the list of `boards add --starter`, by the limits of
 * the vendors and these assumptions: half of the names are boards (a name that is none takes one request), with so many
 * postings each, and every vendor answers as fast as its limit asks.
 *
 *   bun tests/bench/reckon-starter.ts [LIMIT]
 */
import type { System } from '../../src/collect/system'
import { SYSTEMS } from '../../src/collect/systems/index'
import { formatTable, printLine } from '../../src/commands/output'
import { readStarterList } from '../../src/commands/starter-list'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/values/instant'

const SHARE_OF_BOARDS = 0.5
const POSTINGS: Readonly<Record<string, number>> = { workday: 250, icims: 50 }
const USUAL_POSTINGS = 20

/** Requests for a list of so many postings, where they are more than one. */
const LIST_REQUESTS: Readonly<Record<string, number>> = {
  // What the vendor says of the board, a token, three languages.
  dayforce: 5,
  icims: 4,
  paycom: 2,
  workday: 13,
}

const TIMES = [10 * MINUTE_MS, HOUR_MS, DAY_MS]

const limit = process.argv[2]
const names = Map.groupBy(await readStarterList({ limit }, SYSTEMS), ({ source }) => source)
const systems = SYSTEMS.filter(({ source }) => names.has(source))
const rows = systems.map((system) => rowOf(system, names.get(system.source)?.length ?? 0))
const total = TIMES.map((_, at) => sum(rows, (row) => row.after[at]?.names ?? 0))
const postings = TIMES.map((_, at) => sum(rows, (row) => row.after[at]?.postings ?? 0))
const header = ['SYSTEM', 'NAMES', 'REQUESTS', 'HOURS', '10 MIN', 'HOUR', 'DAY']
const cells = rows.map(({ source, count, requests, hours, after }) => [
  source,
  ...[count, requests].map(rounded),
  hours.toFixed(1),
  ...after.map((each) => rounded(each.postings)),
])
const all = [sum(rows, ({ count }) => count), sum(rows, ({ requests }) => requests)].map(rounded)
const longest = Math.max(...rows.map(({ hours }) => hours)).toFixed(1)
printLine(
  formatTable(header, [
    ...cells,
    ['postings in all', ...all, longest, ...postings.map(rounded)],
    ['names asked', '', '', '', ...total.map(rounded)],
  ]),
)

function rowOf(system: System, count: number) {
  const { source, limits } = system
  const each = POSTINGS[source] ?? USUAL_POSTINGS
  const ofBoard = (LIST_REQUESTS[source] ?? 1) + (system.detail === undefined ? 0 : each)
  const ofName = SHARE_OF_BOARDS * ofBoard + (1 - SHARE_OF_BOARDS)
  const requests = count * ofName
  const after = TIMES.map((ms) => {
    const asked = Math.min(count, ms / limits.minIntervalMs / ofName)
    return { names: asked, postings: asked * SHARE_OF_BOARDS * each }
  })
  return { source, count, requests, hours: (requests * limits.minIntervalMs) / HOUR_MS, after }
}

function sum<T>(list: readonly T[], value: (element: T) => number): number {
  return list.reduce((before, element) => before + value(element), 0)
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
