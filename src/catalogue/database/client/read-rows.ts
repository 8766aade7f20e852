/** An undecoded answer of postgres.js: a buffer for each value, or null. */
export type RawAnswer = readonly (readonly (Buffer | null)[])[] & {
  columns: readonly RawColumn[]
}

interface RawColumn {
  name: string
  /** Absent for text. */
  parser?: ((text: string) => unknown) | undefined
}

/** The column that stays bytes: the finished JSON text of a job. */
const BYTES = 'document'

/** The rows of an answer by column name. Values that stay bytes are views of the socket's buffers. */
export function readRows<Row extends object>(answer: RawAnswer): Row[] {
  return readValues(answer).map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, { name }] of answer.columns.entries()) row[name] = values[index]
    // The cast: the author of the statement states what its select list yields.
    return row as Row
  })
}

/** The decoded values of each row, in column order. */
export function readValues(answer: RawAnswer): unknown[][] {
  return answer.map((values) =>
    answer.columns.map(({ name, parser }, index) => {
      const value = values[index] ?? null
      if (value === null || name === BYTES) return value
      return parser === undefined ? value.toString() : parser(value.toString())
    }),
  )
}
