import type { Database } from '../../src/catalogue/database/client/connection'
import type { Statement } from '../../src/catalogue/database/client/drizzle'
import { createQueries, type Queries } from '../../src/catalogue/database/client/drizzle'

/** The same database; `record` gets every statement that is sent to PostgreSQL through it. */
export function recordDatabase(
  database: Database,
  record: (statement: Statement) => void,
): Database {
  const recorded = ({ send }: Queries): Queries =>
    createQueries((statement, signal) => {
      record(statement)
      return send(statement, signal)
    })
  return {
    ...database,
    ...recorded(database),
    transaction: (work) =>
      database.transaction((queries) => work({ ...queries, ...recorded(queries) })),
  }
}
