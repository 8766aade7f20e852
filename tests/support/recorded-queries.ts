import { createQueries, type Queries } from '../../src/catalogue/database/client/drizzle'
import type { RawAnswer } from '../../src/catalogue/database/client/read-rows'

export interface RecordedQueries extends Queries {
  readonly statements: { sql: string; params: unknown[] }[]
  /** The statements with their parameters, a line of SQL a line. */
  print(): string
}

/** Keeps the statements that it is asked to run, as PostgreSQL would get them, and answers as `answer` says. */
export function recordQueries(answer: (sql: string) => object[] = () => []): RecordedQueries {
  const statements: RecordedQueries['statements'] = []
  const queries = createQueries(async ({ text: sql, values: params }) => {
    statements.push({ sql, params })
    return toAnswer(answer(sql))
  })
  return Object.assign(queries, { statements, print: () => printStatements(statements) })
}

function printStatements(statements: RecordedQueries['statements']): string {
  return statements
    .map(({ sql, params }) => {
      const lines = sql.split('\n').map((line) => line.trim())
      const shown = params.map((value, index) => `-- $${index + 1} = ${show(value)}`)
      return [...lines.filter((line) => line !== ''), ...shown].join('\n')
    })
    .join('\n\n')
}

function show(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}

/** Rows as PostgreSQL would send them; bytes are sent as they are, other values as their places in a list. */
function toAnswer(rows: readonly object[]): RawAnswer {
  const values: unknown[] = []
  const sent = rows.map((row) =>
    Object.values(row).map((value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(`${values.push(value) - 1}`),
    ),
  )
  const parser = (place: string) => values[Number(place)]
  return Object.assign(sent, {
    columns: Object.keys(rows[0] ?? {}).map((name) => ({ name, parser })),
  })
}
