import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../src/catalogue/database/client/connection'
import {
  createQueries,
  onlyRow,
  type Queries,
  type Statement,
} from '../../../src/catalogue/database/client/drizzle'

export interface TimedStatement {
  statement: Statement
  /** With the answer's way. */
  ms: number
  /** Of PostgreSQL's process, whatever else the machine does; NaN where there is no /proc. */
  cpuMs: number
}

/** A database of one connection, without parallel workers; `record` gets every statement once it is answered. */
export async function timeStatements(
  database: Database,
  record: (timed: TimedStatement) => void,
): Promise<Database> {
  await database.run(sql`set max_parallel_workers_per_gather = 0`)
  const { pid } = onlyRow(await database.run<{ pid: number }>(sql`select pg_backend_pid() as pid`))
  const timed = ({ send }: Queries): Queries =>
    createQueries(async (statement, signal) => {
      const [started, cpuBefore] = [performance.now(), await cpuMsOf(pid)]
      const answer = await send(statement, signal)
      const ms = performance.now() - started
      record({ statement, ms, cpuMs: (await cpuMsOf(pid)) - cpuBefore })
      return answer
    })
  return {
    ...database,
    ...timed(database),
    transaction: (work) =>
      database.transaction((queries) => work({ ...queries, ...timed(queries) })),
  }
}

/** How long a process has run on a core. */
async function cpuMsOf(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '')
  return Number(text.split(' ')[0] || Number.NaN) / 1e6
}
