import type { Database } from '../../src/database/connection'
import { createQueries, type Queries } from '../../src/database/drizzle'

export class Killed extends Error {
  override readonly name = 'Killed'
}

/**
 * The database as a process has it that is killed after a number of statements: all further ones fail, so that an open
 * transaction is rolled back and no lease is given back.
 */
export function mortal(database: Database, statements: number): Database {
  let left = statements
  const live = (): void => {
    left -= 1
    if (left < 0) throw new Killed()
  }
  const dying = ({ ask }: Queries): Queries =>
    createQueries(async (statement, signal) => {
      live()
      return await ask(statement, signal)
    })
  return {
    ...database,
    ...dying(database),
    transaction: (work) =>
      database.transaction((inner) =>
        work({
          ...dying(inner),
          async copy(table, rows) {
            live()
            await inner.copy(table, rows)
          },
        }),
      ),
  }
}
