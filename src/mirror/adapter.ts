import type { SQL } from 'bun'

/** Whether a copy is in PostgreSQL; otherwise it is in SQLite. */
export const isPostgres = (sql: SQL): boolean => sql.options.adapter === 'postgres'
