import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from './connection'
import type { Copied } from './copy-rows'
import { list } from './operators'
import { columnsOf } from './rows'

/**
 * Updates the rows of `table` that differ from `rows`, which go through a temporary table on the wire's fastest way. `copy` is
 * that table: the `id` and some columns of `table`.
 */
export async function updateByCopy<Copy extends PgTable>(
  queries: Transaction,
  table: PgTable,
  copy: Copied<Copy>,
  rows: readonly Copy['$inferSelect'][],
): Promise<void> {
  const id = sql.identifier('id')
  const columns = columnsOf(copy).filter(({ key }) => key !== 'id')
  const names = columns.map(({ name }) => sql.identifier(name))
  // The builder has no statement that creates a table, and compares and assigns no whole rows.
  await queries.run(sql`
    create temporary table ${copy} on commit drop as select ${list([id, ...names])} from ${table} with no data`)
  await queries.copy(copy, rows)
  const [before, after] = [table, copy].map((from) =>
    list(names.map((name) => sql`${from}.${name}`)),
  )
  await queries.run(sql`
    update ${table} set (${list(names)}) = row(${after}) from ${copy}
    where ${table}.${id} = ${copy}.${id} and (${before}) is distinct from (${after})`)
}
