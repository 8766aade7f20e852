import { expect, test } from 'bun:test'
import { connect as connectSocket, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'drizzle-orm'
import postgres from 'postgres'
import { arrayLiteral } from '../../../../src/catalogue/database/client/array-literal'
import { connect, type Database } from '../../../../src/catalogue/database/client/connection'
import type { Queries } from '../../../../src/catalogue/database/client/drizzle'
import { poolerNotice } from '../../../../src/catalogue/database/client/pooler-notice'
import { statementSettings } from '../../../../src/catalogue/database/client/postgres-client'
import { useTestDatabase } from '../../../support/use-test-database'

const own = useTestDatabase()

const PASSED = ['user', 'database', 'client_encoding', 'application_name', 'TimeZone', 'DateStyle']

/** Refuses or drops what PgBouncer does of a startup message; undefined when the message is to be refused. */
function filterStartup(message: Buffer, ignores: boolean): Buffer | string {
  const words = message.subarray(8, -2).toString().split('\0')
  const pairs = words.flatMap((name, index) => (index % 2 ? [] : [[name, words[index + 1] ?? '']]))
  const refused = pairs.find(([name = '']) => !PASSED.includes(name))
  if (refused && !ignores) return `unsupported startup parameter: ${refused[0]}`
  const passed = pairs.filter(([name = '']) => PASSED.includes(name)).flat()
  const body = Buffer.from(`${passed.join('\0')}\0\0`)
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(8 + body.length)
  return Buffer.concat([head, body])
}

/** The ErrorResponse with which PgBouncer ends a connection. */
function refusal(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, fields])
}

/** A database behind a server that treats startup messages as PgBouncer does. */
async function behindPooler(
  ignores: boolean,
  work: (database: Database, refusals: () => number) => Promise<void>,
): Promise<void> {
  const { path, host, port, user, database: name, pass } = postgres(own.url).options
  const sockets: Socket[] = []
  let refusals = 0
  const server: Server = createServer((client) => {
    sockets.push(client)
    client.on('error', () => client.destroy())
    client.once('data', (message: Buffer) => {
      const startup = filterStartup(message, ignores)
      if (typeof startup === 'string') {
        refusals += 1
        client.end(refusal(startup))
        return
      }
      const upstream = path ? connectSocket(path) : connectSocket(port[0] ?? 5432, host[0])
      sockets.push(upstream)
      upstream.on('error', () => client.destroy())
      upstream.write(startup)
      upstream.pipe(client).pipe(upstream)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  const url = `postgres://${user}:${pass ?? ''}@127.0.0.1:${bound.port}/${name}`
  const database = connect({ url, poolSize: 3, timeoutMs: 7_000 })
  try {
    await work(database, () => refusals)
  } finally {
    await database.close()
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Of a pool with a time limit of 7 seconds. A statement that waited has what is left of it. */
async function expectSettings({ run }: Queries): Promise<void> {
  const { statement_timeout: limit, ...expected } = statementSettings(7_000)
  const rows = await run<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings
      where name = any(${arrayLiteral(Object.keys(statementSettings(limit)))})`,
  )
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  expect(settings).toMatchObject({ ...expected, idle_in_transaction_session_timeout: '60000' })
  expect(Number(settings.statement_timeout)).toBeWithin(1, limit + 1)
}

test('a pooler that refuses settings gets them in each transaction, and no named statements', async () => {
  await behindPooler(false, async (database, refusals) => {
    await Promise.all([1, 2, 3, 4].map(() => expectSettings(database)))
    await database.transaction(async (queries) => {
      await expectSettings(queries)
      const named = await queries.run(sql`select name from pg_prepared_statements where name <> ''`)
      expect(named).toEqual([])
    })
    const found = refusals()
    expect(found).toBeGreaterThan(0)
    await database.run(sql`select ${1}::integer`)
    expect(refusals()).toBe(found)
    expect(await poolerNotice(database)).toStartWith('database: behind a connection pooler')
  })
})

test('a pooler that ignores settings is reported with their names', async () => {
  await behindPooler(true, async (database) => {
    const notice = await poolerNotice(database)
    for (const name of Object.keys(statementSettings(0))) expect(notice).toContain(name)
  })
})

test('without a pooler there is nothing to report', async () => {
  expect(await poolerNotice(own.database)).toBeUndefined()
})

test.each([false, true])(
  'the time limit of a statement that waited is no sign of a pooler, and hides none: ignored %p',
  async (isIgnored) => {
    const notice = ({ transaction }: Database) =>
      transaction(async (queries) => {
        await queries.run(sql`set local statement_timeout = 6000`)
        return await poolerNotice(queries)
      })
    if (!isIgnored) expect(await notice(own.database)).toBeUndefined()
    else {
      await behindPooler(true, async (database) => {
        expect(await notice(database)).toContain('statement_timeout')
      })
    }
  },
)
