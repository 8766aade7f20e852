import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/** A statement as PostgreSQL gets it. */
export interface Statement {
  text: string
  values: unknown[]
}

const dialect = new PgDialect({ casing: 'snake_case' })

export function toStatement(statement: SQL): Statement {
  const { sql, params } = dialect.sqlToQuery(statement)
  return { text: sql, values: params }
}

/** Whether it changes nothing, so that it can be asked again when nobody knows whether it was carried out. */
export function isRead({ text }: Statement): boolean {
  return /^\s*select\b/i.test(text)
}
