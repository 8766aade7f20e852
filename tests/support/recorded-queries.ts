import type { SQL } from 'drizzle-orm'
import type { Queries } from '../../src/database/connection'
import { toStatement } from '../../src/database/statement'

/** Keeps the statements that it is asked to run, as PostgreSQL would get them, and answers as `answer` says. */
export class RecordedQueries implements Queries {
  readonly statements: { sql: string; params: unknown[] }[] = []

  constructor(private readonly answer: (sql: string) => object[] = () => []) {}

  async run<Row extends object>(statement: SQL): Promise<Row[]> {
    const { text: sql, values: params } = toStatement(statement)
    this.statements.push({ sql, params })
    return this.answer(sql) as Row[]
  }

  /** The statements with their parameters, a line of SQL a line. */
  print(): string {
    return this.statements
      .map(({ sql, params }) => {
        const lines = sql.split('\n').map((line) => line.trim())
        const shown = params.map((value, index) => `-- $${index + 1} = ${show(value)}`)
        return [...lines.filter((line) => line !== ''), ...shown].join('\n')
      })
      .join('\n\n')
  }
}

function show(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
