import { describe, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import { readArrayLiteral } from '../../../../src/catalogue/database/client/array-literal'
import { connect, type Database } from '../../../../src/catalogue/database/client/connection'
import { onReservedConnections } from '../../../../src/catalogue/database/client/drizzle'
import { createSemaphore } from '../../../../src/catalogue/database/client/semaphore'
import { DatabaseUnavailable, Overloaded, QueryTimeout } from '../../../../src/values/errors'
import { createTestDatabase, GRACE_MS } from '../../../support/test-database'
import { timeLimit, until } from '../../../support/until'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

async function withPool<Result>(
  options: Partial<Parameters<typeof connect>[0]>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = connect({ url: own.url, poolSize: 4, ...options })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Rows that come before a wait of as many seconds. */
const rowsThenSleep = (seconds: number) => sql`
  select n, repeat('x', 1000) as filler from generate_series(1, 100) as n
  union all select 0, pg_sleep(${seconds}::float8)::text`

/** Stops a statement while it sleeps, as PostgreSQL does at the time limit: with the same SQLSTATE. */
async function stop<Answer>(answer: Promise<Answer>): Promise<Answer> {
  // It is expected afterwards.
  answer.catch(() => undefined)
  await until(async () => {
    const stopped = await own.database.run(sql`select pg_cancel_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event = 'PgSleep'`)
    return stopped.length > 0
  })
  return await answer
}

/** Resolves when as many statements wait for the lock. */
async function untilBlocked(count: number): Promise<void> {
  await until(async () => {
    const rows = await own.database.run(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    return rows.length === count
  })
}

describe('an answer that ends before its last row', () => {
  test('at the time limit leaves nothing to the next', async () => {
    await withPool({ poolSize: 1, timeoutMs: 60_000 }, async (database) => {
      const stopped = stop(database.run(rowsThenSleep(3600)))
      await expect(stopped).rejects.toEqual(new QueryTimeout(60))
      expect(await database.run(sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
  })

  test('with its connection leaves nothing to the next', async () => {
    await withPool({ poolSize: 1 }, async (database) => {
      const cut = database.run(sql`
        with filler as (select n, repeat('x', 1000) as filler from generate_series(1, 100) as n)
        select * from filler union all select 0, pg_terminate_backend(pg_backend_pid())::text`)
      await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
      expect(await database.run(sql`select 1 as one`)).toEqual([{ one: 1 }])
    })
  })
})

test('a Unix socket that is not there is a DatabaseUnavailable, however often it is asked', async () => {
  await withPool({ url: 'postgres://nobody@%2Ftmp%2Fnone/none' }, async (database) => {
    for (let turn = 0; turn < 5; turn += 1) {
      await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable)
      await Bun.sleep(30)
    }
  })
})

test('a read whose connection was cut is asked once more; anything else is not', async () => {
  await withPool({ poolSize: 1 }, async (database) => {
    const pid = async () =>
      (await database.run<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]?.pid ?? 0
    const end = async (number: number): Promise<void> => {
      await own.database.run(sql`select pg_terminate_backend(${number}::integer, 60000)`)
    }
    const first = await pid()
    const { reading } = await own.database.transaction(async ({ run }) => {
      await run(sql`select pg_advisory_xact_lock(1)`)
      const reading = database.run(sql`select pg_advisory_xact_lock_shared(1), 'read' as kind`)
      await untilBlocked(1)
      await end(first)
      await untilBlocked(1)
      return { reading }
    })
    expect(await reading).toMatchObject([{ kind: 'read' }])
    const second = await pid()
    const writing = database.run(sql`with w as (select pg_sleep(3600)) select from w`)
    writing.catch(() => undefined)
    await end(second)
    await expect(writing).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

test.each([
  ['between two statements', true],
  ['during a statement', false],
])('a transaction whose connection is cut %s fails, and the next one works', async (_, isIdle) => {
  await withPool({ poolSize: 1 }, async (database) => {
    const cut = database.transaction(async ({ run }) => {
      const [session] = await run<{ pid: number }>(sql`select pg_backend_pid() as pid`)
      const end = own.database.run(
        sql`select pg_terminate_backend(${session?.pid}::integer, 60000)`,
      )
      if (isIdle) await end
      await Promise.all([run(sql`select pg_sleep(3600)`), end])
    })
    await expect(cut).rejects.toBeInstanceOf(DatabaseUnavailable)
    // An error in a timer of postgres.js would come before this answer.
    expect(await database.transaction(({ run }) => run(sql`select 1 as one`))).toEqual([{ one: 1 }])
  })
})

test('what PostgreSQL keeps for a connection does not grow with the statements that it was asked', async () => {
  await withPool({ poolSize: 1, timeoutMs: 60_000 }, async (database) => {
    for (let turn = 0; turn < 30; turn += 1) {
      const other = sql.raw(`/* ${turn} ${'x'.repeat(40_000)} */`)
      await database.run(sql`select ${turn}::integer ${other}`)
    }
    const [kept] = await database.run<{ length: number }>(
      sql`select coalesce(sum(length(statement)), 0)::integer as length from pg_prepared_statements`,
    )
    expect(kept?.length).toBeLessThan(600_000)
  })
})

describe('statements that take long', () => {
  const slow = sql`select pg_sleep(0.6), 'slow' as kind`

  test('start again where they may, and end in time', async () => {
    await withPool({ timeoutMs: 60_000 }, async (database) => {
      expect(await database.run(slow)).toMatchObject([{ kind: 'slow' }])
    })
  })

  /** Runs `work` while more statements than there are connections wait for a lock. */
  async function besideBlocked(database: Database, work: () => Promise<void>): Promise<void> {
    let ended = 0
    const block = async (): Promise<void> => {
      await database.run(sql`select pg_advisory_xact_lock_shared(1)`)
      ended += 1
    }
    const { blocked } = await own.database.transaction(async (queries) => {
      await queries.run(sql`select pg_advisory_xact_lock(1)`)
      const blocked = Promise.allSettled(Array.from({ length: 12 }, block))
      await work()
      expect(ended).toBe(0)
      return { blocked }
    })
    await blocked
    expect(ended).toBe(12)
  }

  test('leave room to quick ones, however many there are', async () => {
    await withPool({ timeoutMs: 60_000 }, (database) =>
      besideBlocked(database, async () => {
        await database.run(sql`select 1`)
      }),
    )
  })

  test('leave room to those on reserved connections, which have the whole limit', async () => {
    await withPool({ timeoutMs: 60_000 }, (database) =>
      besideBlocked(database, async () => {
        const [first, second] = await Promise.all([
          onReservedConnections(database).run(sql`select pg_sleep(0.6), 1 as one`),
          onReservedConnections(database).run(sql`select 2 as two`),
        ])
        expect([first, second]).toMatchObject([[{ one: 1 }], [{ two: 2 }]])
      }),
    )
  })

  test('after a long wait are no slow queries: the database had no room for them', async () => {
    const limits = { poolSize: 1, timeoutMs: 1_000, graceMs: GRACE_MS }
    await withPool(limits, async (database) => {
      const first = database.run(sql`select pg_sleep(0.7)`)
      // On a busy machine all of the time may be over before there is room.
      await expect(database.run(sql`select pg_sleep(3600)`)).rejects.toThrow(
        /^the database had (?:room too late|no room within the time limit)$/,
      )
      await first.catch(() => undefined)
    })
  })

  test('after a short wait are', async () => {
    await withPool({ poolSize: 1, timeoutMs: 60_000 }, async (database) => {
      await database.run(sql`select 1`)
      const first = database.run(sql`select 1 from pg_sleep(0.1)`)
      const second = database.run(sql`select pg_sleep(3600)`)
      await first
      await expect(stop(second)).rejects.toEqual(new QueryTimeout(60))
    })
  })

  test('leave nothing running after the limit', async () => {
    await withPool({ timeoutMs: 400, graceMs: GRACE_MS }, async (database) => {
      const heavy = Array.from({ length: 8 }, () => database.run(sql`select pg_sleep(3600)`))
      const outcomes = await Promise.allSettled(heavy)
      for (const outcome of outcomes) {
        const reason: unknown = outcome.status === 'rejected' ? outcome.reason : undefined
        expect([QueryTimeout, Overloaded].some((kind) => reason instanceof kind)).toBe(true)
      }
      // PostgreSQL sends the error a moment before it shows that the statement has ended.
      await until(async () => {
        const [row] = await own.database.run<{ count: number }>(sql`
          select count(*)::integer as count from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()`)
        return row?.count === 0
      })
    })
  })
})

describe('a server that says nothing', () => {
  async function withServer(
    answer: (socket: Socket) => void,
    work: (url: string) => Promise<void>,
  ): Promise<void> {
    const server = createServer(answer)
    const listening = Promise.withResolvers<void>()
    server.listen(0, '127.0.0.1', listening.resolve)
    await listening.promise
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    try {
      await work(`postgres://nobody:none@127.0.0.1:${port}/none`)
    } finally {
      server.close()
    }
  }

  test('is a DatabaseUnavailable soon after the limit', async () => {
    await withServer(
      (socket) => socket.resume(),
      async (url) => {
        const database = connect({ url, poolSize: 4, timeoutMs: 300 })
        const startedAt = performance.now()
        const transaction = database.transaction((queries) => queries.run(sql`select 1`))
        await Promise.all([
          expect(transaction).rejects.toBeInstanceOf(DatabaseUnavailable),
          expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable),
        ])
        expect(performance.now() - startedAt).toBeLessThan(timeLimit(10_000))
        await database.close()
        expect(performance.now() - startedAt).toBeLessThan(timeLimit(15_000))
      },
    )
  })

  test('and closes is a DatabaseUnavailable at once', async () => {
    await withServer(
      (socket) => socket.end(),
      (url) =>
        withPool({ url }, async (database) => {
          await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable)
        }),
    )
  })
})

test('a caller that waits for a permit until its deadline gets Overloaded and takes none', async () => {
  const semaphore = createSemaphore(1, 5)
  const release = await semaphore.acquire()
  const late = semaphore.acquire({ endsAt: performance.now() + 20 })
  await expect(late).rejects.toBeInstanceOf(Overloaded)
  expect(semaphore.count()).toEqual({ inUse: 1, waiting: 0 })
  release()
  expect(semaphore.count()).toEqual({ inUse: 0, waiting: 0 })
})

test.each([
  ['{}', []],
  ['{a,NULL,"NULL"}', ['a', 'NULL']],
  [String.raw`{"a b","say \"x\"","back\\slash","{,}"}`, ['a b', 'say "x"', 'back\\slash', '{,}']],
])('the array %s is read', (literal, elements) => {
  expect(readArrayLiteral(literal)).toEqual(elements)
})

test('a pool that is closed sends nothing, and leaves no connection open', async () => {
  const other = await createTestDatabase()
  await other.database.close()
  const database = connect({ url: other.url, poolSize: 2 })
  const holder = connect({ url: other.url, poolSize: 1 })
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = holder.transaction(async ({ run }) => {
    await run(sql`select pg_advisory_xact_lock(1)`)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const running = [1, 2].map(() => database.run(sql`select pg_advisory_xact_lock_shared(1)`))
  const waiting = [1, 2, 3].map(() => database.run(sql`select 1`))
  await until(() => database.load().waiting === 3)
  const ended = Promise.allSettled([...running, ...waiting])
  await database.close()
  for (const { status } of await ended) expect(status).toBe('rejected')
  await expect(database.run(sql`select 1`)).rejects.toBeInstanceOf(DatabaseUnavailable)
  // PostgreSQL notices that a client has gone when it sends the answer.
  release.resolve()
  await holding
  await holder.close()
  await until(async () => {
    const [row] = await own.database.run<{ open: number }>(sql`
      select count(*)::integer as open from pg_stat_activity
      where datname = ${new URL(other.url).pathname.slice(1)}`)
    return row?.open === 0
  })
  await other.drop()
})
