import type { Counts } from '../import/import-postings'
import { COUNTRIES } from '../values/country'
import { floorToHour, formatInstant, HOUR_MS } from '../values/instant'

/** Formats rows as aligned columns, two spaces apart. Columns of numbers are right-aligned. */
export function formatTable(header: readonly string[], rows: readonly (readonly string[])[]) {
  const columns = header.map((title, column) => {
    const cells = rows.map((row) => row[column] ?? '')
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
  return [header, ...rows].map(line).join('\n')
}

/** `read 5000  created 4810  updated 12  unchanged 170  expired 3  excluded 1 (1 CA, 1 US)  rejected 4` */
export function summary({ excludedJobs, ...lines }: Counts): string {
  const views = COUNTRIES.filter((country) => excludedJobs[country] > 0)
    .map((country) => `${excludedJobs[country]} ${country}`)
    .join(', ')
  return Object.entries(lines)
    .map(([name, count]) => `${name} ${count}${name === 'excluded' && views ? ` (${views})` : ''}`)
    .join('  ')
}

/** Says in which feeds jobs created until `now` are, and from when they are in those of full hours. */
export function whenNewJobsAppear(now: Date): string {
  const nextHour = new Date(floorToHour(now).getTime() + HOUR_MS)
  const time = formatInstant(nextHour).slice(11, 16)
  return `new jobs: in /v1/active-ats (7d, 6m), /v1/jobs and /v1/changes now; in /v1/active-ats (24h, 1h) from ${time} UTC`
}

/** `38.2 MB`, of 10^6 bytes. */
export function formatMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

/** A progress line on standard error. Nothing is shown if standard error is not a terminal. */
export interface Progress {
  /** Replaces the line. `done` has the unit of the total. */
  show(done: number, text: string): void
  /** Prints a permanent line, also without a terminal. */
  interrupt(line: string): void
  /** Removes the progress line. */
  end(): void
}

const CLEAR_LINE = '\r\x1b[K'
const BAR_WIDTH = 20

/** Without a total, or with a total of 0, the line has no bar. */
export function createProgress(total: number | undefined): Progress {
  const isTerminal = process.stderr.isTTY === true
  const write = (text: string): void => {
    if (isTerminal) process.stderr.write(CLEAR_LINE + text)
  }
  return {
    show(done, text) {
      const width = process.stderr.columns ?? 80
      write(`${bar(done, total)}${text}`.slice(0, width - 1))
    },
    interrupt(line) {
      write('')
      console.error(line)
    },
    end: () => write(''),
  }
}

function bar(done: number, total: number | undefined): string {
  if (!total) return ''
  const share = Math.min(1, done / total)
  const filled = Math.round(share * BAR_WIDTH)
  const percent = `${Math.floor(share * 100)}%`.padStart(4)
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)}${percent}  `
}
