import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The text of SYNTAX.md. */
export const SYNTAX = readFileSync(join(import.meta.dir, '../../src/text/search/SYNTAX.md'), 'utf8')

/** A search of SYNTAX.md: `parameter` with the value `query` finds the one texts and not the others. */
export interface SyntaxExample {
  parameter: string
  query: string
  finds: string[]
  misses: string[]
}

/** A search of SYNTAX.md that is answered with 400. */
export interface SyntaxErrorExample {
  parameter: string
  query: string
  message: string
}

/** Titles are texts as they are; a text for a location is `City, Region, Country`, several joined by `; `. */
export function readSyntaxExamples(): SyntaxExample[] {
  return readTables('finds').map(
    ({ parameter, cells: [[query = ''] = [], finds = [], misses = []] }) => ({
      parameter,
      query,
      finds,
      misses,
    }),
  )
}

export function readSyntaxErrors(): SyntaxErrorExample[] {
  return readTables('message').map(
    ({ parameter, cells: [[query = ''] = [], [message = ''] = []] }) => ({
      parameter,
      query,
      message,
    }),
  )
}

/** The plain filters of the table of other engines' operators, each with its reading. */
export function readReadings(): { query: string; reading: string }[] {
  return readTables('read as').flatMap(({ cells: [queries = [], [reading = ''] = []] }) =>
    queries.map((query) => ({ query, reading })),
  )
}

/** The names of one location as the examples write it; the last one is always the country. */
export function splitLocation(text: string): { city?: string; region?: string; country?: string } {
  const [country = '', region, city] = text.split(', ').reverse()
  return { country, ...(region && { region }), ...(city && { city }) }
}

interface Row {
  parameter: string
  /** The code spans of each column. */
  cells: string[][]
}

/** The rows of the tables whose second column has this head; the first head is the parameter. */
function readTables(head: string): Row[] {
  const tables = SYNTAX.match(/(?:^\|.*\n)+/gm) ?? []
  return tables.flatMap((table) => {
    const [heads = '', , ...rows] = table.trimEnd().split('\n')
    const [parameter = '', second] = splitRow(heads)
    if (second !== head) return []
    return rows.map((row) => ({ parameter, cells: splitRow(row).map(codeSpans) }))
  })
}

/** A `|` inside of a cell is written `\|`. */
function splitRow(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))
}

function codeSpans(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
}
