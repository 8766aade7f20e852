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
  const { columns } = answer
  return answer.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      row[column.name] = readValue(values[index] ?? null, column)
    }
    // The cast: the author of the statement states what its select list yields.
    return row as Row
  })
}

/** The decoded values of each row, in column order. */
export function readValues(answer: RawAnswer): unknown[][] {
  const { columns } = answer
  return answer.map((values) =>
    columns.map((column, index) => readValue(values[index] ?? null, column)),
  )
}

function readValue(value: Buffer | null, { name, parser }: RawColumn): unknown {
  if (value === null || name === BYTES) return value
  const text = value.toString()
  return parser === undefined ? text : parser(text)
}
