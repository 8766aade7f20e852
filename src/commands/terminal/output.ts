import type { Counts } from '../../catalogue/import/import-postings'
import { COUNTRIES } from '../../values/country'
import { floorToHour, formatInstant, HOUR_MS } from '../../values/instant'
import { plural } from '../../values/plural'

/** Formats rows as aligned columns, two spaces apart. Columns of numbers are right-aligned. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]) {
  const lines = rows.map((cells) => cells.map(oneLine))
  const columns = header.map((title, column) => {
    const cells = lines.map((row) => row[column] ?? '')
    return {
      width: Math.max(...[title, ...cells].map((cell) => Bun.stringWidth(cell))),
      isNumeric: cells.every((cell) => /^[\d,]+$/.test(cell)),
    }
  })
  const line = (cells: readonly string[]): string => {
    const aligned = columns.map(({ width, isNumeric }, column) => {
      const cell = cells[column] ?? ''
      const padding = ' '.repeat(width - Bun.stringWidth(cell))
      return isNumeric ? padding + cell : cell + padding
    })
    return aligned.join('  ').trimEnd()
  }
  return [header, ...lines].map(line).join('\n')
}

/**
 * `read 5000  created 4810  updated 12  unchanged 170  expired 3  excluded 1 (2 jobs: 1 CA, 1 US)  rejected 4`. The counts
 * are of lines; one line may exclude the jobs of both countries, or of one while it updates the other.
 */
export function summary({ excludedJobs, ...lines }: Counts): string {
  const jobs = excludedJobs.CA + excludedJobs.US
  const byCountry = COUNTRIES.filter((country) => excludedJobs[country] > 0)
    .map((country) => `${excludedJobs[country]} ${country}`)
    .join(', ')
  const views = jobs === 0 ? '' : `${plural(jobs, 'job')}: ${byCountry}`
  return Object.entries(lines)
    .map(([name, count]) => `${name} ${count}${name === 'excluded' && views ? ` (${views})` : ''}`)
    .join('  ')
}

const MAX_BOARDS = 10

/** `not named, so expired: 250 of lever/acme, 3 of greenhouse/acme`; the boards beyond `MAX_BOARDS` are counted. */
export function expiredByBoard(expired: ReadonlyMap<string, number>): string {
  const boards = [...expired].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
  const rest = boards.splice(MAX_BOARDS)
  const named = boards.map(([board, count]) => `${count} of ${board}`)
  const others = rest.reduce((sum, [, count]) => sum + count, 0)
  const more = rest.length === 0 ? [] : [`${others} of ${rest.length} more boards`]
  return `not named, so expired: ${[...named, ...more].join(', ')}`
}

/** Says in which feeds jobs created until `now` appear, and from when on in the feeds of full hours. */
export function whenNewJobsAppear(now: Date): string {
  const nextHour = new Date(floorToHour(now).getTime() + HOUR_MS)
  const time = formatInstant(nextHour).slice(11, 16)
  return `new jobs: in /v1/active-ats (7d, 6m), /v1/jobs and /v1/changes now; in /v1/active-ats (24h, 1h) from ${time} UTC`
}

/** `38.2 MB`, of 10^6 bytes. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** A terminal obeys control characters, and signs of direction reorder what it shows. */
const OBEYED = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu

/** A text for a terminal: characters that it would obey, other than line breaks, are escaped as in JSON. */
export function printable(text: string): string {
  return text.replace(OBEYED, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function oneLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n')
}

/** Prints to standard output. Commands print with these three functions only. */
export function printLine(text: string): void {
  console.log(printable(text))
}

/** Prints a failure to standard error, in red on a terminal. */
export function printError(text: string): void {
  console.error(printable(text))
}

/** Prints to standard error. `process.stderr.write` would throw when the disk is full. */
export function printMessage(text: string): void {
  console.warn(printable(text))
}

/** The command that adds a board by an address that a page of others may have named. */
export function addCommand(source: string, address: string): string {
  return `bun run boards add ${source} ${shellWord(address)}`
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** How often a line of a slow command is printed where there is no terminal. */
const LINE_EVERY_MS = 10_000

/** A progress line on standard error. Without a terminal nothing is shown, unless `createProgress` is asked for lines. */
export interface Progress {
  /** Replaces the line, until `end`. `done` has the unit of the total. */
  show(done: number, text: string): void
  /** Prints a permanent line, also without a terminal. */
  interrupt(line: string): void
  /** Removes the progress line. */
  end(): void
}

const CLEAR_LINE = '\r\x1b[K'
const BAR_WIDTH = 20

/** Without a total, or with a total of 0, the line has no bar. `lines` also prints one every ten seconds without a terminal. */
export function createProgress(total: number | undefined, lines = false): Progress {
  const isTerminal = process.stderr.isTTY === true
  let begun: { share: number; at: number } | undefined
  let hasEnded = false
  let nextLine = performance.now() + LINE_EVERY_MS
  const write = (text: string): void => {
    if (isTerminal) process.stderr.write(CLEAR_LINE + text)
  }
  return {
    show(done, text) {
      if (hasEnded) return
      const share = total ? Math.min(1, done / total) : undefined
      begun ??= { share: share ?? 0, at: performance.now() }
      if (lines && !isTerminal && performance.now() >= nextLine) {
        nextLine = performance.now() + LINE_EVERY_MS
        printMessage(`${shareDone(share, begun)}${text}`.trimStart())
      }
      const width = process.stderr.columns ?? 80
      write(fitLine(`${bar(share)}${shareDone(share, begun)}${oneLine(text)}`, width - 1))
    },
    interrupt(line) {
      write('')
      printMessage(line)
    },
    end() {
      if (!hasEnded) write('')
      hasEnded = true
    },
  }
}

/** Leaves out counts of 0, then the last counts, until a line such as `read 5  created 0` has at most `width` characters. */
export function fitLine(line: string, width: number): string {
  if (line.length <= width) return line
  let fitting = line.replaceAll(/ {2}\w+ 0(?= {2}|$)/g, '')
  while (fitting.length > width && fitting.includes('  ')) {
    fitting = fitting.slice(0, fitting.lastIndexOf('  '))
  }
  return fitting.slice(0, width)
}

function bar(share: number | undefined): string {
  if (share === undefined) return ''
  const filled = Math.round(share * BAR_WIDTH)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}`
}

/** ` 38%  25 s left  `, at the rate since it had `begun`: a resumed command begins with a share. */
function shareDone(share: number | undefined, begun: { share: number; at: number }): string {
  if (share === undefined) return ''
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  if (share === begun.share) return `${percent}  `
  const leftMs = ((performance.now() - begun.at) * (1 - share)) / (share - begun.share)
  return `${percent}  ${formatDuration(leftMs)} left  `
}

/** `25 s`, `12 min`, `3 h`. */
function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds < 100) return `${seconds} s`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 100 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`
}
