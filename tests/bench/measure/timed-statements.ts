import type { Database } from '../../../src/database/client/connection'
import { createQueries, type Queries, type Statement } from '../../../src/database/client/drizzle'

/** How long a statement took, with its answer's way. */
export interface TimedStatement {
  statement: Statement
  ms: number
}

/** The same database; `record` gets every statement once it is answered. */
export function timeStatements(
  database: Database,
  record: (timed: TimedStatement) => void,
): Database {
  const timed = ({ ask }: Queries): Queries =>
    createQueries(async (statement, signal) => {
      const started = performance.now()
      const answer = await ask(statement, signal)
      record({ statement, ms: performance.now() - started })
      return answer
    })
  return {
    ...database,
    ...timed(database),
    transaction: (work) =>
      database.transaction((queries) => work({ ...queries, ...timed(queries) })),
  }
}
