/** An answer as postgres.js leaves it when nothing is to be decoded: a buffer a value, null for none. */
export type RawAnswer = readonly (readonly (Buffer | null)[])[] & {
  columns: readonly RawColumn[]
}

interface RawColumn {
  name: string
  /** Of the column's type; texts need none. */
  parser?: ((text: string) => unknown) | undefined
}

/** The column with the finished JSON text of a job. */
const BYTES = 'document'

/**
 * The rows of an answer by the names of their columns. The column `document` stays bytes, a view into what the
 * socket received; all others are decoded.
 */
export function readRows<Row extends object>(answer: RawAnswer): Row[] {
  const { columns } = answer
  return answer.map((values) => {
    const row: Record<string, unknown> = {}
    for (const [index, column] of columns.entries()) {
      row[column.name] = readValue(values[index] ?? null, column)
    }
    // The cast: who wrote the statement says what its select list yields.
    return row as Row
  })
}

/** The decoded values of each row, in the order of the columns. */
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
