import type { Database } from '../../../catalogue/database/client/connection'
import { BOARD_STATES } from '../../../collect/board/board-state'
import { blockedLine } from '../../../collect/health/blocked'
import { percent, suspectLine, suspectOf } from '../../../collect/health/suspects'
import { readHealth, type SystemHealth } from '../../../collect/health/system-health'
import { calendarDay, formatInstant } from '../../../values/instant'
import { formatTable, printLine, printMessage } from '../../terminal/output'
import { readSources } from '../board-choice'
import { boardsAction, openBoardsDatabase } from './action'

export const health = boardsAction({
  name: 'health',
  usage: ['health [--source SYSTEM,...] [--json]'],
  help: `health  shows each system: its boards by state; of the boards asked within the last day that
        worked before, the share that answers and is understood, beside that of the last seven
        days; postings now and on average of these days; entries that cannot be read, lists
        that are not complete, requests of today (UTC) by status, and how long half and 95%
        of the answers take. Those that are suspect or blocked are first, and standard error
        says why. --source: these systems; --json: a line of JSON a system`,
  options: {
    source: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
  count: () => [0, 0],
  async run({ values: { source, json }, shutdown }) {
    const sources = readSources(source)
    const database = await openBoardsDatabase(shutdown)
    const systems = await readSystems(database, sources)
    if (json) printHealthAsJson(systems)
    else if (systems.length > 0) printHealth(systems)
    if (systems.length === 0) printMessage(noBoards(sources))
  },
})

function noBoards(sources: readonly string[] | undefined): string {
  if (sources !== undefined) return `there are no boards of ${sources.join(' and ')}`
  return 'there are no boards; bun run boards add --starter adds those of the list that comes with the program'
}

/** The systems of `sources`, or all; suspect and blocked systems come first. */
async function readSystems(
  database: Database,
  sources: readonly string[] | undefined,
): Promise<SystemHealth[]> {
  const systems = await readHealth(database, new Date())
  const chosen = systems.filter(({ source }) => sources?.includes(source) !== false)
  const rank = ({ share, blocked }: SystemHealth) =>
    share?.suspectSince ? 0 : blocked.length > 0 ? 1 : 2
  return chosen.toSorted((a, b) => rank(a) - rank(b))
}

/** Prints each system as a line of JSON. */
function printHealthAsJson(systems: readonly SystemHealth[]): void {
  for (const { share, ...system } of systems) {
    const { requests, blocked } = system
    printLine(
      JSON.stringify({
        source: system.source,
        boards: system.boards,
        counted: share?.day ?? null,
        boards_asked: share?.boards ?? null,
        understood: share?.share ?? null,
        understood_usually: share?.usual ?? null,
        suspect_since: share?.suspectSince ? formatInstant(share.suspectSince) : null,
        postings: system.postings,
        postings_usually: share?.usualPostings ?? null,
        unreadable: system.unreadable,
        incomplete: system.incomplete,
        requests: requests.statuses,
        p50_ms: requests.p50Ms ?? null,
        p95_ms: requests.p95Ms ?? null,
        blocked: blocked.map(({ key, until, reason, waiting }) => ({
          key,
          until: formatInstant(until),
          reason,
          boards: waiting,
        })),
      }),
    )
  }
}

/** Prints the health of systems, and their problems on standard error. */
function printHealth(systems: readonly SystemHealth[]): void {
  const states = BOARD_STATES.map((state) => state.toUpperCase())
  const boards = ['SYSTEM', ...states, 'ASKED', 'UNDERSTOOD', 'USUALLY', 'POSTINGS', 'USUALLY']
  printLine(formatTable(boards, systems.map(boardCells)))
  const answers = ['SYSTEM', 'UNREADABLE', 'INCOMPLETE', 'REQUESTS', 'P50', 'P95', 'BY STATUS']
  printLine(`\n${formatTable(answers, systems.map(answerCells))}`)
  const problems = systems.flatMap(problemsOf)
  if (problems.length > 0) printMessage(`\n${problems.join('\n')}`)
  const counted = systems
    .flatMap(({ share }) => share?.day ?? [])
    .toSorted()
    .at(-1)
  if (counted === calendarDay(new Date())) return
  const when = counted === undefined ? 'never counted' : `last counted on ${counted}`
  printMessage(`\nthe boards were ${when}: no collector runs`)
}

function boardCells({ source, boards, share, postings }: SystemHealth): string[] {
  return [
    source,
    ...BOARD_STATES.map((state) => number(boards[state])),
    number(share?.boards),
    share?.share === undefined ? '' : percent(share.share),
    share?.usual === undefined ? '' : percent(share.usual),
    number(postings),
    number(share?.usualPostings),
  ]
}

function answerCells({ source, unreadable, incomplete, requests }: SystemHealth): string[] {
  const statuses = Object.entries(requests.statuses)
  return [
    source,
    number(unreadable),
    number(incomplete.reduce((sum, { boards }) => sum + boards, 0)),
    number(statuses.reduce((sum, [, count]) => sum + count, 0)),
    seconds(requests.p50Ms),
    seconds(requests.p95Ms),
    statuses.map(([status, count]) => `${statusName(status)}: ${number(count)}`).join(', '),
  ]
}

/** The problems of a system, a line each. */
function problemsOf({ source, share, blocked, incomplete }: SystemHealth): string[] {
  const suspect = share && suspectOf(share)
  const hosts = blocked.length - MAX_NAMED
  return [
    ...(suspect ? [`suspect: ${suspectLine(suspect)}; bun run boards sample ${source}`] : []),
    ...blocked.slice(0, MAX_NAMED).map((one) => `blocked: ${blockedLine(one)}`),
    ...(hosts > 0 ? [`blocked: ${number(hosts)} more hosts of ${source}`] : []),
    ...incomplete
      .slice(0, MAX_NAMED)
      .map(
        ({ reason, boards, example }) =>
          `not complete: ${number(boards)} of ${source}, such as ${example}: ${reason}`,
      ),
  ]
}

/** Blocked hosts, and reasons for incomplete lists, that are named of a system. */
const MAX_NAMED = 3

function number(value: number | undefined): string {
  return value === undefined ? '' : value.toLocaleString('en-US')
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '' : `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
}

function statusName(status: string): string {
  return status === '0' ? 'no answer' : status
}
