/** What a work found: tables for people, figures for other programs, and its promises. */
export interface Report {
  tables: Table[]
  figures: Figures
  claims: Claim[]
}

export interface Table {
  title: string
  header: readonly string[]
  rows: readonly (readonly (string | number)[])[]
}

export type Figures = { [name: string]: number | string | null | Figures | Figures[] | number[] }

/** One line of the last table. */
export interface Claim {
  work: string
  ours: string
  beside: string
  ratio: string
  target: string
  /** Null: nothing was promised. */
  isMet: boolean | null
}

/** A claim about a value alone: `{ work, value: 2.5, unit: 'ms', atMost: 3 }`. */
export function limitClaim(claim: {
  work: string
  value: number
  unit: string
  atMost: number
  beside?: string
}): Claim {
  const { work, value, unit, atMost, beside = '' } = claim
  return {
    work,
    ours: `${number(value)} ${unit}`.trim(),
    beside,
    ratio: '',
    target: `at most ${number(atMost)} ${unit}`.trim(),
    isMet: value <= atMost,
  }
}

interface Pair {
  work: string
  ours: number
  other: number
  /** Whom `other` is of: Q, S, T. */
  name: string
  unit: string
}

/** Ours is a rate, and at least this many times the other. */
export function atLeastClaim(pair: Pair & { atLeast: number }): Claim {
  const ratio = pair.ours / pair.other
  return { ...described(pair), target: `at least ${pair.atLeast}`, isMet: ratio >= pair.atLeast }
}

/** Ours is a time, and at most this many times the other. */
export function atMostClaim(pair: Pair & { atMost: number }): Claim {
  const ratio = pair.ours / pair.other
  return { ...described(pair), target: `at most ${pair.atMost}`, isMet: ratio <= pair.atMost }
}

function described({ work, ours, other, name, unit }: Pair): Omit<Claim, 'target' | 'isMet'> {
  return {
    work,
    ours: `${number(ours)} ${unit}`,
    beside: `${name} ${number(other)} ${unit}`,
    ratio: (ours / other).toFixed(2),
  }
}

/** Three digits that say something: 12,345, 123, 12.3, 1.23; whole numbers as they are. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Number.isInteger(value)) return value.toLocaleString('en')
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

export function printTable({ title, header, rows }: Table): string {
  const texts = rows.map((row) =>
    row.map((cell) => (typeof cell === 'number' ? number(cell) : cell)),
  )
  const widths = header.map((name, column) =>
    Math.max(name.length, ...texts.map((row) => (row[column] ?? '').length)),
  )
  const isNumeric = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return isNumeric[column] ? cell.padStart(width) : cell.padEnd(width)
      })
      .join('  ')
      .trimEnd()
  return [`\n${title}`, line(header), ...texts.map(line)].join('\n')
}

export function claimTable(claims: readonly Claim[]): Table {
  return {
    title: 'Targets',
    header: ['work', 'ours', 'beside', 'ratio', 'target', 'met'],
    rows: claims.map(({ work, ours, beside, ratio, target, isMet }) => [
      work,
      ours,
      beside,
      ratio,
      target,
      isMet === null ? '' : isMet ? 'yes' : 'NO',
    ]),
  }
}
