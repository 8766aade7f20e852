import type { Database } from '../../../src/catalogue/database/client/connection'
import { createQueries, type Queries } from '../../../src/catalogue/database/client/drizzle'
import { DatabaseUnavailable } from '../../../src/values/errors'

export class Killed extends Error {
  override readonly name = 'Killed'
}

/** Sends a statement with this text, or fails. The rows of a `copy` have none. */
type Sender = <Answer>(send: () => Promise<Answer>, text?: string) => Promise<Answer>

/**
 * The database as a process has it that is killed after a number of statements: all further ones fail, so that an open
 * transaction is rolled back and no lease is given back.
 */
export function mortal(database: Database, statements: number): Database {
  let left = statements
  return through(database, async (send) => {
    left -= 1
    if (left < 0) throw new Killed()
    return await send()
  })
}

/**
 * The database as a process has it while PostgreSQL is unreachable: after `statements`, as many as `lost` fail as if there were no
 * connection. `runsFirst`: the first of them is executed, and only its answer is lost.
 */
export function absent(
  database: Database,
  { statements, lost, runsFirst }: { statements: number; lost: number; runsFirst: boolean },
): Database {
  let sent = 0
  return through(database, async (send) => {
    const number = sent
    sent += 1
    if (number < statements || number >= statements + lost) return await send()
    if (number === statements && runsFirst) await send()
    throw new DatabaseUnavailable('the database cannot be reached')
  })
}

/** The database when claims are slow: one without a board is answered after the boards that are being written. */
export function withSlowClaims(database: Database): Database {
  let written: PromiseWithResolvers<void> | undefined
  return through(database, async (send, text = '') => {
    // The leases of finished boards are extended before they are written.
    const begins = text.startsWith('update "collector_boards" set "lease_until"')
    if (begins) written ??= Promise.withResolvers()
    const answer = await send()
    if (text.includes('insert into "imports"')) {
      // When the collector has seen the answer.
      setImmediate(() => {
        written?.resolve()
        written = undefined
      })
    }
    const isEmpty = Array.isArray(answer) && answer.length === 0
    if (text.includes('skip locked') && isEmpty) await written?.promise
    return answer
  })
}

/** The database with all statements sent by `sender`. */
function through(database: Database, sender: Sender): Database {
  const queriesOf = ({ send }: Queries): Queries =>
    createQueries((statement, signal) => sender(() => send(statement, signal), statement.text))
  return {
    ...database,
    ...queriesOf(database),
    transaction: (work) =>
      database.transaction((inner) =>
        work({
          ...queriesOf(inner),
          copy: (table, rows) => sender(() => inner.copy(table, rows)),
        }),
      ),
  }
}
