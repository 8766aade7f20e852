/**
 * Reckons what `collect` asks of the vendors, by their limits in `src/collect/systems`, when every vendor answers as fast as
 * its limit asks.
 *
 *   bun tests/bench/reckon.ts starter [LIMIT]    the first ten minutes, hour and day of `boards add --starter`
 *   bun tests/bench/reckon.ts ranking            the first collection, the daily round and the cost of 60,000 boards
 */
import type { System } from '../../src/collect/system'
import { SYSTEMS } from '../../src/collect/systems/index'
import { readStarterList } from '../../src/commands/boards/starter-list'
import { formatTable, printLine } from '../../src/commands/terminal/output'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/values/instant'
import { RANKING } from './catalogue/ranking'

/** Of the names of the list to begin with; a name that is none takes one request. */
const SHARE_OF_BOARDS = 0.5
const POSTINGS: Readonly<Record<string, number>> = { workday: 250, icims: 50 }
const USUAL_POSTINGS = 20

/** Requests for a list of so many postings, where they are more than one. */
const LIST_REQUESTS: Readonly<Record<string, number>> = {
  // What the vendor says of the center, the employer's name, pages of 20.
  adp: 4,
  // A token, pages of 50.
  adpmyjobs: 4,
  // The profile with the teams, a page, the one behind it and the first one again.
  apploi: 4,
  // A token, two sites, the proof that there is no third.
  cornerstone: 6,
  // What the vendor says of the portal.
  crelate: 2,
  // What the vendor says of the board, a token, three languages.
  dayforce: 5,
  icims: 4,
  // The page with the number of the site.
  isolved: 2,
  // A token.
  paycom: 2,
  // robots.txt, a token, pages of 500 and the first one again.
  phenom: 8,
  // robots.txt, two sitemaps, the total.
  radancy: 4,
  // The feed with the dates.
  recruiterbox: 2,
  // Pages of 10 that prove the feed.
  successfactors: 12,
  // The currency of its pay.
  ukgready: 2,
  workday: 13,
}

/** Nearly all of their boards are on hosts of the employers. */
const ON_OWN_HOSTS = ['phenom', 'radancy', 'successfactors']

/** New and changed postings of a day, whose details are read. */
const CHANGED_A_DAY = 0.065

/** Of these, the new postings: as of 25,000 postings on boards of Greenhouse over 301 days. */
const NEW_A_DAY = 0.019

/** Compressed, as recorded: the upper ends for a posting in a list with its text and without, and a detail that is a page. */
const BYTES = { textInList: 2_700, rowInList: 480, detail: 10_000, page: 12_000 }

/** Disk of a job with a description of 2,450 characters, without lz4 (docs/benchmarks.md). */
const DISK_BYTES = { active: 16_000, left: 8_800 }
const GB = 1e9

/** Pages of sites are read again after 20 hours, whether they changed or not. */
const PAGE_READINGS_A_DAY = 24 / 20

const TIMES = [10 * MINUTE_MS, HOUR_MS, DAY_MS]

const [list, limit] = process.argv.slice(2)
if (list === 'starter') await reckonStarter(limit)
else if (list === 'ranking') reckonRanking()
else throw new Error(`expected 'starter' or 'ranking', got '${list}'`)

async function reckonStarter(limit: string | undefined): Promise<void> {
  const names = Map.groupBy(await readStarterList({ limit }, SYSTEMS), ({ source }) => source)
  const systems = SYSTEMS.filter(({ source }) => names.has(source))
  const rows = systems.map((system) => starterRow(system, names.get(system.source)?.length ?? 0))
  const total = TIMES.map((_, at) => sum(rows, (row) => row.after[at]?.names ?? 0))
  const postings = TIMES.map((_, at) => sum(rows, (row) => row.after[at]?.postings ?? 0))
  const cells = rows.map(({ source, count, requests, hours, after }) => [
    source,
    ...[count, requests].map(rounded),
    hours.toFixed(1),
    ...after.map((each) => rounded(each.postings)),
  ])
  const all = [sum(rows, ({ count }) => count), sum(rows, ({ requests }) => requests)].map(rounded)
  print(
    ['SYSTEM', 'NAMES', 'REQUESTS', 'HOURS', '10 MIN', 'HOUR', 'DAY'],
    [
      ...cells,
      ['postings in all', ...all, longest(rows).toFixed(1), ...postings.map(rounded)],
      ['names asked', '', '', '', ...total.map(rounded)],
    ],
  )
}

function starterRow(system: System, count: number) {
  const { source } = system
  const each = POSTINGS[source] ?? USUAL_POSTINGS
  const ofBoard = listRequests(system) + (hasDetails(system) ? each : 0)
  const ofName = SHARE_OF_BOARDS * ofBoard + (1 - SHARE_OF_BOARDS)
  const requests = count * ofName
  const after = TIMES.map((ms) => {
    const asked = Math.min(count, ms / intervalMs(system) / ofName)
    return { names: asked, postings: asked * SHARE_OF_BOARDS * each }
  })
  return { source, count, requests, hours: hoursOf(system, requests), after }
}

function reckonRanking(): void {
  const rows = Object.entries(RANKING).flatMap(([source, { boards, postings }]) => {
    const system = SYSTEMS.find((each) => each.source === source)
    return system === undefined ? [] : [rankingRow(system, boards, postings)]
  })
  const unread = Object.entries(RANKING).filter(([source]) =>
    SYSTEMS.every((system) => system.source !== source),
  )
  const cells = rows.map(
    ({ source, boards, postings, perHour, first, hours, daily, dailyHours }) => [
      source,
      ...[boards, postings, perHour, first].map(rounded),
      hours.toFixed(1),
      rounded(daily),
      dailyHours.toFixed(1),
    ],
  )
  const totals = (['boards', 'postings', 'perHour', 'first'] as const).map((name) =>
    rounded(sum(rows, (row) => row[name])),
  )
  const daily = sum(rows, (row) => row.daily)
  const longestRound = Math.max(...rows.map(({ dailyHours }) => dailyHours)).toFixed(1)
  print(
    ['SYSTEM', 'BOARDS', 'POSTINGS', 'AN HOUR', 'FIRST', 'HOURS', 'A DAY', 'HOURS'],
    [...cells, ['in all', ...totals, longest(rows).toFixed(1), rounded(daily), longestRound]],
  )
  const names = unread.map(([source, { boards }]) => `${source} ${rounded(boards)}`)
  if (names.length > 0) printLine(`boards without a reader: ${names.join(', ')}`)
  printCost(rows)
}

/** What the boards of the ranking take, a posting being one job. */
function printCost(rows: readonly ReturnType<typeof rankingRow>[]): void {
  const postings = sum(rows, (row) => row.postings)
  const newADay = NEW_A_DAY * postings
  const left = 200 * newADay
  const month = 30 * sum(rows, (row) => row.dailyBytes)
  const gigabytes = (bytes: number) => `${rounded(bytes / GB)} GB`
  const firstBytes = sum(rows, (row) => row.firstBytes)
  printLine(`traffic: ${gigabytes(firstBytes)} at first, then ${gigabytes(month)} a month`)
  const active = postings * DISK_BYTES.active
  const both = gigabytes(active + left * DISK_BYTES.left)
  printLine(`new jobs: ${rounded(newADay)} a day`)
  printLine(
    `disk: ${gigabytes(active)} for the active jobs, ${both} with those that left in 200 days`,
  )
}

/** The daily round reads each list once, and the details of what is new or changed. */
function rankingRow(system: System, boards: number, postings: number) {
  const lists = boards * listRequests(system)
  const first = lists + (hasDetails(system) ? postings : 0)
  const again = system.readPage === undefined ? CHANGED_A_DAY : PAGE_READINGS_A_DAY
  const daily = lists + (hasDetails(system) ? again * postings : 0)
  const perHour = HOUR_MS / intervalMs(system)
  const [hours, dailyHours] = [hoursOf(system, first), hoursOf(system, daily)]
  const firstBytes = bytesOf(system, postings, 1)
  const dailyBytes = bytesOf(system, postings, again)
  const round = { first, hours, firstBytes, daily, dailyHours, dailyBytes }
  return { source: system.source, boards, postings, perHour, ...round }
}

/** Compressed bytes of all lists, and of a share of the details. */
function bytesOf(system: System, postings: number, share: number): number {
  if (system.readPage !== undefined) return share * postings * BYTES.page
  if (!hasDetails(system)) return postings * BYTES.textInList
  return postings * BYTES.rowInList + share * postings * BYTES.detail
}

function listRequests({ source }: System): number {
  return LIST_REQUESTS[source] ?? 1
}

function hasDetails({ detail, readPage }: System): boolean {
  return detail !== undefined || readPage !== undefined
}

/** Employers' own hosts are asked at once, so many by one collector. */
function intervalMs({ source, limits }: System): number {
  const { minIntervalMs, maxParallel, boardsAtOnce = 2 * maxParallel } = limits
  return ON_OWN_HOSTS.includes(source) ? minIntervalMs / boardsAtOnce : minIntervalMs
}

function hoursOf(system: System, requests: number): number {
  return (requests * intervalMs(system)) / HOUR_MS
}

function longest(rows: readonly { hours: number }[]): number {
  return Math.max(...rows.map(({ hours }) => hours))
}

function print(header: readonly string[], rows: readonly (readonly string[])[]): void {
  printLine(formatTable(header, rows))
}

function sum<T>(list: readonly T[], value: (element: T) => number): number {
  return list.reduce((before, element) => before + value(element), 0)
}

function rounded(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
