import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../../src/catalogue/database/client/connection'
import { list } from '../../src/catalogue/database/client/operators'
import { columnsOf } from '../../src/catalogue/database/client/rows'
import { changeCounters, changes } from '../../src/catalogue/database/schema/changes'
import { jobDocuments, jobs, postings } from '../../src/catalogue/database/schema/jobs'

/** Between the ids of two copies. */
const STEP = 1_000_000_000n

/** Writes more copies of each job, its document, posting and changes, which is faster than an import, and gathers statistics. */
export async function multiplyCatalogue({ run }: Database, copies: number): Promise<void> {
  const copy = sql.identifier('copy')
  for (const table of [jobs, jobDocuments, postings, changes] satisfies PgTable[]) {
    const values = columnsOf(table).map(({ name }) => {
      const value = sql.identifier(name)
      if (name === 'job_id' || (name === 'id' && table === jobs)) {
        return sql`${value} + ${copy} * ${STEP}::bigint`
      }
      if (name === 'key') return sql`md5(${value}::text || ${copy})::uuid`
      if (name !== 'seq') return sql`${value}`
      return sql`${value} + ${copy} * (select last_seq from ${changeCounters}
        where ${changeCounters.country} = ${changes.country})`
    })
    await run(sql`insert into ${table} (${list(columnsOf(table).map(({ name }) => sql.identifier(name)))})
      select ${list(values)} from ${table}, generate_series(1, ${copies - 1}::integer) as ${copy}`)
  }
  await run(sql`update ${changeCounters} set last_seq = last_seq * ${copies}::integer`)
  await run(sql`vacuum (analyze)`)
}
