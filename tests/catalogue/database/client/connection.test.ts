import { describe, expect, test } from 'bun:test'
import { type SQL, sql } from 'drizzle-orm'
import { connect } from '../../../../src/catalogue/database/client/connection'
import {
  allowScans,
  onReservedConnections,
  prepare,
  type Queries,
} from '../../../../src/catalogue/database/client/drizzle'
import { DatabaseUnavailable, Overloaded, QueryTimeout } from '../../../../src/values/errors'
import { GRACE_MS } from '../../../support/test-database'
import { until } from '../../../support/until'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

/** Sleeps on the server; the statement must be one of the test's own. */
const sleep = (seconds: number) => sql`select pg_sleep(${seconds}::float8)`

async function withConnection<Result>(
  options: Partial<Parameters<typeof connect>[0]>,
  work: (database: ReturnType<typeof connect>) => Promise<Result>,
): Promise<Result> {
  const database = connect({ url: own.url, poolSize: 2, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

describe('values', () => {
  test('come as the code has them: 64-bit integers, instants, arrays, null', async () => {
    const [row] = await own.database.run(sql`
      select ${'9007199254740993'}::bigint as id, ${'2026-01-15T10:00:00.250Z'}::timestamptz as instant,
        array['a', 'b "c"'] as texts, null as nothing, true as flag, 1.5::float8 as number`)
    expect(row).toEqual({
      id: 9_007_199_254_740_993n,
      instant: new Date('2026-01-15T10:00:00.250Z'),
      texts: ['a', 'b "c"'],
      nothing: null,
      flag: true,
      number: 1.5,
    })
  })

  test('texts go as they are', async () => {
    const text = `'; drop table jobs; -- "{}\\ é 😀 \n`
    expect(await own.database.run(sql`select ${text}::text as text`)).toEqual([{ text }])
  })
})

describe('the settings of a connection', () => {
  test.each([
    ['timezone', 'UTC'],
    ['plan_cache_mode', 'force_custom_plan'],
    ['statement_timeout', '70500ms'],
    ['application_name', 'job-catalogue'],
    ['max_parallel_workers_per_gather', '0'],
    ['jit', 'off'],
    ['enable_seqscan', 'off'],
    ['enable_memoize', 'off'],
  ])('%s is %s', async (name, value) => {
    const rows = await withConnection({ timeoutMs: 70_500 }, (database) =>
      database.run(sql`select current_setting(${name}) as value`),
    )
    expect(rows).toEqual([{ value }])
  })

  test('a reserved connection keeps the plans of marked statements, and prepares no other', async () => {
    const runs = 8
    const mark = { keepsPlan: true }
    const marked = prepare(sql`select ${sql.placeholder('id')}::bigint as marked`, mark)
    const plans = await withConnection({ timeoutMs: 5_000, poolSize: 4 }, async (database) => {
      const reserved = onReservedConnections(database)
      for (let id = 0; id < runs; id += 1) {
        expect(await reserved.run(marked({ id }))).toEqual([{ marked: BigInt(id) }])
        await reserved.run(sql`select ${id}::bigint as other`)
      }
      return await reserved.run<{ statement: string; plans: string[] }>(sql`
        select statement, array[custom_plans, generic_plans]::text[] as plans from pg_prepared_statements`)
    })
    expect(plans).toEqual([{ statement: 'select $1::bigint as marked', plans: ['5', '3'] }])
  })

  /** Of the database; those of a connection stand above them. */
  async function prefer(setting: SQL): Promise<void> {
    const [row] = await own.database.run<{ name: string }>(sql`select current_database() as name`)
    await own.database.run(sql`alter database ${sql.identifier(row?.name ?? '')} set ${setting}`)
  }

  test('instants are read whatever form of dates the database prefers', async () => {
    await prefer(sql`datestyle = 'SQL, DMY'`)
    const instant = new Date('2026-01-15T10:00:00.250Z')
    const rows = await withConnection({}, (database) =>
      database.run(sql`select ${instant.toISOString()}::timestamptz as instant`),
    )
    expect(rows).toEqual([{ instant }])
  })

  test('a statement that reads whole tables may scan them, and those after it may not', async () => {
    const show = ({ run }: Queries) => run(sql`show enable_seqscan`)
    const own = { timeoutMs: 70_500, poolSize: 1 }
    const settings = await withConnection(own, async (database) => [
      await show(allowScans(database)),
      await show(database),
      await database.transaction((queries) => show(allowScans(queries))),
      await show(database),
    ])
    expect(settings.flat()).toEqual(
      ['on', 'off', 'on', 'off'].map((value) => ({ enable_seqscan: value })),
    )
  })

  test('without a limit, statements have none, though the database has one', async () => {
    await prefer(sql`statement_timeout = '1s'`)
    const settings = await withConnection({ poolSize: 1 }, async (database) => [
      await database.run(sql`show statement_timeout`),
      await database.run(sql`show enable_seqscan`),
    ])
    expect(settings).toEqual([[{ statement_timeout: '2147483647ms' }], [{ enable_seqscan: 'on' }]])
  })
})

describe('errors', () => {
  test('a statement over the limit is a QueryTimeout, and the connection goes on', async () => {
    await withConnection({ timeoutMs: 60, poolSize: 1, graceMs: GRACE_MS }, async (database) => {
      await expect(database.run(sleep(60))).rejects.toEqual(new QueryTimeout(0.06))
      // On a busy machine this too may take longer than the limit.
      await until(async () => {
        const answer = await database.run(sql`select 1 as one`).catch((error: unknown) => {
          if (!(error instanceof QueryTimeout)) throw error
        })
        return Bun.deepEquals(answer, [{ one: 1 }])
      })
    })
  })

  test('a server that is not there is a DatabaseUnavailable', async () => {
    await withConnection({ url: 'postgres://127.0.0.1:1/none' }, async (database) => {
      await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable)
      await expect(database.transaction(({ run }) => run(sql`select 1`))).rejects.toBeInstanceOf(
        DatabaseUnavailable,
      )
    })
  })

  test('a database that is not there is a DatabaseUnavailable', async () => {
    const url = `${own.url}_none`
    await withConnection({ url }, async (database) => {
      await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable)
    })
  })

  test('a connection that was ended is replaced', async () => {
    await withConnection({ poolSize: 1 }, async (database) => {
      const [row] = await database.run<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      await own.database.run(sql`select pg_terminate_backend(${row?.pid ?? 0}::integer, 60000)`)
      await database.run(sql`select 1`).catch((error) => {
        expect(error).toBeInstanceOf(DatabaseUnavailable)
      })
      expect(await database.run(sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
  })

  test('a statement that fails by itself is none of these', async () => {
    const failing = own.database.run(sql`select 1 / 0`)
    await expect(failing).rejects.toThrow('division by zero')
  })
})

describe('the pool', () => {
  test('runs no more statements at once than it has connections', async () => {
    await withConnection({ poolSize: 2 }, async (database) => {
      const statements = await own.database.transaction(async ({ run }) => {
        await run(sql`select pg_advisory_xact_lock(1)`)
        const statements = Array.from({ length: 6 }, () =>
          database.run(sql`select pg_advisory_xact_lock_shared(1)`),
        )
        const countRunning = async () => {
          const rows = await own.database.run(sql`select from pg_stat_activity
            where datname = current_database() and query like '%lock_shared%' and wait_event_type = 'Lock'`)
          return rows.length
        }
        await until(async () => (await countRunning()) >= 2)
        await own.database.run(sql`select pg_sleep(0.05)`)
        expect([await countRunning(), database.load()]).toEqual([
          2,
          { size: 2, inUse: 2, waiting: 4 },
        ])
        return { statements }
      })
      expect(await Promise.all(statements.statements)).toHaveLength(6)
    })
  })

  test('lets a hundred wait for each connection, and the next is told so', async () => {
    await withConnection({ poolSize: 1 }, async (database) => {
      const statements = Array.from({ length: 101 }, () => database.run(sql`select 1`))
      await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(Overloaded)
      await Promise.all(statements)
    })
  })
})

describe('a transaction', () => {
  const count = async (): Promise<unknown> =>
    (await own.database.run(sql`select count(*)::integer as count from places`))[0]

  test('commits what was done, and returns what the work returns', async () => {
    const result = await own.database.transaction(async ({ run }) => {
      await run(sql`insert into places (term) values ('a')`)
      return 'done'
    })
    expect([result, await count()]).toEqual(['done', { count: 1 }])
  })

  test('that throws leaves nothing, and passes the error on', async () => {
    const failing = own.database.transaction(async ({ run }) => {
      await run(sql`insert into places (term) values ('b')`)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await count()).toEqual({ count: 1 })
  })
})
