import { expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import postgres from 'postgres'
import { useTestDatabase } from '../support/use-test-database'

/** Each test fails when a hunk of `patches/postgres@3.4.9.patch` is taken out; `patches/README.md` names what fails. */
const own = useTestDatabase()

const OPTIONS = { max: 1, fetch_types: false, onnotice: () => undefined, backoff: () => 0.01 }

/** The error of a promise that is rejected within some seconds. */
async function errorOf(work: PromiseLike<unknown>): Promise<Error & { code?: string }> {
  const late = Bun.sleep(4000).then(() => 'late')
  const result = await Promise.race([Promise.resolve(work).then(String, (error) => error), late])
  if (!(result instanceof Error)) throw new Error(`expected an error, got ${result}`)
  return result
}

async function portOf(onSocket: (socket: Socket) => void) {
  const server = createServer(onSocket)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { port: address.port, close: () => server.close() }
}

/** Closes the client too: a connection that would be tried for ever must not keep the tests. */
async function withClient<Result>(
  sql: postgres.Sql,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

test('a query fails once each host was tried', async () => {
  const one = await portOf(() => undefined)
  const two = await portOf(() => undefined)
  one.close()
  two.close()
  const url = `postgres://127.0.0.1:${one.port},127.0.0.1:${two.port}/test`
  const sql = postgres(url, OPTIONS)
  await withClient(sql, async () => {
    expect((await errorOf(sql`select 1`)).code).toBe('ECONNREFUSED')
  })
})

test('a query fails when the only host closes the connection before it is ready', async () => {
  const { port, close } = await portOf((socket) => socket.destroy())
  await withClient(postgres({ ...OPTIONS, host: '127.0.0.1', port }), async (sql) => {
    expect((await errorOf(sql`select 1`)).code).toMatch(/^(?:CONNECTION_CLOSED|ECONNRESET)$/)
  })
  close()
})

test('a query on a reserved connection that was lost fails', async () => {
  const other = postgres(own.url, OPTIONS)
  await withClient(postgres(own.url, OPTIONS), async (sql) => {
    const [{ pid } = {}] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    const reserved = await sql.reserve()
    await withClient(other, () => other`select pg_terminate_backend(${pid ?? 0}, 4000)`)
    // The end of the connection arrives at its own time.
    await Bun.sleep(50)
    expect((await errorOf(reserved`select 1`)).code).toBe('CONNECTION_DESTROYED')
  })
})

test('a copy that PostgreSQL refuses at its end fails, and the connection goes on', async () => {
  await withClient(postgres(own.url, OPTIONS), async (sql) => {
    await sql`create temp table numbers (n integer)`
    const into = await sql`copy numbers from stdin`.writable()
    const error = await errorOf(pipeline(Readable.from(['1\nnot a number\n']), into))
    expect(error.code).toBe('22P02')
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }] as never)
  })
})

test('the rows of a failed query leave no holes in the next answer', async () => {
  await withClient(postgres(own.url, OPTIONS), async (sql) => {
    const error = await errorOf(sql`select 10 / (3 - n) as part from generate_series(1, 4) as n`)
    expect(error.code).toBe('22012')
    expect(Object.keys(await sql`select 1 as one`.raw())).toContain('0')
  })
})

test('a connection answers after a copy whose reader was slow', async () => {
  await withClient(postgres(own.url, OPTIONS), async (sql) => {
    const rows =
      await sql`copy (select repeat('x', 1000) from generate_series(1, 3000)) to stdout`.readable()
    let bytes = 0
    const slow = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _, done) {
        bytes += chunk.length
        setImmediate(done)
      },
    })
    await pipeline(rows, slow)
    expect(bytes).toBe(3000 * 1001)
    const next = await Promise.race([sql`select 1 as one`, Bun.sleep(4000).then(() => 'late')])
    expect(next).toEqual([{ one: 1 }] as never)
  })
})

test('an error of a connection names its host and port', async () => {
  const sockets: Socket[] = []
  const { port, close } = await portOf((socket) => sockets.push(socket))
  const options = { ...OPTIONS, host: '127.0.0.1', port, connect_timeout: 0.2 }
  await withClient(postgres(options), async (sql) => {
    const { message } = await errorOf(sql`select 1`)
    expect(message).toBe(`write CONNECT_TIMEOUT 127.0.0.1:${port}`)
  })
  for (const socket of sockets) socket.destroy()
  close()
})
